import type { Manifest } from "@analytics-engines/core/node";

/** What a report holds beside the results: one block of it, `INDEX_ID`. */
export interface ReportIndex {
  readonly manifest: Manifest;
  /** By key of the unit (`unitKey`). A unit without a result is not here. */
  readonly units: Readonly<Record<string, Embedded>>;
}

export type Embedded =
  /** The element with the result: JSON as the service gave it, tables made of it, or text. */
  | { readonly kind: "result" | "tables" | "text"; readonly block: string }
  | { readonly kind: "elsewhere"; readonly reason: string };

export const INDEX_ID = "analytics-engines-run";
