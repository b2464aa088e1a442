import { readCommentary } from "@analytics-engines/core/results";
import type { HistoryView } from "@analytics-engines/runs/history";
import { decodeContent, textContent } from "../run/decode-content.ts";
import { type UnitContent, unitKey, type ViewedRun } from "../run/viewed-run.ts";
import { readBlock, textOfBlock } from "./read-block.ts";
import { type Embedded, type EmbeddedRun, HISTORY_ID, INDEX_ID, type ReportIndex } from "./report-index.ts";
import { tablesFromJson } from "./tables-json.ts";

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
