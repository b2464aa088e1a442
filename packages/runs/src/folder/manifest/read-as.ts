import * as z from "zod/mini";
import { UserError } from "../../user-error.ts";
import { type JsonPlace, type ReadAt, WrongFormError } from "./parse.ts";

/** Reads the value of a place. @throws UserError, which names the first wrong value */
export function readAs<Schema extends z.ZodMiniType>(schema: Schema, { value, at }: JsonPlace): z.output<Schema> {
  const result = z.safeParse(schema, value);
  if (result.success) return result.data;
  const [{ message, path } = { message: "", path: [] }] = result.error.issues;
  const address = path.map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part)}`)).join("");
  const sentence = `${at}${address} ${message}`;
  throw sentence.endsWith(".") ? new UserError(sentence) : new WrongFormError(`${sentence}.`);
}

/** A function that reads values of a schema. */
export function readerOf<Schema extends z.ZodMiniType>(schema: Schema): ReadAt<z.output<Schema>> {
  return (place) => readAs(schema, place);
}
