// Writes the lists of families in JSON files: `node --conditions=source .ci/generate/write-family-lists.ts`.
import { readFileSync, writeFileSync } from "node:fs";
import { filesWithLists, withLists } from "./family-lists.ts";

for (const name of filesWithLists) {
  const file = new URL(`../../${name}`, import.meta.url);
  const before = readFileSync(file, "utf8");
  const after = withLists(before);
  // Other scripts of the build read these files meanwhile.
  if (after !== before) writeFileSync(file, after);
}
