// The values of a manifest and a journal as zod schemas. Each error is the rest of a sentence that begins with the address of the value. One
// that ends with a full stop says what to do itself.
import * as z from "zod/mini";
import { whyNoResultPath } from "../../../files/result-path.ts";

export const text = z.string({ error: "is not a text" });

/** A text of 1 to `maxLength` characters, and of this form. */
export function boundedText(maxLength: number, form?: RegExp, expected = `a text of 1 to ${maxLength} characters`) {
  const error = `is not ${expected}`;
  return z
    .string({ error })
    .check(z.maxLength(maxLength, { error }), form ? z.regex(form, { error }) : z.minLength(1, { error }));
}

/** A digest. The reader accepts any text: the comparison finds a wrong one. */
export const digest = z.clone(text).register(z.globalRegistry, { pattern: "^[0-9a-f]{64}$" });

/** A time, ISO 8601, UTC. The reader accepts any text. */
export const time = z.clone(text).register(z.globalRegistry, { format: "date-time" });

const wholeNumber = z.int({ error: "is not a whole number" });
export const count = wholeNumber.check(z.minimum(0, { error: "is not a whole number" }));

/** A whole number from `minimum` to `maximum`. */
export function countWithin(minimum: number, maximum: number) {
  const error = `is not a whole number from ${minimum} to ${maximum}`;
  return count.check(z.minimum(minimum, { error }), z.maximum(maximum, { error }));
}

/** JSON can hold more than a double: 1e999 reads as infinity, which is refused. */
export const number = z.number({ error: "is not a number" });

export const flag = z.boolean({ error: "is not true or false" });

export function oneOf<const Texts extends readonly string[]>(texts: Texts) {
  return z.enum(texts, { error: `is not one of ${texts.join(", ")}` });
}

/** The path of a result, an info document or a CSV, relative to the run folder. Other paths are refused: see `whyNoResultPath`. */
export const resultPath = text
  .check(
    z.refine((file: string) => whyNoResultPath(file) === undefined, {
      error: ({ input }) => {
        const file = String(input);
        return `names ${JSON.stringify(file.slice(0, 300))}, which is not the path of a result: ${whyNoResultPath(file)}. No run wrote it: get the run folder again from where the run stored it.`;
      },
    }),
  )
  .register(z.globalRegistry, {
    pattern: '^[^./\\\\:*?"<>|][^/\\\\:*?"<>|]*(/[^./\\\\:*?"<>|][^/\\\\:*?"<>|]*)+$',
  });

/** What each list consists of, for its JSON Schema. */
export const lists = new WeakMap<z.core.$ZodType, { readonly entry: z.core.$ZodType; readonly maxItems?: number }>();

/**
 * A list of at most `maxItems` values. It stops at its first wrong entry: zod would keep an issue for each, and a hostile list of 4 MB has two
 * million.
 */
export function list<Entry extends z.ZodMiniType>(
  entry: Entry,
  maxItems = Number.POSITIVE_INFINITY,
): z.ZodMiniType<z.output<Entry>[]> {
  const read = z.transform((values: unknown[], context): z.output<Entry>[] => {
    if (values.length > maxItems) {
      context.issues.push({ code: "custom", message: `is not a list of at most ${maxItems} values`, input: values });
      return z.NEVER;
    }
    const entries: z.output<Entry>[] = [];
    for (const [index, value] of values.entries()) {
      const result = z.safeParse(entry, value);
      if (!result.success) {
        const [{ message, path } = { message: "", path: [] }] = result.error.issues;
        context.issues.push({ code: "custom", message, path: [index, ...path], input: value });
        return z.NEVER;
      }
      entries.push(result.data);
    }
    return entries;
  });
  const schema = z.pipe(z.array(z.unknown(), { error: "is not a list" }), read);
  lists.set(schema, { entry, ...(Number.isFinite(maxItems) && { maxItems }) });
  return schema;
}

/** An object with these properties. All others are left out. */
export function object<Shape extends z.core.$ZodShape>(shape: Shape) {
  return z.object(shape, { error: "is not an object" });
}

/** A property of an object, with its meaning. */
export function required<Schema extends z.ZodMiniType>(schema: Schema, description: string): Schema {
  return describe(z.clone(schema), description);
}

/** A property that may be missing: then the object has no such property. */
export function optional<Schema extends z.ZodMiniType>(schema: Schema, description?: string) {
  return describe(z.exactOptional(schema), description);
}

/** The same, for a type of the client that also allows `undefined`. */
export function optionalOrUndefined<Schema extends z.ZodMiniType>(schema: Schema, description?: string) {
  return describe(z.optional(schema), description);
}

function describe<Schema extends z.ZodMiniType>(schema: Schema, description: string | undefined): Schema {
  if (description !== undefined) z.globalRegistry.add(schema, { description });
  return schema;
}
