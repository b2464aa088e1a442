// Writes docs/reliability.md: `node --conditions=source packages/runs/test/faults/write-page.ts`.
import { writeFileSync } from "node:fs";
import { reliabilityPage } from "./page.ts";

writeFileSync(new URL("../../../../docs/reliability.md", import.meta.url), reliabilityPage());
