// Exported by name: a CommonJS module that a bundle loads later exports nothing else.
export { EnvHttpProxyAgent, fetch } from "undici";
