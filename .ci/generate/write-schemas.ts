// Writes packages/core/schemas: `node --conditions=source .ci/generate/write-schemas.ts`.
import { mkdirSync, writeFileSync } from "node:fs";
import { schemaFiles } from "./schema-files.ts";

const folder = new URL("../../packages/core/schemas/", import.meta.url);
mkdirSync(folder, { recursive: true });
for (const { file, text } of schemaFiles) writeFileSync(new URL(file, folder), text);
