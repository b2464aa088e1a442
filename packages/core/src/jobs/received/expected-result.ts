import { type FamilyId, families } from "../../families/families.ts";
import { propertyInAnyCase } from "../../json/value.ts";

/**
 * What the result of a job must be.
 * - `stach`: tables in the STACH format, JSON: a package, or a bare table, as they are or in `data`
 * - `arrow`: an Arrow file or stream (Feather, also of version 1)
 * - `pdf`, `pptx`, and `report` for either
 * - `batch`: the document of a `fiab` job, whose status is `Done`
 * - `bytes`: a format that is not checked further; an empty body, an HTML page, a list of errors or a status document is not a result
 * - `any`: a result in any of these forms, where the requested form is not known
 */
export const expectedResults = ["stach", "arrow", "pdf", "pptx", "report", "batch", "bytes", "any"] as const;
export type ExpectedResult = (typeof expectedResults)[number];

/** What any read must bring. `info`: the document that describes a quant result. `document`: the document of a failed job, in any form. */
export type Expected = ExpectedResult | "info" | "document";

/** What the result of a request must be: from its family and the format in its `meta`, in any letter case. */
export function expectedResult(family: FamilyId, body: unknown): ExpectedResult {
  if (family === "pub") return "report";
  if (families[family].answers === "bare") return "batch";
  const meta = propertyInAnyCase(body, "meta");
  const format = textIn(propertyInAnyCase(meta, "format"));
  switch (format) {
    case "pdf":
    case "pptx":
      return format;
    case "feather":
      return "arrow";
    case undefined:
    case "jsonstach":
      return textIn(propertyInAnyCase(meta, "contenttype")) === "binary" ? "bytes" : "stach";
    default:
      return "bytes";
  }
}

/** What the result of a job must be, where only its family is known. */
export function expectedOfFamily(family: FamilyId): ExpectedResult {
  const usual = expectedResult(family, undefined);
  return usual === "stach" ? "any" : usual;
}

function textIn(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value.trim().toLowerCase() : undefined;
}
