import { type Column, decodeResultBytes, parseExactJson, type Table } from "@analytics-engines/core/results";
import type { UnitContent } from "@analytics-engines/viewer";
import type { Content, SentTable } from "../messages.ts";

/** A longer text would hold the page up. */
const longestText = 1_000_000;

/** What the viewer shows of what the extension sent: tables, and where there are none the text. */
export async function unitContent(content: Content): Promise<UnitContent> {
  switch (content.kind) {
    case "elsewhere":
      return content;
    case "tables":
      return { kind: "tables", tables: content.tables.map(received) };
    case "text":
      return textContent(content.text);
    case "json":
      return jsonContent(content.bytes);
  }
}

/** The table that was sent, with every digit of it. */
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
    const why = error instanceof Error ? error.message : String(error);
    return textContent(new TextDecoder().decode(bytes), `This result holds no tables that can be read: ${why}`);
  }
}

function textContent(text: string, note?: string): UnitContent {
  const cut = text.length > longestText;
  const notes = [
    ...(note ? [note] : []),
    ...(cut ? [`The first ${longestText} characters of ${text.length} are shown.`] : []),
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
