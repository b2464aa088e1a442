import { isObject } from "../../packages/core/src/basics.ts";
import type { familySchemas, templateSchemas } from "../../packages/core/src/families/index.ts";
import type { checksFile, projectSchema, sweepSchema } from "../../packages/core/test/support/schemas/file-schemas.ts";

type Json = Record<string, unknown>;
type Schemas = typeof familySchemas &
  typeof templateSchemas & { readonly sweep: typeof sweepSchema; readonly checks: typeof checksFile };

/**
 * The draft-07 JSON Schema of a request or another file of users, with titles, hovers, descriptions of enum values and snippets for editors.
 */
export function jsonSchema(title: string, schema: Schemas[keyof Schemas] | typeof projectSchema): Json {
  const { $schema, ...root } = polish(schema.toJSONSchema({ target: "draft-07" }));
  const properties = {
    $schema: {
      type: "string",
      description: "The JSON Schema that the file follows. It is not sent.",
      markdownDescription: "The JSON Schema that the file follows. It is not sent.",
    },
    ...(isObject(root["properties"]) ? root["properties"] : {}),
  };
  return { $schema, ...root, title, properties };
}

/** Every part of a schema: `null` merged into its neighbour's type, hovers written out. */
function polish(schema: Json): Json {
  const polished: Json = {};
  for (const [key, value] of Object.entries(mergeNull(schema))) {
    if (key === "propertyNames") continue; // zod states that names are texts
    polished[key] = isData(key) ? value : polishAny(key, value);
  }
  return hover(polished);
}

/** Whether a keyword holds values of documents, and no schemas. */
function isData(key: string): boolean {
  return key === "default" || key === "examples" || key === "enum" || key === "const" || key === "defaultSnippets";
}

function polishAny(key: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => (isObject(item) ? polish(item) : item));
  if (!isObject(value)) return value;
  if (key !== "properties") return polish(value);
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, isObject(item) ? polish(item) : item]));
}

/** Merges `anyOf: [X, null]`, which is hard to read in hovers and messages, into a nullable X. */
function mergeNull(schema: Json): Json {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf) || anyOf.length !== 2 || !isObject(anyOf[0]) || anyOf[1]?.type !== "null") return schema;
  const inner: Json = anyOf[0];
  const merged = { ...inner, ...rest };
  // No value fits two of these options, so `oneOf` means the same as `anyOf`.
  const options = inner["oneOf"] ?? inner["anyOf"];
  if (Array.isArray(options)) {
    const { anyOf: _, ...plain } = merged;
    return { ...plain, oneOf: [...options, { type: "null" }] };
  }
  const nullable = { ...merged, type: [inner["type"], "null"] };
  return Array.isArray(inner["enum"]) ? { ...nullable, enum: [...inner["enum"], null] } : nullable;
}

/** The plain description, and the same in Markdown with the allowed values, the default and an example. */
function hover(schema: Json): Json {
  const { description, deprecationMessage } = schema;
  if (typeof description !== "string") return schema;
  const allowed = Array.isArray(schema["enum"]) ? schema["enum"].filter((value) => value !== null) : [];
  const examples = Array.isArray(schema["examples"]) ? schema["examples"] : [];
  const lines = [
    description,
    ...(deprecationMessage ? [`Deprecated. ${deprecationMessage}`] : []),
    ...(allowed.length > 0 ? [`Allowed: ${allowed.map(code).join(", ")}`] : []),
    ...("default" in schema ? [`Default: ${code(schema["default"])}`] : []),
    ...(examples.length > 0 ? [`Example: ${examples.slice(0, 2).map(code).join(" or ")}`] : []),
  ];
  const deprecated = deprecationMessage ? { deprecated: true } : {};
  return {
    ...schema,
    description: description.replaceAll("`", ""),
    markdownDescription: lines.join("\n\n"),
    ...deprecated,
  };
}

function code(value: unknown): string {
  return `\`${JSON.stringify(value)}\``;
}
