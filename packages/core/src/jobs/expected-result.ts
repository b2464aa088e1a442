import { type FamilyId, families } from "../families/families.ts";
import { propertyInAnyCase } from "../json/value.ts";

/**
 * What the result of a job must be.
 * - `stach`: tables in the STACH format, JSON: a package, or a bare table, as they are or in `data`
 * - `arrow`: an Arrow file or stream (Feather, also of version 1)
 * - `pdf`, `pptx`, and `report` for either
 * - `batch`: the document of a `fiab` job, whose status is `Done`
 * - `bytes`: a format that is not looked into; an empty body, a page for people, a list of errors or a status document is none
 * - `any`: a result in any of these forms, where nobody knows which one was asked for
 */
export const expectedResults = ["stach", "arrow", "pdf", "pptx", "report", "batch", "bytes", "any"] as const;
export type ExpectedResult = (typeof expectedResults)[number];

/** The same of anything that is read. `info`: the document that describes a quant result. `document`: that of a job that failed, whatever it says. */
export type Expected = ExpectedResult | "info" | "document";

/** What the result of a request must be: from its family, and the format in its `meta`, in any letter case. */
export function expectedResult(family: FamilyId, body: unknown): ExpectedResult {
  if (family === "pub") return "report";
  if (families[family].answers === "bare") return "batch";
  const meta = propertyInAnyCase(body, "meta");
  const format = word(propertyInAnyCase(meta, "format"));
  switch (format) {
    case "pdf":
    case "pptx":
      return format;
    case "feather":
      return "arrow";
    case undefined:
    case "jsonstach":
      return word(propertyInAnyCase(meta, "contenttype")) === "binary" ? "bytes" : "stach";
    default:
      return "bytes";
  }
}

/** The same of a job of which only the family is known. */
export function expectedOfFamily(family: FamilyId): ExpectedResult {
  const usual = expectedResult(family, undefined);
  return usual === "stach" ? "any" : usual;
}

function word(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value.trim().toLowerCase() : undefined;
}
