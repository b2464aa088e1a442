import type { Manifest } from "@analytics-engines/core/node";

/** A run, and where in the page its results are. */
export interface EmbeddedRun {
  readonly manifest: Manifest;
  /** By key of the unit (`unitKey`). A unit without a result is not here. */
  readonly units: Readonly<Record<string, Embedded>>;
}

/** What a report holds beside the results: one block of it, `INDEX_ID`. */
export interface ReportIndex extends EmbeddedRun {
  /** The run that this one is held against. */
  readonly earlier?: EmbeddedRun;
  /** Key of the unit that is open at first. */
  readonly first?: string;
}

export type Embedded =
  /** The element with the result: JSON as the service gave it, tables made of it, or text. */
  | { readonly kind: "result" | "tables" | "text"; readonly block: string }
  | { readonly kind: "elsewhere"; readonly reason: string };

export const INDEX_ID = "analytics-engines-run";
