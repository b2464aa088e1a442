import { projectSchemas } from "../../generate/schema-files.ts";
import { fieldsTable, type Property } from "./manifest.ts";

/** The page of the properties of the project file, from its JSON Schema. */
export function projectPage(): string {
  const json = projectSchemas[0][1];
  const schema: Property = JSON.parse(JSON.stringify(json));
  return `# analytics-engines.json

${schema.description ?? ""} \`npm run build\` writes this page from [its JSON Schema](../../packages/core/schemas/project.schema.json). What it is for, and where credentials go:
[the project file](../project-file.md).

${fieldsTable(schema)}
`;
}
