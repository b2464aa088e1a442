// Writes docs/reference/endpoints.md: `node --conditions=source packages/core/src/service/endpoints/write-reference.ts`.
import { mkdirSync, writeFileSync } from "node:fs";
import { endpointsPage } from "./reference.ts";

const folder = new URL("../../../../../docs/reference/", import.meta.url);
mkdirSync(folder, { recursive: true });
writeFileSync(new URL("endpoints.md", folder), endpointsPage());
