import { userFileSchemas } from "../../generate/schema-files.ts";
import { fieldsTable, type Property } from "./manifest.ts";

/** The page of the properties of the project file, from its JSON Schema. */
export function projectPage(): string {
  const schema: Property = JSON.parse(JSON.stringify(userFileSchemas.project));
  return `# analytics-engines.json

${schema.description ?? ""} \`npm run build\` writes this page from [its JSON Schema](../../packages/core/schemas/project.schema.json). What it is for, and where credentials go:
[the project file](../files/project-file.md).

${fieldsTable(schema)}
`;
}
