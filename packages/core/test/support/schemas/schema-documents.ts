import * as fc from "fast-check";
import * as z from "zod";
import {
  familyIds,
  familySchemas,
  templateKinds,
  templateRequests,
  templateSchemas,
} from "../../../src/families/index.ts";
import { isObject } from "../../../src/json/value.ts";

// Documents for property tests, made from the schemas themselves.

/** The schema of each request, with the name of its file in `packages/core/schemas`. */
export const requestSchemas: readonly (readonly [file: string, schema: z.ZodType])[] = [
  ...familyIds.map((id) => [`${id}.schema.json`, familySchemas[id]] as const),
  ...templateKinds.map((kind) => [`${templateRequests[kind].name}.schema.json`, templateSchemas[kind]] as const),
];

/** Documents that a schema accepts, in the model's spelling. */
export function validDocuments(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
  if (schema instanceof z.ZodOptional) return validDocuments(schema.def.innerType);
  if (schema instanceof z.ZodNullable)
    return fc.oneof({ weight: 9, arbitrary: validDocuments(schema.def.innerType) }, fc.constant(null));
  if (schema instanceof z.ZodPipe) return validDocuments(schema.def.out);
  if (schema instanceof z.ZodObject) return objects(schema);
  if (schema instanceof z.ZodRecord)
    return fc.dictionary(mapNames, validDocuments(schema.def.valueType), { maxKeys: 3 });
  if (schema instanceof z.ZodArray) return fc.array(validDocuments(schema.def.element), { maxLength: 3 });
  if (schema instanceof z.ZodUnion) return fc.oneof(...schema.options.map(validDocuments));
  if (schema instanceof z.ZodEnum) return fc.constantFrom(...schema.options);
  if (schema instanceof z.ZodLiteral) return fc.constantFrom(...schema.values);
  if (schema instanceof z.ZodString) return fc.string();
  if (schema instanceof z.ZodNumber)
    return schema.isInt ? fc.integer() : fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);
  if (schema instanceof z.ZodBoolean) return fc.boolean();
  if (schema instanceof z.ZodUnknown) return fc.jsonValue();
  throw new Error(`No documents for ${schema._zod.def.type}`);
}

/** Names in maps: any text except the one that no map accepts. */
const mapNames = fc.string({ minLength: 1 }).filter((name) => name !== "__proto__");

function objects(schema: z.ZodObject): fc.Arbitrary<unknown> {
  const properties = Object.entries(schema.shape);
  const requiredKeys = properties.filter(([, property]) => !(property instanceof z.ZodOptional)).map(([name]) => name);
  return fc.record(Object.fromEntries(properties.map(([name, property]) => [name, validDocuments(property)])), {
    requiredKeys,
    noNullPrototype: true,
  });
}

/** The same document with every name of the model, and every enum value, in a letter case of its own. */
export function inAnyCase(schema: z.core.$ZodType, value: unknown): fc.Arbitrary<unknown> {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return inAnyCase(schema.def.innerType, value);
  if (schema instanceof z.ZodPipe) return inAnyCase(schema.def.out, value);
  if ((schema instanceof z.ZodEnum || schema instanceof z.ZodLiteral) && typeof value === "string")
    return fc.mixedCase(fc.constant(value));
  if (schema instanceof z.ZodUnion && isObject(value)) {
    const variant = schema.options.find(
      (option) => option instanceof z.ZodObject && z.safeParse(option, value).success,
    );
    return variant ? inAnyCase(variant, value) : fc.constant(value);
  }
  if (schema instanceof z.ZodArray && Array.isArray(value))
    return fc.tuple(...value.map((item) => inAnyCase(schema.def.element, item)));
  if (schema instanceof z.ZodObject && isObject(value)) {
    return entries(
      value,
      (name) => fc.mixedCase(fc.constant(name)),
      (name, item) => inAnyCase(schema.shape[name] ?? z.unknown(), item),
    );
  }
  if (schema instanceof z.ZodRecord && isObject(value)) {
    return entries(value, fc.constant, (_, item) => inAnyCase(schema.def.valueType, item));
  }
  return fc.constant(value);
}

function entries(
  value: Record<string, unknown>,
  nameOf: (name: string) => fc.Arbitrary<string>,
  itemOf: (name: string, item: unknown) => fc.Arbitrary<unknown>,
): fc.Arbitrary<unknown> {
  return fc
    .tuple(...Object.entries(value).map(([name, item]) => fc.tuple(nameOf(name), itemOf(name, item))))
    .map((pairs) => Object.fromEntries(pairs));
}

/** A place in a document: the names and indices that lead to it. */
export type Place = readonly (string | number)[];

/** Every place of a document, its root first. */
export function placesOf(value: unknown, place: Place = []): Place[] {
  const children = Array.isArray(value)
    ? value.map((item, index) => [index, item] as const)
    : isObject(value)
      ? Object.entries(value)
      : [];
  return [place, ...children.flatMap(([key, item]) => placesOf(item, [...place, key]))];
}

/** The value at a place. */
export function at(value: unknown, place: Place): unknown {
  return place.reduce<unknown>((parent, key) => Reflect.get(Object(parent), key), value);
}

/** The document with something else at a place; `undefined` takes it away. */
export function replaced(value: unknown, [key, ...rest]: Place, by: unknown): unknown {
  if (key === undefined) return by;
  if (Array.isArray(value)) {
    const items = value.map((item, index) => (index === key ? replaced(item, rest, by) : item));
    return items.filter((item) => item !== undefined);
  }
  if (!isObject(value)) return value;
  const pairs = Object.entries({ ...value, [key]: replaced(value[key], rest, by) });
  return Object.fromEntries(pairs.filter(([, item]) => item !== undefined));
}
