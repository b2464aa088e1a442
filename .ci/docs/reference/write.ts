// Writes the pages of the reference that are made here.
import { writeFileSync } from "node:fs";
import { pages, placeOf } from "./index.ts";

for (const [page, text] of Object.entries(pages)) writeFileSync(placeOf(page), text());
