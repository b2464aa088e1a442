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
  gather(node, facts, new Set(), false);
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

/** @param isBase whether the schema is a part of another: then its variants, if it has any, are not those of the other */
function gather(
  { schema, document }: SchemaNode,
  facts: ReturnType<typeof noFacts>,
  visited: Set<unknown>,
  isBase: boolean,
): void {
  // A schema may refer to itself, or twice to the same schema.
  if (!isObject(schema) || visited.has(schema)) return;
  visited.add(schema);
  const reference = schema["$ref"];
  if (typeof reference === "string") gather({ schema: resolve(reference, document), document }, facts, visited, isBase);
  for (const type of [schema["type"]].flat()) if (typeof type === "string" && type !== "null") facts.types.add(type);
  const allowed = "const" in schema ? [schema["const"]] : items(schema["enum"]);
  facts.values.push(...allowed.filter((value) => typeof value === "string"));
  for (const [name, inner] of entries(schema["properties"])) facts.properties.set(name, { schema: inner, document });
  for (const name of items(schema["required"])) if (typeof name === "string") facts.required.add(name);
  for (const inner of [schema["items"], schema["additionalProperties"]])
    if (isObject(inner) && Object.keys(inner).length > 0) facts.items.push({ schema: inner, document });
  for (const inner of items(schema["allOf"])) gather({ schema: inner, document }, facts, visited, true);
  // The facts of all alternatives are joined. Several alternatives make no property required.
  const alternatives = isBase && schema["discriminator"] !== undefined ? [] : alternativesOf(schema);
  for (const inner of alternatives) gather({ schema: inner, document }, facts, visited, false);
  if (alternatives.length > 1) facts.required.clear();
}

/** The alternatives of a schema, without `null`. */
function alternativesOf(schema: unknown): readonly unknown[] {
  return ["oneOf", "anyOf"].flatMap((key) => items(property(schema, key))).filter((each) => !isNull(each));
}

function isNull(schema: unknown): boolean {
  return property(schema, "type") === "null";
}

/** The variants of an object: a property of the object says which one it is. */
export interface Variants {
  readonly by: string;
  /** Each variant by the value of that property. */
  readonly cases: ReadonlyMap<string, SchemaNode>;
}

/**
 * The variants of a schema: alternatives of which each has one value of a property, or the mapping of a discriminator. Undefined if it has
 * none that can be told apart.
 * @param like variants of another schema, for one that does not say which values its alternatives have
 */
export function schemaVariants(node: SchemaNode, like?: Variants): Variants | undefined {
  const { schema, document } = target(node);
  const discriminator = property(schema, "discriminator");
  const propertyName = property(discriminator, "propertyName");
  const alternatives = alternativesOf(schema).map((inner) => ({ schema: inner, document }));
  const by = typeof propertyName === "string" ? propertyName : (like?.by ?? commonConstant(alternatives));
  if (by === undefined) return undefined;
  const byMapping = entries(property(discriminator, "mapping")).flatMap(
    ([value, reference]): [string, SchemaNode][] => {
      if (typeof reference !== "string") return [];
      const path = reference.startsWith("#") ? reference : `#/components/schemas/${reference}`;
      return [[value, { schema: { $ref: path }, document }]];
    },
  );
  if (byMapping.length > 0) return { by, cases: new Map(byMapping) };
  const byName = alternatives.flatMap((alternative): [string, SchemaNode][] => {
    const values = valuesAt(alternative, by);
    const value = values.length === 1 ? values[0] : valueInName(alternative, like);
    return value === undefined ? [] : [[value, alternative]];
  });
  return byName.length > 1 && byName.length === alternatives.length ? { by, cases: new Map(byName) } : undefined;
}

/** The value that the name of a referenced schema ends with: that of `QuantDateList` is `DateList`. */
function valueInName({ schema }: SchemaNode, like: Variants | undefined): string | undefined {
  const reference = property(schema, "$ref");
  if (typeof reference !== "string" || like === undefined) return undefined;
  const name = reference.toLowerCase().replace(/obsolete$/, "");
  return [...like.cases.keys()].sort((a, b) => b.length - a.length).find((value) => name.endsWith(value.toLowerCase()));
}

/** The schema itself where a node only refers to it, also as the one part or the one alternative beside `null`. */
function target(node: SchemaNode, depth = 0): SchemaNode {
  const { schema, document } = node;
  if (!isObject(schema) || depth > MAX_REFERENCES) return node;
  const reference = schema["$ref"];
  const alternatives = alternativesOf(schema);
  const parts = items(schema["allOf"]);
  const inner =
    typeof reference === "string"
      ? resolve(reference, document)
      : alternatives.length === 1
        ? alternatives[0]
        : parts.length === 1 && schema["properties"] === undefined
          ? parts[0]
          : undefined;
  return inner === undefined ? node : target({ schema: inner, document }, depth + 1);
}

/** References that lead to references end here at the latest. */
const MAX_REFERENCES = 20;

/** A property that has one value in the first alternative. */
function commonConstant([first]: readonly SchemaNode[]): string | undefined {
  if (first === undefined) return undefined;
  return [...factsOf(first).properties.keys()].find((name) => valuesAt(first, name).length === 1);
}

/** The allowed texts of a property; none if any text is allowed. */
export function valuesAt(node: SchemaNode, name: string): readonly string[] {
  const inner = factsOf(node).properties.get(name);
  return inner === undefined ? [] : factsOf(inner).values;
}

/** The value of a reference within the document, `#/components/schemas/NAME`. */
export function resolve(reference: string, document: unknown): unknown {
  const path = reference.startsWith("#/") ? fromPointer(decodeURIComponent(reference.slice(1))) : undefined;
  return path?.reduce(property, document);
}
