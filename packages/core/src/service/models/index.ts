import type * as z from "zod";
import { type CommentaryModels, commentaryModels } from "./commentary.ts";
import { type JobModels, jobModels, type ParametersModels, parametersModels } from "./jobs.ts";
import { type ReferenceModels, referenceModels } from "./reference.ts";
import { type TemplateModels, templateModels } from "./templates.ts";

export type * from "./commentary.ts";
export type * from "./jobs.ts";
export type { AsRead, OrOther } from "./loose.ts";
export type * from "./reference.ts";
export type * from "./templates.ts";

/** What the service answers, by the wire name of the model. */
export interface ResponseModels
  extends JobModels,
    ReferenceModels,
    TemplateModels,
    ParametersModels,
    CommentaryModels {}

/**
 * The model that reads each answer. It is loose and checks only the outline: it refuses a document that is not an object or has no `data`,
 * and a status whose units cannot be read. It puts names and enum values in the model's spelling. What it does not know, and what has
 * another shape than the model's, stays as received. `data: null` becomes an empty object.
 */
export const responseModels: { readonly [Name in keyof ResponseModels]: z.ZodType<ResponseModels[Name]> } = {
  ...jobModels,
  ...referenceModels,
  ...templateModels,
  ...parametersModels,
  ...commentaryModels,
};
