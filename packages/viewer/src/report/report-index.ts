import type { Manifest } from "@analytics-engines/runs";
import type { ChecksReport } from "@analytics-engines/runs/review";
import type { UnitSummary } from "../run/unit-summary.ts";
import type { AlteredResult, DocumentType, ReviewedRun } from "../run/viewed-run.ts";

/** A run, and the places of its results in the page. */
export interface EmbeddedRun {
  readonly manifest: Manifest;
  /** By the key of the unit (`unitKey`), for units with a result. */
  readonly units: Readonly<Record<string, Embedded>>;
  /** By the key of the unit, for units with a commentary. */
  readonly commentaries: Readonly<Record<string, EmbeddedText>>;
  /** By the key of the unit, for units whose result has a table of moderate size. */
  readonly summaries: Readonly<Record<string, UnitSummary>>;
}

/** The index of a report: the block `INDEX_ID`. */
export interface ReportIndex extends EmbeddedRun {
  /** The run to compare this one with. */
  readonly earlier?: EmbeddedRun;
  /** What a review found. */
  readonly review?: ReviewedRun;
  /** What the checks of the numbers found, without those that passed. */
  readonly checks?: Pick<ChecksReport, "counts" | "findings">;
  /** The key of the unit to open first. */
  readonly first?: string;
}

export type Embedded =
  /** The element with the result: JSON as the service sent it, or its tables. */
  | { readonly kind: "result" | "tables"; readonly block: string }
  /** The element with a document, and the name of its file. */
  | { readonly kind: "document"; readonly type: DocumentType; readonly name: string; readonly block: string }
  | EmbeddedText;

/** The element with a text, or the reason why the page has none. */
export type EmbeddedText =
  | { readonly kind: "text"; readonly block: string }
  | { readonly kind: "elsewhere"; readonly reason: string; readonly altered?: AlteredResult };

export const INDEX_ID = "analytics-engines-run";

/** The element with numbers and checks over runs: a `HistoryView`. */
export const HISTORY_ID = "analytics-engines-history";
