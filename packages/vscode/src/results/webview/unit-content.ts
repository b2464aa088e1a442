import { type Column, parseExactJson, type Table } from "@analytics-engines/core/results";
import type { UnitContent } from "@analytics-engines/viewer";
import { decodeContent, textContent } from "@analytics-engines/viewer/decoded";
import type { PageContent, SentTable, ShownUnit } from "../source/messages.ts";

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
      return decodeContent(content.bytes, content.file);
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
    return { ...column, values: { ...column.values, values: Array.isArray(values) ? values : [] } };
  });
  return { ...table, columns };
}
