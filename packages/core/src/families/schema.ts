import * as z from "zod";

// The helpers with which the parameter schemas of the families are written. Their descriptions (in Markdown), examples and defaults go into
// the JSON Schemas, the hovers of the editor and the reference.

/** What an editor shows of a schema beyond its description. */
export interface Notes {
  /** The name of the model on the wire. */
  readonly title?: string;
  /** The value that the service uses for a missing property. It is not filled in here. */
  readonly default?: unknown;
  /** Values that a file could have. */
  readonly examples?: readonly unknown[];
  /** The property that replaces this one, and why. */
  readonly deprecationMessage?: string;
  /** The meanings of the values of a `choice`. */
  readonly enumDescriptions?: readonly string[];
  readonly defaultSnippets?: readonly Snippet[];
}

type Examples<Value> = readonly [Value, ...Value[]];

/** A text that an editor can insert; its body has slots for the values of the user. */
export interface Snippet {
  readonly label: string;
  readonly description: string;
  readonly body: unknown;
}

/** A slot in a snippet's body with its first text. Editors visit slots in the order of `index`. */
export function slot(index: number, text: string): string {
  return `\${${index}:${text}}`;
}

/** A slot with a number: editors drop the quotes of a text that starts with `^`. */
export function numberSlot(index: number, value: number): string {
  return `^${slot(index, String(value))}`;
}

function note<Schema extends z.core.$ZodType>(schema: Schema, description: string, notes: Notes = {}): Schema {
  z.globalRegistry.add(schema, { description, ...notes });
  return schema;
}

/** A schema with the value that the service uses for a missing property. */
export function withDefault<Schema extends z.core.$ZodType>(schema: Schema, value: unknown): Schema {
  const { description, ...notes } = z.globalRegistry.get(schema) ?? {};
  z.globalRegistry.add(schema, { description, default: value, ...notes });
  return schema;
}

/** A text. */
export function text(description: string, ...examples: Examples<string>): z.ZodString {
  return note(z.string(), description, { examples });
}

/** Yes or no. */
export function flag(description: string): z.ZodBoolean {
  return note(z.boolean(), description);
}

/** A number, with or without decimals. */
export function number(description: string, ...examples: Examples<number>): z.ZodNumber {
  return note(z.number(), description, { examples });
}

/** A whole number. */
export function integer(description: string, ...examples: Examples<number>): z.ZodInt {
  return note(z.int(), description, { examples });
}

/** One of a closed set of texts, each with its meaning. */
export function choice<Values extends Readonly<Record<string, string>>>(
  description: string,
  values: Values,
  notes?: Notes,
): z.ZodEnum<{ [Value in keyof Values & string]: Value }> {
  return note(z.enum(keys(values)), description, { ...notes, enumDescriptions: Object.values(values) });
}

function keys<Values extends object>(values: Values): (keyof Values & string)[] {
  return Object.keys(values) as (keyof Values & string)[];
}

/** A closed object: a name that is not in `shape` is an issue. `title` is the name of the model on the wire. */
export function object<Shape extends z.ZodRawShape>(
  title: string,
  description: string,
  shape: Shape,
  ...defaultSnippets: readonly Snippet[]
) {
  return note(z.strictObject(shape), description, { title, ...(defaultSnippets.length > 0 && { defaultSnippets }) });
}

/** A text or an object, for a property that is one in older deployments and the other in newer ones. */
export function textOr<Model>(
  model: z.core.$ZodType<Model>,
  description: string,
  ...examples: Examples<string>
): z.core.$ZodType<string | Model> {
  return note(z.union([text(description, ...examples), model]), description, { examples });
}

/** A list. `Item` can be named, so that a hover shows the interface. */
export function list<Item>(item: z.core.$ZodType<Item>, description: string, notes?: Notes) {
  return note(z.array(item), description, notes);
}

/** An object whose names are data: unit ids, names of constraints. */
export function map<Value>(value: z.core.$ZodType<Value>, description: string, notes?: Notes) {
  return note(z.record(z.string(), value), description, notes);
}

/** A copy of a model, with a description for one place where it is used. */
export function use<Model>(model: z.core.$ZodType<Model>, description: string): z.core.$ZodType<Model> {
  return note(z.clone(model), description);
}

/** The property may be missing or `null`: the service treats both as "not given". */
export function optional<Value>(schema: z.core.$ZodType<Value>): z.ZodOptional<z.ZodNullable<z.core.$ZodType<Value>>> {
  return z.optional(z.nullable(schema));
}

/** The component of a unit. */
export function componentId(example: string) {
  return text(
    "Id of the component to compute, 64 hex digits, from the list of a document's components. The id can change when the component is saved again.",
    example,
  );
}
