import type { JsonObject } from "../../packages/core/src/basics.ts";
import { isFamilyId, isObject, property } from "../../packages/core/src/basics.ts";
import { jsonSchemas, userFileSchemas } from "./schema-files.ts";

/** The contents of `models.ts`, derived from the JSON Schemas: families in their order, then templates by name. */
export function deriveShapes() {
  const book: Book = { models: new Map(), variants: new Map() };
  const families = jsonSchemas.filter(([kind]) => isFamilyId(kind));
  const templates = jsonSchemas.filter(([kind]) => !isFamilyId(kind)).sort(([a], [b]) => (a < b ? -1 : 1));
  const roots = [...families, ...templates].map(
    ([kind, { json }]) => [kind, typeOf(json, `${kind}Root`, book)] as const,
  );
  return {
    roots: Object.fromEntries(roots),
    models: Object.fromEntries(book.models),
    variants: Object.fromEntries(book.variants),
  };
}

interface Book {
  readonly models: Map<string, Record<string, string>>;
  readonly variants: Map<string, { by: string; of: string[] }>;
}

/** The contents of `file-models.ts`, derived from the JSON Schemas of the other files that users write. */
export function deriveFileModels(): Record<string, Record<string, string>> {
  const book: Book = { models: new Map(), variants: new Map() };
  for (const [name, json] of Object.entries(userFileSchemas)) typeOf(json, `${name}Root`, book);
  return Object.fromEntries(book.models);
}

function typeOf(schema: unknown, fallbackName: string, book: Book): string {
  if (!isObject(schema) || Object.keys(schema).length === 0) return "any";
  const types = [schema["type"]].flat();
  const nullable =
    types.includes("null") || alternativesOf(schema).some((option) => property(option, "type") === "null");
  return plainType(schema, fallbackName, book) + (nullable ? "?" : "");
}

function plainType(schema: JsonObject, fallbackName: string, book: Book): string {
  const name = typeof schema["title"] === "string" && /^\w+$/.test(schema["title"]) ? schema["title"] : fallbackName;
  const options = alternativesOf(schema).filter((option) => property(option, "type") !== "null");
  if (property(options[0], "type") === "string") return eitherType(options, name, book);
  if (options.length > 0) return variantsType(options, name, book);
  const allowed = "const" in schema ? [schema["const"]] : listOf(schema["enum"]);
  const words = allowed.filter((word) => word !== null);
  if (words.length > 0) return words.map((word) => `'${String(word)}'`).join("|");
  const type = [schema["type"]].flat().find((one) => one !== "null");
  switch (type) {
    case "string":
    case "number":
    case "integer":
    case "boolean":
      return type;
    case "array":
      return `${typeOf(schema["items"], `${name}Item`, book)}[]`;
    case "object":
      return isObject(schema["properties"]) ? modelType(schema, name, book) : mapType(schema, name, book);
    default:
      throw new Error(`No shape for ${JSON.stringify(schema).slice(0, 200)}`);
  }
}

function mapType(schema: JsonObject, name: string, book: Book): string {
  const values = typeOf(schema["additionalProperties"], `${name}Value`, book);
  return values === "any" ? "object" : `map<${values}>`;
}

function modelType(schema: JsonObject, name: string, book: Book): string {
  if (schema["additionalProperties"] !== false) throw new Error(`${name} is not closed`);
  const required = listOf(schema["required"]);
  const properties: Record<string, string> = {};
  for (const [key, inner] of Object.entries(schema["properties"] ?? {})) {
    if (key === "$schema") continue;
    properties[required.includes(key) ? key : `${key}?`] = typeOf(inner, `${name}_${key}`, book);
  }
  const existingModel = book.models.get(name);
  if (existingModel && JSON.stringify(existingModel) !== JSON.stringify(properties))
    throw new Error(`Two models have the name ${name}`);
  book.models.set(name, properties);
  return name;
}

function variantsType(options: readonly unknown[], name: string, book: Book): string {
  const of = options.map((option) => typeOf(option, `${name}Case`, book));
  book.variants.set(name, { by: "source", of });
  return name;
}

/** A text or an object, `string|MODEL`. */
function eitherType(options: readonly unknown[], name: string, book: Book): string {
  const types = options.map((option) => typeOf(option, `${name}Case`, book));
  if (types.length !== 2 || types[0] !== "string") throw new Error(`${name} is not a text or an object`);
  return types.join("|");
}

function alternativesOf(schema: JsonObject): readonly unknown[] {
  return listOf(schema["oneOf"] ?? schema["anyOf"]);
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Models as text: lines of at most 150 characters, the ones after the first indented. */
export function modelsText(models: Readonly<Record<string, Readonly<Record<string, string>>>>): string {
  const texts = Object.entries(models).map(([name, properties]) => {
    const lines = [`${name}:`];
    for (const [property, type] of Object.entries(properties)) {
      const part = ` ${property} ${type};`;
      if (`${lines.at(-1)}${part}`.length > 150) lines.push(` ${part}`);
      else lines.push(`${lines.pop()}${part}`);
    }
    return lines.join("\n");
  });
  return texts.join("\n");
}
