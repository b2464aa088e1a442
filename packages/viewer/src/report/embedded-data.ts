import { readCommentary } from "@analytics-engines/core/results";
import type { Manifest } from "@analytics-engines/runs";
import type { ChecksReport, HistoryView } from "@analytics-engines/runs/review";
import { readBlock, textOfBlock } from "../late-scripts.ts";
import { decodeContent, textContent } from "../run/decode-content.ts";
import type { UnitSummary } from "../run/head/key-figures.ts";
import {
  type AlteredResult,
  type DocumentType,
  type ReviewedRun,
  type UnitContent,
  unitKey,
  type ViewedRun,
} from "../run/viewed-run.ts";
import { tablesFromJson } from "./tables-json.ts";

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

/** The run in this page, and the unit to open first; undefined if the page has no run. */
export async function embeddedRun(): Promise<{ run: ViewedRun; first: string | undefined } | undefined> {
  if (!hasBlock(INDEX_ID)) return undefined;
  const { earlier, first, review, checks, ...index }: ReportIndex = JSON.parse(textOfBlock(await readBlock(INDEX_ID)));
  return {
    run: {
      ...viewed(index),
      ...(earlier && { earlier: viewed(earlier) }),
      ...(review && { review }),
      ...(checks && { checks }),
      ...(hasBlock(HISTORY_ID) && { history: embeddedHistory }),
    },
    first,
  };
}

/** The numbers over runs in this page; undefined if the page has none. */
export async function embeddedHistory(): Promise<HistoryView | undefined> {
  return hasBlock(HISTORY_ID) ? JSON.parse(textOfBlock(await readBlock(HISTORY_ID))) : undefined;
}

function hasBlock(id: string): boolean {
  return document.getElementById(id) !== null;
}

function viewed({ manifest, units, commentaries, summaries }: EmbeddedRun): ViewedRun {
  return {
    manifest,
    open: async (file, unit) => {
      const key = unitKey({ file, unit });
      const embedded = Object.hasOwn(units, key) ? units[key] : undefined;
      return embedded ? openBlock(embedded, unit.file) : { kind: "elsewhere", reason: "This unit has no result." };
    },
    summary: async (file, unit) => {
      const key = unitKey({ file, unit });
      return Object.hasOwn(summaries, key) ? summaries[key] : undefined;
    },
    commentary: async (file, unit) => {
      const key = unitKey({ file, unit });
      const embedded = Object.hasOwn(commentaries, key) ? commentaries[key] : undefined;
      if (embedded === undefined) return undefined;
      if (embedded.kind !== "text") throw new Error(embedded.reason);
      return readCommentary(textOfBlock(await readBlock(embedded.block)));
    },
  };
}

/** @param file the result, relative to the run folder */
async function openBlock(embedded: Embedded, file: string | undefined): Promise<UnitContent> {
  if (embedded.kind === "elsewhere") return embedded;
  const bytes = await readBlock(embedded.block);
  if (embedded.kind === "tables") return { kind: "tables", tables: tablesFromJson(textOfBlock(bytes)) };
  if (embedded.kind === "document") {
    const { kind, type, name } = embedded;
    return { kind, type, name, bytes };
  }
  return embedded.kind === "text" ? textContent(textOfBlock(bytes)) : decodeContent(bytes, file);
}
