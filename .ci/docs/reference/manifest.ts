import { manifestJsonSchema } from "../../../packages/runs/test/support/manifest-schema.ts";

/** A part of a JSON Schema, as far as the pages need it. */
export interface Property {
  readonly description?: string;
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly const?: unknown;
  readonly pattern?: string;
  readonly format?: string;
  readonly items?: Property;
  readonly properties?: Readonly<Record<string, Property>>;
  readonly additionalProperties?: Property | boolean;
  readonly required?: readonly string[];
}

/** The page of the fields of `manifest.json`, from its JSON Schema. */
export function manifestPage(): string {
  const schema: Property = JSON.parse(JSON.stringify(manifestJsonSchema));
  return `# manifest.json

${schema.description ?? ""} \`npm run build\` writes this page from [its JSON Schema](../../packages/core/schemas/manifest.schema.json). The folder, and how to resume a run:
[the run folder](../runs/run-folder.md).

${fieldsTable(schema)}
`;
}

/** A table with a row for each property of a schema, and of the objects and lists in it. */
export function fieldsTable(schema: Property): string {
  return ["| field | type | | meaning |", "| --- | --- | --- | --- |", ...rowsOf(schema, "")].join("\n");
}

function rowsOf({ properties = {}, required = [] }: Property, prefix: string): string[] {
  return Object.entries(properties).flatMap(([name, property]) => {
    const field = `${prefix}${name}`;
    const row = `| \`${field}\` | ${typeOf(property)} | ${required.includes(name) ? "required" : ""} | ${(property.description ?? "").replaceAll("|", "\\|")} |`;
    const { items, additionalProperties: member } = property;
    if (typeof member === "object") return [row, ...rowsOf(member, `${field}.NAME.`)];
    return [row, ...(items === undefined ? rowsOf(property, `${field}.`) : rowsOf(items, `${field}[].`))];
  });
}

function typeOf({ type = "", enum: values, const: only, format, items }: Property): string {
  if (values !== undefined) return values.map((value) => `\`${value}\``).join(" ");
  if (only !== undefined) return `\`${JSON.stringify(only)}\``;
  if (type === "array") return `list of ${items?.type ?? "values"}`;
  return format === undefined ? type : `${type} (${format})`;
}
