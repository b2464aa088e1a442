// Preloaded into a process: notes the size of every file it loads as a module, a line each, in the file named by BYTES_FILE.
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
