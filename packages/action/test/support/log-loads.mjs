// Preloaded into the built action: prints each file that is loaded to standard error, and when the first request leaves.

import { statSync, writeSync } from "node:fs";
import { registerHooks } from "node:module";
import { fileURLToPath } from "node:url";

  load(url, context, next) {
    if (url.startsWith("file:")) writeSync(2, `loaded ${statSync(fileURLToPath(url)).size} ${fileURLToPath(url)}\n`);
    return next(url, context);
  },
});
const { fetch } = globalThis;
globalThis.fetch = (...args) => {
  writeSync(2, `request after ${(performance.now()).toFixed(1)} ms\n`);
  return fetch(...args);
};
