import { manifestJsonSchema } from "../../../packages/runs/test/support/manifest-schema.ts";

interface Property {
  readonly description?: string;
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly const?: unknown;
  readonly pattern?: string;
  readonly format?: string;
  readonly items?: Property;
  readonly properties?: Readonly<Record<string, Property>>;
  readonly required?: readonly string[];
}

/** The page of the fields of `manifest.json`, from its JSON Schema. */
export function manifestPage(): string {
  const schema: Property = JSON.parse(JSON.stringify(manifestJsonSchema));
  return `# manifest.json

${schema.description ?? ""} \`npm run build\` writes this page from [its JSON Schema](../../packages/core/schemas/manifest.schema.json). The folder, and how to resume a run:
[the run folder](../run-folder.md).

| field | type | | meaning |
| --- | --- | --- | --- |
${rowsOf(schema, "").join("\n")}
`;
}

function rowsOf({ properties = {}, required = [] }: Property, prefix: string): string[] {
  return Object.entries(properties).flatMap(([name, property]) => {
    const field = `${prefix}${name}`;
    const row = `| \`${field}\` | ${typeOf(property)} | ${required.includes(name) ? "required" : ""} | ${(property.description ?? "").replaceAll("|", "\\|")} |`;
    const { items } = property;
    const inner = items === undefined ? rowsOf(property, `${field}.`) : rowsOf(items, `${field}[].`);
    return [row, ...inner];
  });
}

function typeOf({ type = "", enum: values, const: only, format, items }: Property): string {
  if (values !== undefined) return values.map((value) => `\`${value}\``).join(" ");
  if (only !== undefined) return `\`${JSON.stringify(only)}\``;
  if (type === "array") return `list of ${items?.type ?? "values"}`;
  return format === undefined ? type : `${type} (${format})`;
}
