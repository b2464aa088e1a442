import {
  type Column,
  cellValue,
  columnDays,
  columnFormat,
  formatOfCell,
  type NumberTextOptions,
  PreciseSum,
  type Table,
} from "@analytics-engines/core/results";
import { localNumber, t } from "../../l10n.ts";
import { countOf, headerLevels } from "../../text.ts";
import type { GridCell, GridState } from "./grid-state.ts";

/** The cell where a selection begins and the one where it ends. */
export interface CellSelection {
  readonly anchor: GridCell;
  readonly focus: GridCell;
}

/** Shown rows and columns, both ends included. */
export interface Area {
  readonly firstRow: number;
  readonly lastRow: number;
  readonly firstColumn: number;
  readonly lastColumn: number;
}

export function areaOf({ anchor, focus }: CellSelection): Area {
  return {
    firstRow: Math.max(0, Math.min(anchor.row, focus.row)),
    lastRow: Math.max(anchor.row, focus.row),
    firstColumn: Math.min(anchor.column, focus.column),
    lastColumn: Math.max(anchor.column, focus.column),
  };
}

export function contains(area: Area, row: number, column: number): boolean {
  return row >= area.firstRow && row <= area.lastRow && column >= area.firstColumn && column <= area.lastColumn;
}

/** More selected cells than this are only counted, so that selecting stays fast. */
const MAX_CELLS = 2_000_000;

/** The line below a grid: its rows, and the statistics of the selected cells. */
export function gridStatus(state: GridState, selection: CellSelection | undefined): string {
  const all = countOf(state.table.rowCount, "row");
  const rows = state.isFiltered ? t("{0} of {1} match", countOf(state.matchCount, "row"), all) : all;
  const statistics = selection && selectionStatistics(state.table, state.rows, state.layout.columns, areaOf(selection));
  return statistics ? `${rows} · ${statistics}` : rows;
}

/**
 * Sum, mean, count, least and most of the selected numbers, in the format of the first; empty for one cell or none. Numbers of different units are
 * only counted.
 */
export function selectionStatistics(table: Table, rows: Int32Array, order: readonly number[], area: Area): string {
  const cells = (area.lastRow - area.firstRow + 1) * (area.lastColumn - area.firstColumn + 1);
  if (cells < 2) return "";
  if (cells > MAX_CELLS) return t("{0} selected", countOf(cells, "cell"));
  const columns = order.slice(area.firstColumn, area.lastColumn + 1).flatMap((index) => table.columns[index] ?? []);
  const sum = new PreciseSum();
  let count = 0;
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  let style: CellStyle | undefined;
  let isMixed = false;
  for (const column of columns) {
    // Dates that are numbers add up to nothing.
    if (column.values.kind !== "number" || columnDays(column) !== undefined) continue;
    const styleOf = cellStyles(column);
    for (let at = area.firstRow; at <= area.lastRow; at++) {
      const row = rows[at] ?? 0;
      const value = cellValue(column, row);
      if (typeof value !== "number" || !Number.isFinite(value)) continue;
      const cellStyle = styleOf(row);
      style ??= cellStyle;
      isMixed ||= cellStyle.unitKey !== style.unitKey;
      count += 1;
      sum.add(value);
      if (value < least) least = value;
      if (value > most) most = value;
    }
  }
  if (style === undefined) return t("{0} selected", countOf(cells, "cell"));
  const counted = t("count {0}", countOf(count, "number"));
  if (isMixed) return t("{0} of different units", counted);
  const { text } = style;
  const total = sum.decimal;
  return [
    `${t("sum")} ${text(total)}`,
    `${t("mean")} ${text(total / count)}`,
    counted,
    `${t("min")} ${text(least)}`,
    `${t("max")} ${text(most)}`,
  ].join(" · ");
}

/** How a cell shows its number. */
interface CellStyle {
  /** Cells with the same key have one unit. */
  readonly unitKey: string;
  /** A number as the cell shows it, with the unit of the heading. */
  readonly text: (value: number) => string;
}

/** The styles of the cells of a column. Cells with formats of their own can have units of their own. */
function cellStyles(column: Column): (row: number) => CellStyle {
  const { formats } = column.values;
  const usual = cellStyle(column, {});
  if (formats === undefined) return () => usual;
  const styles = new Map<number, CellStyle>();
  return (row) => {
    const code = formats.codes[row] ?? -1;
    const style = styles.get(code) ?? cellStyle(column, { format: formatOfCell(column, row).format });
    styles.set(code, style);
    return style;
  };
}

function cellStyle(column: Column, options: NumberTextOptions): CellStyle {
  const { unit, text } = columnFormat(column);
  return {
    unitKey: unitKeyOf(column, unit, text(1, options)),
    text: (value) => `${localNumber(text(value, options))}${unit === "" ? "" : ` ${unit}`}`,
  };
}

/**
 * The unit that the heading has, or the cells: 1 as `1.00%` has the unit of a heading with `%`, and as `100.00%` it is a fraction. Amounts are in the
 * currency of the table. Of a number whose name says nothing more, only the name says what it counts.
 */
function unitKeyOf(column: Column, unit: string, textOfOne: string): string {
  const written = unit + textOfOne.replaceAll(/[\d.,\s+()]/g, "");
  if (written !== "") return `${written} ${Number.parseFloat(textOfOne.replaceAll(/[^\d.]/g, ""))}`;
  const { meaning } = columnFormat(column);
  const isNamed = meaning !== "unknown" && meaning !== "other-number";
  return isNamed ? meaning : `${meaning} ${headerLevels(column).at(-1)}`;
}
