import * as z from "zod";
import { anyCaseAnswer } from "../../families/respell.ts";
import { loose, looseFlag, looseList, looseNumber, looseText, model, type OrOther } from "./loose.ts";

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
