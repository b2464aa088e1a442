// Writes packages/core/schemas and the entries for the SchemaStore: `node --conditions=source .ci/generate/write-schemas.ts`.
import { mkdirSync, writeFileSync } from "node:fs";
import { schemaFiles } from "./schema-files.ts";
import { schemaStoreEntries } from "./schema-store.ts";

const folder = new URL("../../packages/core/schemas/", import.meta.url);
mkdirSync(folder, { recursive: true });
for (const { file, text } of schemaFiles) writeFileSync(new URL(file, folder), text);
writeFileSync(new URL("schemastore.json", import.meta.url), `${JSON.stringify(schemaStoreEntries, null, 2)}\n`);
