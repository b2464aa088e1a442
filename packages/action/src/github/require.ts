import { createRequire } from "node:module";

// The artifact client and the proxy client are CommonJS inside of the bundle and ask for Node's own modules with `require`, which an
// ES module does not have. To be imported by what may load them.
Object.assign(globalThis, { require: createRequire(import.meta.url) });
