// The network of Node: a fetch that follows proxies, and credentials.
export { authOf, type ServiceCredentials } from "./auth.ts";
export { nodeFetch } from "./fetch.ts";
