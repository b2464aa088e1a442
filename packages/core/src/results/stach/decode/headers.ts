import { ResultDecodeError } from "../../../json/errors.ts";
import { asList, asObject, type JsonObject } from "../../../json/value.ts";
import type { ColumnDefinition } from "./definition.ts";

/** Separates the levels of a header in one text. */
export const LEVEL_SEPARATOR = " | ";

/** Wider header rows are refused, since they could fill the memory. */
const WIDEST = 100_000;

/** The levels of a header from the column's description, or from its name if it has no description. */
export function headerOf(column: ColumnDefinition): readonly string[] {
  const levels = (column.description ?? "").split(LEVEL_SEPARATOR).filter((level) => level !== "");
  return levels.length > 0 ? levels : [column.name];
}

/**
 * The headers from header rows. A cell covers `colspan` columns and `rowspan` rows, from the first column of its row that no cell above
 * covers. A cell that spans rows is one level.
 */
export function headersOfRows(
  rows: readonly JsonObject[],
  columns: readonly ColumnDefinition[],
  path: string,
): readonly (readonly string[])[] {
  const levels: string[][] = [];
  /** The first row that is not covered, for each column. */
  const coveredTo: number[] = [];
  for (const [rowIndex, row] of rows.entries()) {
    let at = 0;
    for (const [index, cell] of (asList(row["cells"]) ?? []).entries()) {
      while ((coveredTo[at] ?? 0) > rowIndex) at++;
      const detail = asObject(asObject(row["headerCellDetails"])?.[String(index)]);
      const across = spanOf(detail?.["colspan"]);
      const down = spanOf(detail?.["rowspan"]);
      if (at + across > WIDEST) throw new ResultDecodeError(path, "a header row spans more columns than any table has");
      for (let index = at; index < at + across; index++) {
        if ((coveredTo[index] ?? 0) > rowIndex) throw new ResultDecodeError(path, "header cells overlap");
        coveredTo[index] = rowIndex + down;
        levels[index] ??= [];
        const text = levelText(cell);
        if (text !== undefined) levels[index]?.push(text);
      }
      at += across;
    }
  }
  return headersOfColumns(levels, columns, path);
}

/** Assigns the headers to all columns, or to those that are not hidden. */
function headersOfColumns(levels: readonly string[][], columns: readonly ColumnDefinition[], path: string) {
  const visibleColumns = columns.filter((column) => !column.isHidden);
  if (levels.length !== columns.length && levels.length !== visibleColumns.length) {
    throw new ResultDecodeError(path, `the header rows span ${levels.length} columns, the table has ${columns.length}`);
  }
  const headedColumns = levels.length === columns.length ? columns : visibleColumns;
  const indexOf = new Map(headedColumns.map((column, index) => [column, index]));
  return columns.map((column) => {
    const header = levels[indexOf.get(column) ?? -1] ?? [];
    return header.length > 0 ? header : headerOf(column);
  });
}

/** The text of a level: a text or a number (a year); undefined for empty text. */
function levelText(cell: unknown): string | undefined {
  if (typeof cell === "number") return String(cell);
  return typeof cell === "string" && cell !== "" ? cell : undefined;
}

function spanOf(span: unknown): number {
  return typeof span === "number" && Number.isSafeInteger(span) && span > 1 ? span : 1;
}

/** The headers of columns by `headerId`, from a table of headers: a row for each header, a column for each level. */
export function headersOfTable(
  rowIds: readonly (string | undefined)[],
  levels: readonly (readonly unknown[])[],
  columns: readonly ColumnDefinition[],
): readonly (readonly string[])[] {
  const rowOf = new Map(rowIds.map((id, row) => [id, row]));
  return columns.map((column) => {
    const row = column.headerId === undefined ? undefined : rowOf.get(column.headerId);
    const header = row === undefined ? [] : levels.flatMap((level) => levelText(level[row]) ?? []);
    return header.length > 0 ? header : headerOf(column);
  });
}
