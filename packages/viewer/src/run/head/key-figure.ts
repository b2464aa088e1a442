import {
  cellText,
  columnFormat,
  type Measure,
  numberAt,
  numberText,
  shortAmount,
  type TableReading,
} from "@analytics-engines/core/results";
import { localDates, localNumber, t } from "../../l10n.ts";
import { rowText, unitOfMeasure } from "../../result-words.ts";
import { columnText } from "../../text.ts";

/** A number that a reader looks for first, as text in the marks of core: a report stores it, and `localFigure` shows it. */
export interface KeyFigure {
  readonly label: string;
  /** Without the unit; with a real minus (U+2212). */
  readonly value: string;
  /** `%`, `bp`, `y`, a currency; empty if there is none. */
  readonly unit: string;
  /** A result is bold; one of its parts, and a number whose meaning is uncertain, is not. */
  readonly isPart?: boolean;
  /** The cell that it is, or the cells and the rule that it comes from: `Port. Total Return of Total`. */
  readonly source: string;
}

/** A key figure in the language of the reader. */
export function localFigure({ label, value, unit, ...more }: KeyFigure): KeyFigure {
  return { label: localDates(label), value: localDates(localNumber(value)), unit, ...more };
}

export function isNegative({ value }: KeyFigure): boolean {
  return value.startsWith("\u2212");
}

export interface FigureOptions {
  readonly hasSign?: boolean;
  readonly isPart?: boolean;
}

/** A cell as the table shows it; none if it has no number. Differences and effects get a sign. */
export function cellFigure(
  reading: TableReading,
  label: string,
  measure: Measure | undefined,
  row: number | undefined,
  { isPart = false, hasSign = isSigned(measure) }: FigureOptions = {},
): KeyFigure[] {
  if (measure === undefined || row === undefined || Number.isNaN(numberAt(measure.column, row))) return [];
  const source = sourceOf(reading, measure, row);
  return [
    figure(
      label,
      cellText(measure.column, row, { hasSign }),
      unitOfMeasure(reading.table, measure),
      source,
      isPart || !isCertain(measure),
    ),
  ];
}

/** A number that was computed from cells of a measure, in its format. */
export function computedFigure(
  reading: TableReading,
  label: string,
  measure: Measure,
  value: number,
  source: string,
  { isPart = false, hasSign = false }: FigureOptions = {},
): KeyFigure[] {
  if (!Number.isFinite(value)) return [];
  const { text } = columnFormat(measure.column);
  return [
    figure(
      label,
      text(value, { hasSign }),
      unitOfMeasure(reading.table, measure),
      source,
      isPart || !isCertain(measure),
    ),
  ];
}

/** `17.0 m` with the currency of the table, if it states one. */
export function amountFigure(
  { table }: TableReading,
  label: string,
  amount: number,
  source: string,
  { isPart = false, hasSign = false }: FigureOptions = {},
): KeyFigure {
  const text = shortAmount(amount);
  const signedText = hasSign && amount > 0 ? `+${text}` : text;
  return figure(label, signedText, table.metadata.currency ?? "", source, isPart);
}

export function countFigure(label: string, count: number, source: string, isPart = false): KeyFigure {
  return figure(label, numberText(count, 0), "", source, isPart);
}

export function figure(label: string, value: string, unit: string, source: string, isPart = false): KeyFigure {
  const texts = { label: shortened(label), value: shortened(value), unit: shortened(unit), source: shortened(source) };
  return { ...texts, ...(isPart ? { isPart } : {}) };
}

/** Names come from the result, and can have any length. */
const MAX_TEXT_LENGTH = 80;

export function shortened(text: string): string {
  return text.length <= MAX_TEXT_LENGTH ? text : `${text.slice(0, MAX_TEXT_LENGTH - 1)}…`;
}

/** The header of a measure and the name of a row. */
function sourceOf(reading: TableReading, { column }: Measure, row: number): string {
  return t("{0} of {1}", columnText(column), rowText(reading, row));
}

/** Whether the header says what the numbers mean. */
function isCertain({ meaning }: Measure): boolean {
  return meaning !== "unknown" && meaning !== "other-number";
}

function isSigned(measure: Measure | undefined): boolean {
  return measure !== undefined && (measure.side === "difference" || measure.meaning.startsWith("effect-"));
}
