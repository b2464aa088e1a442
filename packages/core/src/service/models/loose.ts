import * as z from "zod";

// How answers are read: nothing but the shape of the document can fail. Every property may be missing or null, unknown
// properties stay, and a value of another type is turned into the one the model says or left out.

/** One of the known texts, or one that a newer deployment made up. */
export type OrOther<Known extends string> = Known | (string & {});

/** A text. What is no text comes as its JSON, so that nothing is lost. */
export const text = z.preprocess(
  (value) => (typeof value === "string" || isNone(value) ? value : JSON.stringify(value)),
  z.string().nullish(),
);

/** A number, also one that was sent as text. */
export const number = z.preprocess(
  (value) => (isNumeric(value) ? Number(value) : value),
  z.number().nullish().catch(undefined),
);

/** Yes or no. */
export const flag = z.boolean().nullish().catch(undefined);

/** One of `known` in any letter case, in the model's spelling; another text as it came. */
export function known<const Known extends string>(
  values: readonly Known[],
): z.core.$ZodType<OrOther<Known> | null | undefined> {
  const spellings = new Map<string, string>(values.map((value) => [value.toLowerCase(), value]));
  return z.preprocess(
    (value) => (typeof value === "string" ? (spellings.get(value.toLowerCase()) ?? value) : value),
    text,
  );
}

/** An object with at least these properties. */
export function model<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.looseObject(shape);
}

/** A list; null items are left out. */
export function list<Item>(item: z.core.$ZodType<Item>) {
  return z
    .preprocess((value) => (Array.isArray(value) ? value.filter((each) => !isNone(each)) : value), z.array(item))
    .nullish();
}

/** A list of texts; null items are left out. */
export const texts = list(
  z.preprocess((value) => (typeof value === "string" ? value : JSON.stringify(value)), z.string()),
);

/** An object whose names are data. */
export function map<Value>(value: z.core.$ZodType<Value>) {
  return z.record(z.string(), present(value));
}

/** An object that is always there: null reads as an empty one. */
function present<Value>(value: z.core.$ZodType<Value>) {
  return z.preprocess((given) => (given === null ? {} : given), value);
}

/** `{ data, meta }`. An answer without `data` is no answer of this kind. */
export function root<Data>(data: z.core.$ZodType<Data>) {
  return rootWith(data, z.unknown());
}

/** The same with a `meta` that means something. */
export function rootWith<Data, Meta>(data: z.core.$ZodType<Data>, meta: z.core.$ZodType<Meta>) {
  return z.looseObject({ data: present(data), meta: z.nullish(meta) });
}

function isNone(value: unknown): value is null | undefined {
  return value === null || value === undefined;
}

function isNumeric(value: unknown): boolean {
  return typeof value === "string" && value.trim() !== "" && Number.isFinite(Number(value));
}
