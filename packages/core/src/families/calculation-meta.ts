import type * as z from "zod";
import { choice, flag, object, optional } from "./schema.ts";

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
