import type { Column, Table } from "@analytics-engines/core/results";
import { headerLevels } from "../column-text.ts";
import { type GridTable, gridTable } from "../grid/state/grid-table.ts";
import { localCellText } from "../language/local-cell.ts";
import { localCount } from "../language/number-language.ts";
import { countOf } from "../text.ts";

/** Rows and columns of a table that fit on one page. */
export interface Sheet {
  /** Rows `first` up to and without `end`. */
  readonly first: number;
  readonly end: number;
  /** Indices into the columns: the label, then those of the band. */
  readonly columns: readonly number[];
  /** The names of the groups around the first row, from the outermost; empty where the sheet begins with a root. */
  readonly ancestors: readonly string[];
}

/** A table divided into pages. */
export interface PrintedTable {
  readonly grid: GridTable;
  readonly isWide: boolean;
  readonly sheets: readonly Sheet[];
}

/** Room on the pages, in pixels. */
export interface Paper {
  readonly portrait: number;
  readonly landscape: number;
  /** How many rows fit on a page below the headings: on the first, which begins with the head of the unit, and on others. */
  readonly rows: (isWide: boolean, isFirst: boolean) => number;
  readonly widthOf: (text: string) => number;
}

/** More rows take the browser too long, and nobody reads 250 pages of a table. */
export const MAX_ROWS = 10_000;
/** Why not all rows of a table are printed; undefined if all are. */
export function omittedText({ rowCount }: Table): string | undefined {
  if (rowCount <= MAX_ROWS) return undefined;
  return `Only the first ${localCount(MAX_ROWS)} of ${countOf(rowCount, "row")} are on paper. The report has all.`;
}

const PADDING = 14;
const INDENT = 8;
const MAX_LABEL_WIDTH = 230;
const MAX_TEXT_WIDTH = 130;

/** Divides a table into sheets: landscape if its columns need it, in bands of whole columns, each band with all rows. */
export function printedTable(table: Table, paper: Paper): PrintedTable {
  const grid = gridTable(table);
  const rowCount = Math.min(table.rowCount, MAX_ROWS);
  const columns = grid.order.filter(
    (index) => grid.table.columns[index]?.isHidden === false && !grid.folded.has(index),
  );
  const widths = new Map(columns.map((index) => [index, columnWidth(grid, index, rowCount, paper.widthOf)]));
  const total = [...widths.values()].reduce((sum, width) => sum + width, 0);
  const isWide = total > paper.portrait;
  const bands = bandsOf(columns, widths, isWide ? paper.landscape : paper.portrait);
  const sheets = bands.flatMap((columns, band) => {
    const pages: Sheet[] = [];
    for (let first = 0; first < rowCount || pages.length === 0; ) {
      const room = Math.max(1, paper.rows(isWide, band === 0 && first === 0));
      const end = Math.min(rowCount, first + room);
      pages.push({ first, end, columns, ancestors: ancestorsOf(grid, first) });
      if (end <= first) break;
      first = end;
    }
    return pages;
  });
  return { grid, isWide, sheets };
}

/** Bands of columns that fit side by side, each with the label first. */
function bandsOf(columns: readonly number[], widths: ReadonlyMap<number, number>, room: number): number[][] {
  const [label, ...others] = columns;
  if (label === undefined) return [];
  const start = widths.get(label) ?? 0;
  const bands: number[][] = [[label]];
  let usedWidth = start;
  for (const index of others) {
    const width = widths.get(index) ?? 0;
    if (usedWidth + width > room && (bands.at(-1)?.length ?? 0) > 1) {
      bands.push([label]);
      usedWidth = start;
    }
    bands.at(-1)?.push(index);
    usedWidth += width;
  }
  return bands;
}

function columnWidth(
  { table, tree, order }: GridTable,
  index: number,
  rows: number,
  widthOf: Paper["widthOf"],
): number {
  const column = table.columns[index];
  if (column === undefined) return 0;
  let most = headWidth(column, widthOf);
  for (let row = 0; row < rows; row++) {
    const indent = index === tree ? (table.groupLevels?.[row] ?? 0) * INDENT : 0;
    most = Math.max(most, indent + widthOf(localCellText(column, row)));
  }
  // A number is printed whole; a text may end in an ellipsis.
  const limit =
    column.values.kind === "number" ? Number.POSITIVE_INFINITY : index === order[0] ? MAX_LABEL_WIDTH : MAX_TEXT_WIDTH;
  return Math.min(most, limit) + PADDING;
}

/** A heading breaks between words. */
function headWidth(column: Column, widthOf: Paper["widthOf"]): number {
  const words = (headerLevels(column).at(-1) ?? "").split(/\s+/);
  return words.reduce((most, word) => Math.max(most, widthOf(word)), 0);
}

function ancestorsOf({ table, tree }: GridTable, row: number): string[] {
  const column = table.columns[tree];
  const names: string[] = [];
  for (let at = table.parents?.[row] ?? -1; column !== undefined && at >= 0; at = table.parents?.[at] ?? -1)
    names.unshift(localCellText(column, at));
  return names;
}
