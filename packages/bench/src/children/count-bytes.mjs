// Preloaded into a process: adds the size of each module that it loads, as a line, to the file that BYTES_FILE names.
import { appendFileSync } from "node:fs";
import { registerHooks } from "node:module";

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    if (url.startsWith("file:") && loaded.source) {
      appendFileSync(process.env.BYTES_FILE, `${loaded.source.length ?? loaded.source.byteLength} ${url}\n`);
    }
    return loaded;
  },
});
