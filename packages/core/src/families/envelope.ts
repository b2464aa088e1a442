import * as z from "zod";
import { choice, flag, map, object, optional, type Snippet, slot } from "./schema.ts";

/** `{ data: { UNIT: unit, ... }, meta }`: the request of a family with a result for each unit. `snippet` is a unit. */
export function unitsEnvelope<Unit, Meta>(unit: z.core.$ZodType<Unit>, meta: z.core.$ZodType<Meta>, snippet: Snippet) {
  const body = { [slot(1, "unit")]: snippet.body };
  const units = map(
    unit,
    "The units of the job, each under an id of your choice. A unit is computed by itself and has its own result.",
    { defaultSnippets: [{ ...snippet, body }] },
  );
  return object(
    rootTitle(unit, snippet),
    "One job: the units to compute, and the form in which their results are wanted.",
    { data: optional(units), meta: optional(meta) },
    { ...snippet, body: { data: body } },
  );
}

/** `{ data: parameters, meta }`: the request of a family with one result for each job. `snippet` is its parameters. */
export function singleEnvelope<Parameters, Meta>(
  parameters: z.core.$ZodType<Parameters>,
  meta: z.core.$ZodType<Meta>,
  snippet: Snippet,
) {
  return object(
    rootTitle(parameters, snippet),
    "One job: what to compute, and the form in which the result is wanted.",
    { data: optional(parameters), meta: optional(meta) },
    { ...snippet, body: { data: snippet.body } },
  );
}

/** Registers the snippet of a model, and returns the title of its request: the service calls the request for `X` `XRoot`. */
function rootTitle(model: z.core.$ZodType, snippet: Snippet): string {
  const notes = z.globalRegistry.get(model);
  z.globalRegistry.add(model, { ...notes, defaultSnippets: [snippet] });
  return `${notes?.title}Root`;
}

/** A `meta` without properties that the service defines: it may be any object. A rule reports its properties. */
export const anyMeta = openMeta("Nothing is defined here; leave it out.");

/** An open `meta` with its own description. */
export function openMeta(description: string) {
  return z.record(z.string(), z.unknown()).meta({ description });
}

const organizations = {
  None: "The service's own choice.",
  Row: "Rows of cells, header rows included.",
  Column: "A list of values a column; compact for long tables.",
  SimplifiedRow: "Rows of values, with joined column names and no header rows.",
};
const formats = {
  JsonStach: "STACH tables as JSON.",
  Table: "A plain table.",
  Tableau: "A form that Tableau reads.",
  BinaryStach: "STACH tables as binary protobuf.",
  Bison: "The binary form Bison.",
  Binary: "Bytes as the engine writes them.",
  Pdf: "A PDF document.",
  Pptx: "A PowerPoint presentation.",
  Feather: "Arrow's Feather file, for data frames.",
};

/** The properties of a result's form, which several families share. */
const outputShape = {
  contentorganization: optional(
    choice("The earlier name of `stachContentOrganization`.", organizations, {
      default: "SimplifiedRow",
      deprecationMessage: "Use stachContentOrganization.",
    }),
  ),
  stachContentOrganization: optional(
    choice("How STACH lays out the tables of the result.", organizations, { default: "SimplifiedRow" }),
  ),
  contenttype: optional(
    choice(
      "The earlier way to choose between text and binary; see `format`.",
      { Json: "JSON text.", Binary: "Binary protobuf." },
      {
        default: "Json",
        deprecationMessage: "Use format.",
      },
    ),
  ),
  format: optional(choice("The file format of the result.", formats, { default: "JsonStach" })),
};

export const calculationMeta = object("CalculationMeta", "The form in which the results are wanted.", outputShape);
export interface CalculationMeta extends z.output<typeof calculationMeta> {}

export const quantCalculationMeta = object("QuantCalculationMeta", "The form in which the results are wanted.", {
  allowArrayData: optional(flag("Whether a formula may yield a list in one cell.")),
  ...outputShape,
});
export interface QuantCalculationMeta extends z.output<typeof quantCalculationMeta> {}
