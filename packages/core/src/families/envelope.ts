import * as z from "zod";
import { map, object, optional, type Snippet, slot } from "./schema.ts";

/** `{ data: { UNIT: unit, ... }, meta }`: the request of a family with a result for each unit. */
export function unitsEnvelope<Unit, Meta>(
  name: string,
  unit: z.core.$ZodType<Unit>,
  meta: z.core.$ZodType<Meta>,
  snippet: Snippet,
) {
  const units = { [slot(1, "unit")]: snippet.body };
  return object(
    {
      data: optional(
        map(
          unit,
          "The units of the job, each under an id of your choice. A unit is computed by itself and has its own result.",
          {
            defaultSnippets: [{ ...snippet, body: units }],
          },
        ),
      ),
      meta: optional(meta),
    },
    "One job: the units to compute, and the form in which their results are wanted.",
    { title: name, defaultSnippets: [{ ...snippet, body: { data: units } }] },
  );
}

/** `{ data: parameters, meta }`: the request of a family with one result for each job. */
export function singleEnvelope<Parameters, Meta>(
  name: string,
  parameters: z.core.$ZodType<Parameters>,
  meta: z.core.$ZodType<Meta>,
  snippet: Snippet,
) {
  return object(
    { data: optional(parameters), meta: optional(meta) },
    "One job: what to compute, and the form in which the result is wanted.",
    { title: name, defaultSnippets: [{ ...snippet, body: { data: snippet.body } }] },
  );
}

/** The `meta` of models that define nothing in it: any object. A rule reports its properties. */
export const anyMeta = openMeta("Nothing is defined here; leave it out.");

/** An open `meta` with its own description. */
export function openMeta(description: string) {
  return z.record(z.string(), z.unknown()).meta({ description });
}
