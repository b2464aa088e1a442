import * as z from "zod";
import { property } from "../../json/value.ts";

// How answers are read: the outline alone can fail. Every property may be missing or null, unknown properties stay, and a value of another
// shape than the model's stands as it came. The types say what the models say: look at a value before you rely on its shape.

/** One of the known texts, or one that a newer deployment made up. */
export type OrOther<Known extends string> = Known | (string & {});

/** What fits is read; anything else stays as it came. */
export function asItCame<Schema extends z.ZodType>(schema: Schema) {
  // The one place where a value may be of another type than the model says. JSON Schema asks for a value without a context.
  return z.catch(schema, (context) => property(context, "value") as z.output<Schema>);
}

export const text = asItCame(z.string().nullish());
export const number = asItCame(z.number().nullish());
export const flag = asItCame(z.boolean().nullish());

/** A text. What is no text comes as its JSON. */
export const textOrJson = z.preprocess((value) => (isNone(value) ? value : toText(value)), z.string().nullish());

/** A number, also one that was sent as text. What is no number is left out. */
export const numberOrText = z.preprocess(
  (value) => (isNumeric(value) ? Number(value) : value),
  z.number().nullish().catch(undefined),
);

/** One of `known` in any letter case, in the model's spelling; another text as it came. */
export function known<const Known extends string>(
  values: readonly Known[],
  read: typeof text | typeof textOrJson = text,
): z.core.$ZodType<OrOther<Known> | null | undefined> {
  const spellings = new Map<string, string>(values.map((value) => [value.toLowerCase(), value]));
  return z.preprocess(
    (value) => (typeof value === "string" ? (spellings.get(value.toLowerCase()) ?? value) : value),
    read,
  );
}

/** An object with at least these properties. */
export function model<Shape extends z.ZodRawShape>(shape: Shape) {
  return asItCame(z.looseObject(shape));
}

/** A list; null items are left out. */
export function list<Item>(item: z.core.$ZodType<Item>) {
  return asItCame(
    z
      .preprocess((value) => (Array.isArray(value) ? value.filter((each) => !isNone(each)) : value), z.array(item))
      .nullish(),
  );
}

/** A list of texts; null items are left out. */
export const texts = list(asItCame(z.string()));

/** The same, of which what is no text comes as its JSON. */
export const textsOrJson = list(z.preprocess(toText, z.string()));

/** An object whose names are data. A value that is null reads as an empty object. */
export function map<Value>(value: z.core.$ZodType<Value>) {
  return asItCame(objects(value));
}

/** The same as a part of the outline: what is no such object does not fit. */
export function objects<Value>(value: z.core.$ZodType<Value>) {
  return z.record(z.string(), z.preprocess(nullAsEmpty, value));
}

/** `{ data, meta }`. An answer without `data` is no answer of this kind; `data: null` reads as an empty object. */
export function root<Data>(data: z.core.$ZodType<Data>) {
  return rootWith(data, z.unknown());
}

/** The same with a `meta` that means something. */
export function rootWith<Data, Meta>(data: z.core.$ZodType<Data>, meta: z.core.$ZodType<Meta>) {
  const given = z.preprocess((value, { issues }) => {
    if (value === undefined) issues.push({ code: "custom", message: "it is missing", input: value });
    return nullAsEmpty(value);
  }, data);
  return z.looseObject({ data: given, meta: z.nullish(meta) });
}

function nullAsEmpty(value: unknown): unknown {
  return value === null ? {} : value;
}

function toText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function isNone(value: unknown): value is null | undefined {
  return value === null || value === undefined;
}

function isNumeric(value: unknown): boolean {
  return typeof value === "string" && value.trim() !== "" && Number.isFinite(Number(value));
}
