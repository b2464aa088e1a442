// By their names: what is loaded later, as a file of the bundle, hands on nothing else of a CommonJS module.
export { EnvHttpProxyAgent, fetch } from "undici";
