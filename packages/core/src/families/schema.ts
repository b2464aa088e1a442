import * as z from "zod";

/**
 * The helpers that the parameter schemas of the families are written with. Each takes a description in Markdown and notes. Both go into
 * the JSON Schemas, the hovers of the editor and the reference. Defaults are notes: the service fills them in.
 */
interface Notes {
  /** The wire model's name, or a title for people. */
  readonly title?: string;
  /** The value that the service uses for a missing property. */
  readonly default?: unknown;
  /** Values that a file could have. */
  readonly examples?: readonly unknown[];
  /** The property that replaces this one, and why. */
  readonly deprecationMessage?: string;
  readonly defaultSnippets?: readonly Snippet[];
}

/** A text that an editor can insert; its body has slots for the values of the user. */
export interface Snippet {
  readonly label: string;
  readonly description: string;
  readonly body: unknown;
}

/** A slot in a snippet's body with its first text. Editors visit slots in the order of `place`. */
export function slot(place: number, text: string): string {
  return `\${${place}:${text}}`;
}

/** A slot with a number: editors drop the quotes of a text that starts with `^`. */
export function numberSlot(place: number, value: number): string {
  return `^${slot(place, String(value))}`;
}

function note<Schema extends z.core.$ZodType>(schema: Schema, description: string, notes: Notes = {}): Schema {
  z.globalRegistry.add(schema, { description, ...notes });
  return schema;
}

/** A text. Give `examples`. */
export function text(description: string, notes: Notes & { readonly examples: readonly string[] }): z.ZodString {
  return note(z.string(), description, notes);
}

/** Yes or no. */
export function flag(description: string, notes?: Notes): z.ZodBoolean {
  return note(z.boolean(), description, notes);
}

/** A number, with or without decimals. */
export function number(description: string, notes: Notes & { readonly examples: readonly number[] }): z.ZodNumber {
  return note(z.number(), description, notes);
}

/** A whole number. */
export function integer(description: string, notes: Notes & { readonly examples: readonly number[] }): z.ZodInt {
  return note(z.int(), description, notes);
}

/** One of a closed set of texts, each with its meaning. */
export function choice<Values extends Readonly<Record<string, string>>>(
  values: Values,
  description: string,
  notes?: Notes,
): z.ZodEnum<{ [Value in keyof Values & string]: Value }> {
  const schema = z.enum(keys(values));
  z.globalRegistry.add(schema, { description, ...notes, enumDescriptions: Object.values(values) });
  return schema;
}

function keys<Values extends object>(values: Values): (keyof Values & string)[] {
  return Object.keys(values) as (keyof Values & string)[];
}

/** A closed object: names that are not in `shape` are issues. */
export function object<Shape extends z.ZodRawShape>(shape: Shape, description: string, notes?: Notes) {
  return note(z.strictObject(shape), description, notes);
}

/** A text or an object: properties that are one in older deployments and the other in newer ones. */
export function textOr<Model>(
  model: z.core.$ZodType<Model>,
  description: string,
  notes: Notes & { readonly examples: readonly string[] },
): z.core.$ZodType<string | Model> {
  return note(z.union([text(description, notes), model]), description, notes);
}

/** A list. `Item` can be named, so that a hover shows the interface. */
export function list<Item>(item: z.core.$ZodType<Item>, description: string, notes?: Notes) {
  return note(z.array(item), description, notes);
}

/** An object whose names are data: unit ids, names of constraints. */
export function map<Value>(value: z.core.$ZodType<Value>, description: string, notes?: Notes) {
  return note(z.record(z.string(), value), description, notes);
}

/** A copy of a model with the description of one place. */
export function use<Model>(model: z.core.$ZodType<Model>, description: string): z.core.$ZodType<Model> {
  return note(z.clone(model), description);
}

/** May be left out, and may be `null`: the service takes both for "not given". */
export function optional<Value>(schema: z.core.$ZodType<Value>): z.ZodOptional<z.ZodNullable<z.core.$ZodType<Value>>> {
  return z.optional(z.nullable(schema));
}
