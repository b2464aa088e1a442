// Preloaded into the built action (`--import`): tells on standard error which files are loaded, and when the first request leaves.
import { statSync, writeSync } from "node:fs";
import { registerHooks } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";

registerHooks({
  load(url, context, next) {
    if (url.startsWith("file:")) writeSync(2, `loaded ${statSync(fileURLToPath(url)).size} ${path.basename(url)}\n`);
    return next(url, context);
  },
});

const { fetch } = globalThis;
globalThis.fetch = (...request) => {
  writeSync(2, "request\n");
  return fetch(...request);
};
