import { createRequire } from "node:module";

// The library behind proxies is CommonJS: within this bundle its `require` of Node's own modules needs one to find.
Object.assign(globalThis, { require: createRequire(import.meta.url) });
