import type { Manifest } from "@analytics-engines/runs";

/** A run, and where in the page its results are. */
export interface EmbeddedRun {
  readonly manifest: Manifest;
  /** By key of the unit (`unitKey`). A unit without a result is not here. */
  readonly units: Readonly<Record<string, Embedded>>;
  /** The commentaries, by key of the unit; a unit without one is not here. */
  readonly commentaries: Readonly<Record<string, EmbeddedText>>;
}

/** What a report holds beside the results: one block of it, `INDEX_ID`. */
export interface ReportIndex extends EmbeddedRun {
  /** The run that this one is held against. */
  readonly earlier?: EmbeddedRun;
  /** Key of the unit that is open at first. */
  readonly first?: string;
}

export type Embedded =
  /** The element with the result: JSON as the service gave it, or tables made of it. */
  { readonly kind: "result" | "tables"; readonly block: string } | EmbeddedText;

/** The element with a text, or why there is none. */
export type EmbeddedText =
  | { readonly kind: "text"; readonly block: string }
  | { readonly kind: "elsewhere"; readonly reason: string };

export const INDEX_ID = "analytics-engines-run";
