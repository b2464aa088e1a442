import { fromPointer } from "../json/pointer.ts";
import { entries, isObject, items, property } from "../json/value.ts";

/** A JSON Schema, with the document that its references point into. */
export interface SchemaNode {
  readonly schema: unknown;
  readonly document: unknown;
}

/** The facts of a schema about a value, with references and combinations resolved. */
export interface SchemaFacts {
  /** The JSON Schema types, without `null`; empty if the schema states no type. */
  readonly types: ReadonlySet<string>;
  /** The allowed texts; empty if any text is allowed. */
  readonly values: readonly string[];
  /** The named properties of an object. */
  readonly properties: ReadonlyMap<string, SchemaNode>;
  readonly required: ReadonlySet<string>;
  /** The items of a list, or the values of a map. */
  readonly items: SchemaNode | undefined;
}

/** Reads a schema of JSON Schema or OpenAPI 3. Ignores keywords that it does not know. */
export function factsOf(node: SchemaNode): SchemaFacts {
  const facts = noFacts();
  gather(node, facts, new Set());
  return { ...facts, items: facts.items[0] };
}

function noFacts() {
  return {
    types: new Set<string>(),
    values: [] as string[],
    properties: new Map<string, SchemaNode>(),
    required: new Set<string>(),
    items: [] as SchemaNode[],
  };
}

function gather({ schema, document }: SchemaNode, facts: ReturnType<typeof noFacts>, seen: Set<unknown>): void {
  // A schema may refer to itself, or twice to the same schema.
  if (!isObject(schema) || seen.has(schema)) return;
  seen.add(schema);
  const reference = schema["$ref"];
  if (typeof reference === "string") gather({ schema: resolve(reference, document), document }, facts, seen);
  for (const type of [schema["type"]].flat()) if (typeof type === "string" && type !== "null") facts.types.add(type);
  const allowed = "const" in schema ? [schema["const"]] : items(schema["enum"]);
  facts.values.push(...allowed.filter((value) => typeof value === "string"));
  for (const [name, inner] of entries(schema["properties"])) facts.properties.set(name, { schema: inner, document });
  for (const name of items(schema["required"])) if (typeof name === "string") facts.required.add(name);
  for (const inner of [schema["items"], schema["additionalProperties"]])
    if (isObject(inner) && Object.keys(inner).length > 0) facts.items.push({ schema: inner, document });
  // The facts of all alternatives and parts are joined. Alternatives make no property required.
  for (const key of ["allOf", "oneOf", "anyOf"])
    for (const inner of items(schema[key])) gather({ schema: inner, document }, facts, seen);
  if (schema["oneOf"] !== undefined || schema["anyOf"] !== undefined) facts.required.clear();
}

/** The value of a reference within the document, `#/components/schemas/NAME`. */
export function resolve(reference: string, document: unknown): unknown {
  const path = reference.startsWith("#/") ? fromPointer(decodeURIComponent(reference.slice(1))) : undefined;
  return path?.reduce(property, document);
}
