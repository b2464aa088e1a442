import {
  dayLabel,
  leafRows,
  type Measure,
  readHeader,
  type TableReading,
  totalRows,
} from "@analytics-engines/core/results";
import { isTranslated, t } from "../../../l10n.ts";
import { isAccountReturn } from "../../../result-kind.ts";
import { isHoldingLevel, measureText, nounOfLevel, rowsOfLevel, rowText, usefulLevels } from "../../../result-words.ts";
import { cellFigure, countFigure, type FigureOptions, figure, type KeyFigure } from "../key-figure.ts";

/** What people look for first: returns, their parts, risk, then what the portfolio is like. */
const interest: readonly ((measure: Measure) => boolean)[] = [
  isAccountReturn,
  ({ meaning }) => meaning === "contribution",
  ({ meaning }) => meaning.startsWith("effect-"),
  ({ meaning }) => meaning === "risk",
  ({ meaning }) => meaning.startsWith("weight"),
  ({ meaning }) => meaning === "yield",
  ({ meaning }) => meaning === "spread",
  ({ meaning }) => meaning === "duration",
  ({ meaning }) => meaning === "market-value",
  ({ meaning }) => meaning === "price" || meaning === "index-level",
  ({ meaning }) => meaning === "ratio",
  ({ meaning }) => meaning === "count" || meaning === "quantity",
];

/** The place of a measure in the order of interest. */
function rankOf(measure: Measure): number {
  // A contribution to a yield or a duration is a part of it.
  if (measure.meaning !== "contribution" && /\bcontr/i.test(measure.name)) return interest.length;
  const rank = interest.findIndex((isOf) => isOf(measure));
  return rank < 0 ? interest.length : rank;
}

export function byInterest(measures: readonly Measure[]): readonly Measure[] {
  return measures.toSorted((a, b) => rankOf(a) - rankOf(b));
}

const MAX_MEASURES = 6;

/** The cells of measures in one row; the measures of the first meaning are results, others are parts. */
export function measureFigures(reading: TableReading, measures: readonly Measure[], row: number): KeyFigure[] {
  const sorted = byInterest(measures);
  const [first] = sorted;
  const figures = sorted.flatMap((measure) => {
    const isPart = first !== undefined && rankOf(measure) !== rankOf(first);
    return cellFigure(reading, labelOf(reading, measureText(measure), row), measure, row, { isPart });
  });
  return figures.slice(0, MAX_MEASURES);
}

/** The numbers of the last day: of its total, or of its only row; else how many rows it has. */
export function lastDayFigures(reading: TableReading): KeyFigure[] {
  const { time } = reading;
  const end = time?.days.at(-1);
  if (time === undefined || end === undefined) return [];
  const rows = time.hasSeveralRows ? totalRows(reading, end) : leafRowsOfDay(reading, end);
  const [row, ...others] = rows;
  const label = time.labels.at(-1) ?? dayLabel(end);
  const numbers =
    row !== undefined && others.length === 0 ? measureFigures(reading, reading.current, row) : countFigures(reading);
  return [...numbers, ...dateFigures(reading, label)];
}

/** The last date, and how many dates there are. */
export function dateFigures({ table, time }: TableReading, label: string): KeyFigure[] {
  const header = table.columns[time?.column ?? -1]?.name ?? "";
  return [
    figure(t("Last date"), label, "", t("the last of {0}", header), true),
    countFigure(t("Dates"), time?.days.length ?? 0, t("the different values of {0}", header), true),
  ];
}

function leafRowsOfDay(reading: TableReading, day: number): readonly number[] {
  return leafRows(reading).filter((row) => reading.time?.dayOfRow[row] === day);
}

/** How many rows there are that are no totals, and what they are: `Holdings 5`. */
export function countFigures(reading: TableReading, options: FigureOptions = {}): KeyFigure[] {
  const rows = partsOf(reading);
  return [countFigure(nounOfParts(reading), rows.length, t("rows that are no totals"), options.isPart)];
}

/** The innermost parts; in a table with several rows a day, those of the last day. */
export function partsOf(reading: TableReading): readonly number[] {
  const { time } = reading;
  const rows = leafRows(reading);
  const day = time?.hasSeveralRows ? time.days.at(-1) : undefined;
  return day === undefined ? rows : rows.filter((row) => time?.dayOfRow[row] === day);
}

/** The rows of the outermost level that has several: groups, or all rows. */
export function outermostParts(reading: TableReading): readonly number[] {
  return rowsOfLevel(reading, usefulLevels(reading)[0] ?? 1);
}

/** `Holdings`, or what the innermost rows are: `Economic sectors`; `Rows` where the header does not say it. */
export function nounOfParts(reading: TableReading): string {
  if (reading.labels.length === 0) return t("Rows");
  const level = partsOf(reading).reduce((deepest, row) => Math.max(deepest, reading.levels[row] ?? 0), 1);
  if (isHoldingLevel(reading, level) || isSecurity(reading))
    return reading.current.some(({ meaning }) => meaning.startsWith("weight")) ? t("Holdings") : t("Securities");
  const noun = nounOfLevel(reading, level);
  if (noun === t("group")) return t("Groups");
  if (isTranslated) return noun;
  const plural = /s$/.test(noun) ? noun : noun.replace(/([^aeiou])y$/, "$1ie").concat("s");
  return `${plural.charAt(0).toUpperCase()}${plural.slice(1)}`;
}

/** Whether identifiers of securities name the rows. */
function isSecurity({ table, labels }: TableReading): boolean {
  return readHeader(table.columns[labels.at(-1) ?? -1]?.header ?? []).meaning === "identifier";
}

/** The label of a figure of a row: with the day or period of its block in the headers, or of its row. */
export function labelOf({ blocks, time }: TableReading, text: string, row?: number): string {
  const block = blocks.at(-1);
  if (block !== undefined) return block.end === undefined ? t("{0}, all periods", text) : `${text}, ${block.label}`;
  const day = row === undefined ? undefined : time?.labels[time.indexOfRow[row] ?? -1];
  return day === undefined ? text : `${text}, ${day}`;
}

/** The row with the largest number, and the one with the smallest; undefined where no row has a number. */
export function extremeRows(
  numberOf: (row: number) => number,
  rows: readonly number[],
): { readonly most: number | undefined; readonly least: number | undefined } {
  const numbered = rows.filter((row) => !Number.isNaN(numberOf(row)));
  const pick = (isBetter: (a: number, b: number) => boolean) =>
    numbered.reduce<number | undefined>(
      (best, row) => (best === undefined || isBetter(numberOf(row), numberOf(best)) ? row : best),
      undefined,
    );
  return { most: pick((a, b) => a > b), least: pick((a, b) => a < b) };
}

/** `Most: Energy`. The name of the row is the text of the result. */
export function titleOf(reading: TableReading, title: string, row: number): string {
  return labelOf(
    reading,
    title.replace("{0}", () => rowText(reading, row)),
  );
}
