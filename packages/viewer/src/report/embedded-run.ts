import { readCommentary } from "@analytics-engines/core/results";
import { decoded, textContent } from "../run/decoded.ts";
import { type UnitContent, unitKey, type ViewedRun } from "../run/viewed-run.ts";
import { type Embedded, type EmbeddedRun, INDEX_ID, type ReportIndex } from "./report-index.ts";
import { tablesFromJson } from "./tables-json.ts";

/** The run in this page, and the unit to open first; undefined if the page has no run. */
export async function embeddedRun(): Promise<{ run: ViewedRun; first: string | undefined } | undefined> {
  if (document.getElementById(INDEX_ID) === null) return undefined;
  const { earlier, first, ...index }: ReportIndex = JSON.parse(textOf(await readBlock(INDEX_ID)));
  return { run: { ...viewed(index), ...(earlier && { earlier: viewed(earlier) }) }, first };
}

function viewed({ manifest, units, commentaries }: EmbeddedRun): ViewedRun {
  return {
    manifest,
    open: async (file, unit) => {
      const key = unitKey({ file, unit });
      const embedded = Object.hasOwn(units, key) ? units[key] : undefined;
      return embedded ? openBlock(embedded) : { kind: "elsewhere", reason: "This unit has no result." };
    },
    commentary: async (file, unit) => {
      const key = unitKey({ file, unit });
      const embedded = Object.hasOwn(commentaries, key) ? commentaries[key] : undefined;
      if (embedded?.kind !== "text") throw new Error(embedded?.reason ?? "This report does not have the commentary.");
      return readCommentary(textOf(await readBlock(embedded.block)));
    },
  };
}

async function openBlock(embedded: Embedded): Promise<UnitContent> {
  if (embedded.kind === "elsewhere") return embedded;
  const bytes = await readBlock(embedded.block);
  if (embedded.kind === "tables") return { kind: "tables", tables: tablesFromJson(textOf(bytes)) };
  return embedded.kind === "text" ? textContent(textOf(bytes)) : decoded(bytes);
}

/** A block is gzip in base64, which has no character that could end the element. */
async function readBlock(id: string): Promise<Uint8Array<ArrayBuffer>> {
  const base64 = document.getElementById(id)?.textContent;
  if (!base64) throw new Error("This part of the report is missing: the file is damaged. Get the report again.");
  const bytes = bytesOf(base64);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
