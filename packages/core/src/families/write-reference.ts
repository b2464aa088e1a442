// Writes the pages of docs/reference with the properties of each request: `node --conditions=source packages/core/src/families/write-reference.ts`.
import { mkdirSync, writeFileSync } from "node:fs";
import { referencePages } from "./reference.ts";

const folder = new URL("../../../../docs/reference/", import.meta.url);
mkdirSync(folder, { recursive: true });
for (const { file, text } of referencePages) writeFileSync(new URL(file, folder), text());
