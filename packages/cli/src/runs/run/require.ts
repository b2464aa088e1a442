import { createRequire } from "node:module";

// The library for proxies is CommonJS in this bundle, and loads Node's modules with `require`.
Object.assign(globalThis, { require: createRequire(import.meta.url) });
