import { type Column, decodeResultBytes, parseExactJson, type Table } from "@analytics-engines/core/results";
import { messageOf } from "@analytics-engines/core/text";
import type { UnitContent } from "@analytics-engines/viewer";
import { t } from "@analytics-engines/viewer/l10n";
import type { PageContent, SentTable, ShownUnit } from "../messages.ts";

/** A longer text would block the page. */
const longestText = 1_000_000;

/** Converts a message to the content that the viewer shows: tables or, without tables, text. */
export async function unitContent(content: PageContent): Promise<UnitContent> {
  switch (content.kind) {
    case "elsewhere":
      return { kind: "elsewhere", reason: content.reason };
    case "tables":
      return { kind: "tables", tables: content.tables.map(received) };
    case "text":
      return textContent(content.text);
    case "json":
      return jsonContent(content.bytes);
  }
}

/** The sizes of the tables that a page shows, for the extension. */
export function outlinesOf(tables: readonly Table[]): ShownUnit["tables"] {
  return tables.map(({ id, rowCount, columns }) => ({ id, rows: rowCount, columns: columns.length }));
}

/** Restores a table with all digits of its numbers. */
function received({ table, cells }: SentTable): Table {
  const columns = table.columns.map((column, index): Column => {
    const json = cells[index];
    if (json === undefined || column.values.kind !== "json") return column;
    const values = parseExactJson(json);
    return { ...column, values: { kind: "json", values: Array.isArray(values) ? values : [] } };
  });
  return { ...table, columns };
}

async function jsonContent(bytes: Uint8Array): Promise<UnitContent> {
  try {
    const tables = await decodeResultBytes(bytes);
    if (tables.length > 0) return { kind: "tables", tables };
    return textContent(new TextDecoder().decode(bytes));
  } catch (error) {
    const why = messageOf(error);
    return textContent(new TextDecoder().decode(bytes), t("The tables of this result cannot be read: {0}", why));
  }
}

function textContent(text: string, note?: string): UnitContent {
  const cut = text.length > longestText;
  const notes = [
    ...(note ? [note] : []),
    ...(cut ? [t("The first {0} characters of {1} are shown.", longestText, text.length)] : []),
  ];
  return {
    kind: "text",
    text: cut ? text.slice(0, longestText) : indented(text),
    ...(notes.length > 0 ? { note: notes.join(" ") } : {}),
  };
}

function indented(text: string): string {
  try {
    return JSON.stringify(parseExactJson(text), undefined, 2);
  } catch {
    return text;
  }
}
