import { factsOf, type SchemaNode } from "./schema-node.ts";

/** A difference between our schema and the document's at one place. */
export interface SchemaDifference {
  /** The path of the property, such as `data.*.dates.calendar`. `*` stands for the items of a list and the values of a map. */
  readonly place: string;
  readonly difference: string;
}

/** The greatest depth: deeper than any model, so that models that contain themselves end. */
const DEEPEST = 10;

export interface SchemaOptions {
  /** Whether to compare which properties are required: for requests, not for answers. */
  readonly required: boolean;
}

/**
 * The differences between our schema and the document's, property by property. A name or value in another letter case is a difference.
 * @param path the path of both schemas
 */
export function compareSchemas(
  ours: SchemaNode,
  theirs: SchemaNode,
  options: SchemaOptions,
  path: readonly string[] = [],
): SchemaDifference[] {
  if (path.length > DEEPEST) return [];
  const [own, other] = [factsOf(ours), factsOf(theirs)];
  const found: SchemaDifference[] = [];
  const report = (difference: string, name?: string) =>
    found.push({ place: [...path, ...(name === undefined ? [] : [name])].join(".") || "(the whole)", difference });

  const missing = other.values.filter((value) => !own.values.includes(value));
  const extra = own.values.filter((value) => !other.values.includes(value));
  if (own.values.length > 0 && other.values.length > 0) {
    if (missing.length > 0) report(`the document also allows ${missing.join(", ")}`);
    if (extra.length > 0) report(`the document does not allow ${extra.join(", ")}`);
  }
  const types = (facts: typeof own) => [...facts.types].map((type) => (type === "integer" ? "number" : type)).sort();
  const [ownTypes, otherTypes] = [types(own), types(other)];
  if (ownTypes.length > 0 && otherTypes.length > 0 && !otherTypes.some((type) => ownTypes.includes(type)))
    report(`the type is ${otherTypes.join(" or ")} in the document, ${ownTypes.join(" or ")} here`);

  // Our model without properties is open, so no property of the document can be missing in it.
  if (own.properties.size > 0) {
    for (const [name, node] of other.properties) {
      const known = own.properties.get(name) ?? withoutCase(own.properties, name);
      if (known === undefined) {
        report("only in the document", name);
        continue;
      }
      if (!own.properties.has(name)) report("spelled in another letter case here", name);
      if (options.required && other.required.has(name) !== own.required.has(name))
        report(other.required.has(name) ? "required in the document alone" : "required here alone", name);
      found.push(...compareSchemas(known, node, options, [...path, name]));
    }
  }
  if (other.properties.size > 0) {
    for (const name of own.properties.keys())
      if (withoutCase(other.properties, name) === undefined) report("only here", name);
  }
  if (own.items !== undefined && other.items !== undefined)
    found.push(...compareSchemas(own.items, other.items, options, [...path, "*"]));
  return found;
}

function withoutCase<Value>(map: ReadonlyMap<string, Value>, name: string): Value | undefined {
  for (const [key, value] of map) if (key.toLowerCase() === name.toLowerCase()) return value;
  return undefined;
}
