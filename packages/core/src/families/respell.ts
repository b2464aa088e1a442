import * as z from "zod";
import { findName, setProperty } from "../json/value.ts";

/** The position in a document, and the function that reports names that cannot be respelled. */
export interface Walk {
  readonly path: PropertyKey[];
  readonly report?: (issue: z.core.$ZodRawIssue<z.core.$ZodIssueUnrecognizedKeys>) => void;
}
type Respell = (value: unknown, walk: Walk) => unknown;

const unchanged: Respell = (value) => value;
const compiled = new WeakMap<z.core.$ZodType, Respell>();

/**
 * The schema for documents in any letter case. Like the service, it first puts names and enum values in the model's spelling. Names that
 * are data (unit ids, constraints) keep their spelling. The same name in two spellings is an issue: one of the values would be lost.
 */
export function anyCase<Output>(schema: z.core.$ZodType<Output>): z.ZodType<Output> {
  return z.preprocess(
    (value, context) => respellerOf(schema)(value, { path: [], report: (issue) => context.issues.push(issue) }),
    schema,
  );
}

/**
 * The schema for answers of the service in any letter case. It reports no issues: if a name comes in two spellings, the second is kept
 * unchanged. `spelling` is the schema with the model's spelling, for a `schema` that has lost it.
 */
export function anyCaseAnswer<Output>(
  schema: z.core.$ZodType<Output>,
  spelling: z.core.$ZodType = schema,
): z.ZodType<Output> {
  return z.preprocess((value) => respellerOf(spelling)(value, { path: [] }), schema);
}

/** The respeller of a schema, created at its first use. */
function respellerOf(schema: z.core.$ZodType): Respell {
  const cachedRespeller = compiled.get(schema);
  if (cachedRespeller) return cachedRespeller;
  const respeller = compile(schema);
  compiled.set(schema, respeller);
  return respeller;
}

function compile(schema: z.core.$ZodType): Respell {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodCatch)
    return respellerOf(schema.def.innerType);
  if (schema instanceof z.ZodPipe)
    return respellerOf(schema.def.in instanceof z.ZodTransform ? schema.def.out : schema.def.in);
  if (schema instanceof z.ZodObject) return objectRespeller(schema);
  if (schema instanceof z.ZodRecord) return recordRespeller(respellerOf(schema.def.valueType));
  if (schema instanceof z.ZodArray) return arrayRespeller(respellerOf(schema.def.element));
  if (schema instanceof z.ZodDiscriminatedUnion) return variantRespeller(schema);
  // A text or an object: only the object has names to respell.
  if (schema instanceof z.ZodUnion) return objectIn(schema);
  if (schema instanceof z.ZodEnum) return textRespeller(schema.options);
  if (schema instanceof z.ZodLiteral) return textRespeller([...schema.values]);
  return unchanged;
}

function objectIn(schema: z.ZodUnion): Respell {
  const object = schema.options.find((option) => option instanceof z.ZodObject);
  return object === undefined ? unchanged : respellerOf(object);
}

function objectRespeller(schema: z.ZodObject): Respell {
  const properties = new Map<string, { name: string; respell: Respell }>();
  for (const [name, property] of Object.entries(schema.shape)) {
    const entry = { name, respell: respellerOf(property) };
    properties.set(name.toLowerCase(), entry).set(name, entry);
  }
  return (value, walk) => {
    if (!isPlainObject(value)) return value;
    const respelled: Record<string, unknown> = {};
    for (const [key, item] of Object.entries(value)) {
      const property = properties.get(key) ?? properties.get(key.toLowerCase());
      const name = property?.name ?? key;
      const isSecond = name !== key && (Object.hasOwn(value, name) || Object.hasOwn(respelled, name));
      if (!isSecond) setProperty(respelled, name, property ? inside(walk, name, property.respell, item) : item);
      else if (walk.report)
        refuse(walk, value, key, `"${key}" is "${name}" in another letter case, and the object has both`);
      else setProperty(respelled, key, item);
    }
    return respelled;
  };
}

function recordRespeller(respell: Respell): Respell {
  return (value, walk) => {
    if (!isPlainObject(value)) return value;
    const respelled: Record<string, unknown> = {};
    for (const [key, item] of Object.entries(value)) {
      // zod drops this key without an error, so a unit with that name would disappear.
      if (key === "__proto__") refuse(walk, value, key, `"${key}" cannot be a name`);
      else respelled[key] = inside(walk, key, respell, item);
    }
    return respelled;
  };
}

function arrayRespeller(respell: Respell): Respell {
  return (value, walk) =>
    Array.isArray(value) ? value.map((item, index) => inside(walk, index, respell, item)) : value;
}

function inside(walk: Walk, key: PropertyKey, respell: Respell, value: unknown): unknown {
  walk.path.push(key);
  const respelled = respell(value, walk);
  walk.path.pop();
  return respelled;
}

function refuse(walk: Walk, input: Record<string, unknown>, key: string, message: string): void {
  walk.report?.({ code: "unrecognized_keys", keys: [key], path: [...walk.path], input, message });
}

/** Respells the discriminator first, then the rest by the variant that the discriminator names. */
function variantRespeller(schema: z.ZodDiscriminatedUnion): Respell {
  const discriminator = schema.def.discriminator;
  const variants = new Map<string, Respell>();
  for (const option of schema.options) {
    for (const name of option._zod.propValues?.[discriminator] ?? [])
      variants.set(String(name).toLowerCase(), respellerOf(option));
  }
  return (value, walk) => {
    if (!isPlainObject(value)) return value;
    const key = findName(value, discriminator);
    const name = key === undefined ? undefined : value[key];
    const variant = typeof name === "string" ? variants.get(name.toLowerCase()) : undefined;
    return variant ? variant(value, walk) : value;
  };
}

function textRespeller(values: readonly unknown[]): Respell {
  const spellings = new Map(values.map((value) => [String(value).toLowerCase(), value]));
  return (value) => (typeof value === "string" ? (spellings.get(value.toLowerCase()) ?? value) : value);
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return z.util.isPlainObject(value);
}
