// Writes the pages of docs/reference on errors, the extension and the manifest.
import { writeFileSync } from "node:fs";
import { pages, placeOf } from "./index.ts";

for (const [page, text] of Object.entries(pages)) writeFileSync(placeOf(page), text());
