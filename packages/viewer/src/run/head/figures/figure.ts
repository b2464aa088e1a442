import { cellText, columnFormat, numberText, shortAmount } from "@analytics-engines/core/results";
import { t } from "../../../l10n.ts";
import type { KeyFigure } from "../key-figure.ts";
import type { ChartMeasure, MeasureSide, Quantity } from "../old.ts";
import { hasSeriesInTime, measuresWith, numberAt, type Outline, rowsOf, totalRows } from "../old.ts";

/** The row of the whole: the total above all groups, or the only row. Undefined if the table has none, or one for each of several dates. */
export function wholeRow(outline: Outline): number | undefined {
  if (outline.table.rowCount === 1) return 0;
  const totals = totalRows(outline);
  return totals.length === 1 ? totals[0] : undefined;
}

/** The last day of a table with several rows a day; undefined for other tables. */
export function lastDay(outline: Outline): number | undefined {
  return hasSeriesInTime(outline) ? outline.time?.days.at(-1) : undefined;
}

/** The rows of a level on the last day, without their total. */
export function rowsOfLevel(outline: Outline, level: number | undefined): number[] {
  return rowsOf(outline, level, lastDay(outline), outline.time);
}

export function measureOf(outline: Outline, quantity: Quantity, side: MeasureSide): ChartMeasure | undefined {
  return measuresWith(outline, quantity, side)[0];
}

/** A cell as the table shows it; none if it has no number. Active values and effects get a sign. */
export function cellFigure(
  { table }: Outline,
  label: string,
  measure: ChartMeasure | undefined,
  row: number | undefined,
  isPart = false,
): KeyFigure[] {
  if (measure === undefined || row === undefined) return [];
  const value = numberAt(table, measure.index, row);
  if (Number.isNaN(value)) return [];
  const hasSign = measure.side === "active" || measure.quantity === "effect" || measure.quantity === "total effect";
  const text = cellText(measure.column, row, { hasSign });
  return [figure(label, text, columnFormat(measure.column).unit, isPart)];
}

/** A number that was computed from the cells of a measure, in its format. */
export function computedFigure(
  label: string,
  measure: ChartMeasure,
  value: number,
  options: FigureOptions = {},
): KeyFigure[] {
  if (!Number.isFinite(value)) return [];
  const { text, unit } = columnFormat(measure.column);
  return [figure(label, text(value, { hasSign: options.hasSign ?? false }), unit, options.isPart)];
}

export interface FigureOptions {
  readonly hasSign?: boolean;
  readonly isPart?: boolean;
}

export function countFigure(label: string, count: number, isPart = false): KeyFigure {
  return figure(label, numberText(count, 0), "", isPart);
}

/** `17.0 m` with the currency of the table, if it states one. */
export function amountFigure(
  { table }: Outline,
  label: string,
  amount: number,
  options: FigureOptions = {},
): KeyFigure {
  const text = shortAmount(amount);
  const signed = options.hasSign === true && amount > 0 ? `+${text}` : text;
  return figure(label, signed, table.metadata.currency ?? "", options.isPart);
}

/** The cell if all rows have the same number, else the smallest and the largest: `4.09 to 5.94`. */
export function rangeFigure(
  { table }: Outline,
  label: string,
  measure: ChartMeasure | undefined,
  rows: readonly number[],
): KeyFigure[] {
  if (measure === undefined) return [];
  const values = rows.map((row) => numberAt(table, measure.index, row)).filter((value) => !Number.isNaN(value));
  if (values.length === 0) return [];
  const { text, unit } = columnFormat(measure.column);
  const [low, high] = [text(smallest(values)), text(-smallest(values.map((value) => -value)))];
  return [figure(label, low === high ? low : t("{0} to {1}", low, high), unit)];
}

export function figure(label: string, value: string, unit = "", isPart = false): KeyFigure {
  return { label: shortened(label), value: shortened(value), unit: shortened(unit), ...(isPart ? { isPart } : {}) };
}

/** Names come from the result, and can have any length. */
const MAX_TEXT_LENGTH = 80;

export function shortened(text: string): string {
  return text.length <= MAX_TEXT_LENGTH ? text : `${text.slice(0, MAX_TEXT_LENGTH - 1)}…`;
}

/** Without spread arguments, which have a limit. */
function smallest(values: readonly number[]): number {
  return values.reduce((low, value) => Math.min(low, value), Number.POSITIVE_INFINITY);
}
