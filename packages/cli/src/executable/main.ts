// The start of the executable, which has its own Node. Node runs one CommonJS file in it, so the modules of the command are assets, and each
// is loaded when something imports it: `--version` loads two of more than a hundred.
import { getAsset, getRawAsset } from "node:sea";
import { createLoader, runWith } from "./loader.ts";

/** The modules of which the executable has the compiled form, too. */
const compiledNames: readonly string[] = JSON.parse(getAsset("compiled.json", "utf8"));

const loader = createLoader(
  (name) => ({
    text: getAsset(name, "utf8"),
    compiled: compiledNames.includes(name) ? new Uint8Array(getRawAsset(`${name}.compiled`)) : undefined,
  }),
  require,
);
void runWith(loader);
