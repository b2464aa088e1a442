// Writes what V8 makes of the modules that every start of the command loads: `node compile-start.ts FOLDER` with the folder of a program.
// Only an executable with the same Node uses it, so the program of a release is compiled on each platform.
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { createLoader, runWith } from "./src/executable/loader.ts";

const folder = process.argv[2] ?? "";
const loader = createLoader(
  (name) => ({ text: readFileSync(path.join(folder, "modules", name), "utf8") }),
  createRequire(import.meta.url),
);
// V8 keeps only the functions that have run. The help of the command runs those of every start.
process.argv = [process.execPath, "analytics-engines", "--help"];
await runWith(loader);
for (const [name, script] of loader.scripts)
  writeFileSync(path.join(folder, "compiled", `${name}.compiled`), script.createCachedData());
