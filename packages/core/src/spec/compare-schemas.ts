import { factsOf, type SchemaFacts, type SchemaNode, schemaVariants, type Variants, valuesAt } from "./schema-node.ts";

/** A difference between our schema and the document's at one place. */
export interface SchemaDifference {
  readonly kind: "values" | "type" | "missing" | "extra" | "spelling" | "required" | "not required" | "variants";
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
  const variants = schemaVariants(ours);
  return variants === undefined
    ? compareFacts(ours, theirs, options, path)
    : compareVariants(ours, variants, theirs, options, path);
}

/** Compares variant with variant. Where the document only names them, their names are compared. */
function compareVariants(
  ours: SchemaNode,
  { by, cases }: Variants,
  theirs: SchemaNode,
  options: SchemaOptions,
  path: readonly string[],
): SchemaDifference[] {
  const others = schemaVariants(theirs, { by, cases })?.cases;
  const names = others === undefined ? valuesAt(theirs, by) : [...others.keys()];
  if (names.length === 0) return compareFacts(ours, theirs, options, path);
  const place = path.join(".") || "(the whole)";
  const report = (difference: string): SchemaDifference => ({ kind: "variants", place, difference });
  const missing = names.filter((name) => !cases.has(name));
  const extra = [...cases.keys()].filter((name) => !names.includes(name));
  return [
    ...(missing.length > 0 ? [report(`the document also allows ${by} ${missing.join(", ")}`)] : []),
    ...(extra.length > 0 ? [report(`the document does not allow ${by} ${extra.join(", ")}`)] : []),
    ...Array.from(cases).flatMap(([name, variant]) => {
      const other = others?.get(name);
      // The property that names the variant is compared as the names of the variants.
      return other === undefined ? [] : compareFacts(variant, other, options, [...path, `(${name})`], by);
    }),
  ];
}

/** @param ignored a property that is not compared */
function compareFacts(
  ours: SchemaNode,
  theirs: SchemaNode,
  options: SchemaOptions,
  path: readonly string[],
  ignored?: string,
): SchemaDifference[] {
  const [ourFacts, other] = [factsOf(ours), factsOf(theirs)];
  const differences: SchemaDifference[] = [];
  const report = (kind: SchemaDifference["kind"], difference: string, name?: string) =>
    differences.push({
      kind,
      place: [...path, ...(name === undefined ? [] : [name])].join(".") || "(the whole)",
      difference,
    });

  const missing = other.values.filter((value) => !ourFacts.values.includes(value));
  const extra = ourFacts.values.filter((value) => !other.values.includes(value));
  if (ourFacts.values.length > 0 && other.values.length > 0) {
    if (missing.length > 0) report("values", `the document also allows ${missing.join(", ")}`);
    if (extra.length > 0) report("values", `the document does not allow ${extra.join(", ")}`);
  }
  const [ownTypes, otherTypes] = [typesOf(ourFacts), typesOf(other)];
  if (ownTypes.length > 0 && otherTypes.length > 0 && !otherTypes.some((type) => ownTypes.includes(type)))
    report("type", `the type is ${otherTypes.join(" or ")} in the document, ${ownTypes.join(" or ")} here`);

  // Our model without properties is open, so no property of the document can be missing in it.
  if (ourFacts.properties.size > 0) {
    for (const [name, node] of other.properties) {
      if (name === ignored) continue;
      const property = ourFacts.properties.get(name) ?? withoutCase(ourFacts.properties, name);
      if (property === undefined) {
        report("missing", "only in the document", name);
        continue;
      }
      if (!ourFacts.properties.has(name)) report("spelling", "spelled in another letter case here", name);
      if (options.required && other.required.has(name) && !ourFacts.required.has(name))
        report("required", "required in the document alone", name);
      if (options.required && ourFacts.required.has(name) && !other.required.has(name))
        report("not required", "required here alone", name);
      differences.push(...compareSchemas(property, node, options, [...path, name]));
    }
  }
  if (other.properties.size > 0) {
    for (const name of ourFacts.properties.keys())
      if (name !== ignored && withoutCase(other.properties, name) === undefined) report("extra", "only here", name);
  }
  if (ourFacts.items !== undefined && other.items !== undefined)
    differences.push(...compareSchemas(ourFacts.items, other.items, options, [...path, "*"]));
  return differences;
}

function typesOf({ types }: SchemaFacts): string[] {
  return [...types].map((type) => (type === "integer" ? "number" : type)).sort();
}

function withoutCase<Value>(map: ReadonlyMap<string, Value>, name: string): Value | undefined {
  for (const [key, value] of map) if (key.toLowerCase() === name.toLowerCase()) return value;
  return undefined;
}
