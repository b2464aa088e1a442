// Writes the pages of docs/reference, but those of its folder `api`.
import { writeFileSync } from "node:fs";
import { pages, placeOf } from "./index.ts";

for (const [page, text] of Object.entries(pages)) writeFileSync(placeOf(page), text());
