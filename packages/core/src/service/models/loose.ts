import * as z from "zod";
import { anyCaseAnswer } from "../../families/respell.ts";
import { property } from "../../json/value.ts";

// Only the outline of an answer is checked. Every property may be missing or null, unknown properties stay, and a value whose type differs
// from the model's stays as received. The types are those of the models: check a value before you rely on its type.

/** One of the known texts, or one that only a newer deployment knows. */
export type OrOther<Known extends string> = Known | (string & {});

/** The types of some models, by the wire name of the model. */
export type ModelTypes<Models> = {
  readonly [Name in keyof Models]: Models[Name] extends z.ZodType<infer Type> ? Type : never;
};

/** Reads a value that fits the schema; `convert` converts any other value. */
function readElse<Schema extends z.ZodType>(schema: Schema, convert: (value: unknown) => unknown) {
  // Only here may a value get another type than the model says. The JSON Schema generator calls it without a context.
  return z.catch(schema, (context) => convert(property(context, "value")) as z.output<Schema>);
}

/** Reads a value that fits the schema; any other value stays as received. */
export function loose<Schema extends z.ZodType>(schema: Schema) {
  return readElse(schema, same);
}

export const looseText = loose(z.string().nullish());
export const looseNumber = loose(z.number().nullish());
export const looseFlag = loose(z.boolean().nullish());

/** A text. Any other value becomes its JSON. */
export const textOrJson = readElse(z.string().nullish(), toText);

/** A number, even if it was sent as text. Any other value is left out. */
export const numberOrText = readElse(z.number().nullish(), (value) => (isNumeric(value) ? Number(value) : undefined));

/**
 * One of `values`, which `anyCaseAnswer` puts in the model's spelling; another text stays as received.
 * @param convert what becomes of a value that is no text; by default it stays as received
 */
export function looseEnum<const Known extends string>(
  values: readonly Known[],
  convert: (value: unknown) => unknown = same,
): z.core.$ZodType<OrOther<Known> | null | undefined> {
  return readElse(z.enum(values).nullish(), (value) => (typeof value === "string" ? value : convert(value)));
}

/** An object with at least these properties. */
export function model<Shape extends z.ZodRawShape>(shape: Shape) {
  return loose(z.looseObject(shape));
}

/** What many lists of the service say about an entry. */
export const namedModel = model({ name: looseText });
export const categorizedModel = model({ name: looseText, category: looseText });
export const placedModel = model({ name: looseText, directory: looseText, category: looseText });

/** A list; null items are left out. */
export function looseList<Item>(item: z.core.$ZodType<Item>) {
  return loose(
    z
      .preprocess((value) => (Array.isArray(value) ? value.filter((entry) => !isNone(entry)) : value), z.array(item))
      .nullish(),
  );
}

/** A list of texts; null items are left out. */
export const texts = looseList(loose(z.string()));

/** A list of texts; other items become their JSON. */
export const textsOrJson = looseList(z.preprocess(toText, z.string()));

/** An object whose names are data. A null value becomes an empty object. */
export function looseMap<Value>(value: z.core.$ZodType<Value>) {
  return loose(objects(value));
}

/** The same as a part of the outline: the model refuses any other value. */
export function objects<Value>(value: z.core.$ZodType<Value>) {
  return z.record(z.string(), z.preprocess(nullAsEmpty, value));
}

/** `{ data, meta }` in any letter case. The model refuses an answer without `data`; `data: null` becomes an empty object. */
export function root<Data>(data: z.core.$ZodType<Data>) {
  return rootWith(data, z.unknown());
}

/** `{ data, meta }`, where the names in `data` are data. */
export function mapRoot<Value>(value: z.core.$ZodType<Value>) {
  return root<Record<string, Value>>(looseMap<Value>(value));
}

/** `{ data, meta }` with a model of `meta`. */
export function rootWith<Data, Meta>(data: z.core.$ZodType<Data>, meta: z.core.$ZodType<Meta>) {
  const requiredData = z.preprocess((value, { issues }) => {
    if (value === undefined) issues.push({ code: "custom", message: "it is missing", input: value });
    return nullAsEmpty(value);
  }, data);
  return anyCaseAnswer(z.looseObject({ data: requiredData, meta: z.nullish(meta) }));
}

function same(value: unknown): unknown {
  return value;
}

function nullAsEmpty(value: unknown): unknown {
  return value === null ? {} : value;
}

export function toText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function isNone(value: unknown): value is null | undefined {
  return value === null || value === undefined;
}

function isNumeric(value: unknown): boolean {
  return typeof value === "string" && value.trim() !== "" && Number.isFinite(Number(value));
}

/**
 * A request as the service gives it back: any property may be missing or null, a text from a closed list may be another text,
 * and there may be unknown properties.
 */
export type AsRead<Request> = [Request] extends [never]
  ? unknown
  : Request extends string
    ? TextAsRead<Request>
    : Request extends readonly (infer Item)[]
      ? AsRead<Item>[]
      : Request extends object
        ? { [Name in keyof Request]?: AsRead<Request[Name]> | null | undefined }
        : Request;

type TextAsRead<Text extends string> = string extends Text ? string : OrOther<Text>;

/** Reads a request loosely, as the service gives it back. It puts names and enum values, which come in lower case, in the model's spelling. */
export function asRead<Request>(schema: z.core.$ZodType<Request>): z.ZodType<AsRead<Request>> {
  // The schemas of the families put names in the model's spelling first, and are pipes.
  const request = schema instanceof z.ZodPipe ? schema.def.out : schema;
  const loose = request instanceof z.ZodObject ? z.looseObject(loosenProperties(request.shape)) : loosen(request);
  // `loosen` does to the schema what `AsRead` does to the type; the compiler cannot follow it there.
  return anyCaseAnswer(loose as z.ZodType<AsRead<Request>>, request);
}

function loosen(schema: z.core.$ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return loosen(schema.def.innerType);
  if (schema instanceof z.ZodObject) return model(loosenProperties(schema.shape));
  if (schema instanceof z.ZodRecord) return loose(z.record(z.string(), loosen(schema.def.valueType).nullish()));
  if (schema instanceof z.ZodArray) return looseList(loosen(schema.def.element));
  if (schema instanceof z.ZodDiscriminatedUnion) return loosenVariants(schema);
  if (schema instanceof z.ZodString || schema instanceof z.ZodEnum || schema instanceof z.ZodLiteral) return looseText;
  if (schema instanceof z.ZodNumber) return looseNumber;
  if (schema instanceof z.ZodBoolean) return looseFlag;
  return z.unknown();
}

function loosenProperties(shape: z.core.$ZodShape) {
  return Object.fromEntries(Object.entries(shape).map(([name, property]) => [name, loosen(property).nullish()]));
}

/** Properties of the same name have the same type in every variant, so one loose object holds them all. */
function loosenVariants(union: z.ZodDiscriminatedUnion): z.ZodType {
  const shapes = union.options.map((option) => (option instanceof z.ZodObject ? option.shape : {}));
  return model(loosenProperties(Object.assign({}, ...shapes)));
}
