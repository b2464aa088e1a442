import {
  columnFormat,
  grandTotalRow,
  leafRows,
  type Measure,
  numberAt,
  readHeader,
  type TableReading,
} from "@analytics-engines/core/results";
import { t } from "../../../l10n.ts";
import { isAccountReturn, isReturn } from "../../../result-kind.ts";
import { effectText, inSentence, measureText, rowText } from "../../../result-words.ts";
import { columnText, countOf } from "../../../text.ts";
import { cellFigure, computedFigure, type KeyFigure } from "../key-figure.ts";
import { signedWeightFigures } from "./holdings.ts";
import {
  countFigures,
  extremeRows,
  labelOf,
  lastDayFigures,
  measureFigures,
  outermostParts,
  titleOf,
} from "./total.ts";

/** Return of portfolio and benchmark, the active return, and the effects that explain it. */
export function attributionFigures(reading: TableReading): KeyFigure[] {
  if (reading.time !== undefined) return lastDayFigures(reading);
  const row = grandTotalRow(reading);
  if (row === undefined) return countFigures(reading);
  const effects = largestEffects(reading.effects.parts, row).flatMap((effect) =>
    cellFigure(reading, effectText(effect), effect, row, { isPart: true }),
  );
  return [...totalReturns(reading, row), ...effects];
}

const MAX_EFFECTS = 3;

/** The effects that explain most, in the order of the table. */
function largestEffects(effects: readonly Measure[], row: number): readonly Measure[] {
  const sizeOf = ({ column }: Measure) => Math.abs(numberAt(column, row) || 0);
  const largest = effects.toSorted((a, b) => sizeOf(b) - sizeOf(a)).slice(0, MAX_EFFECTS);
  return effects.filter((effect) => largest.includes(effect));
}

/** Return of portfolio and benchmark, the active return, and the groups that contributed most and least. */
export function contributionFigures(reading: TableReading): KeyFigure[] {
  if (reading.time !== undefined) return lastDayFigures(reading);
  const row = grandTotalRow(reading);
  const contributions = reading.current.filter(({ meaning }) => meaning === "contribution");
  const contribution = contributions.find(({ side }) => side !== "benchmark" && side !== "difference");
  const returns = row === undefined ? [] : totalReturns(reading, row);
  const whole =
    returns.length > 0 ? returns : cellFigure(reading, labelOf(reading, t("Contribution")), contribution, row);
  const first = whole.length > 0 ? whole : countFigures(reading);
  if (contribution === undefined) return first;
  const { most, least } = extremeRows((part) => numberAt(contribution.column, part), outermostParts(reading));
  const part = (title: string, partRow: number | undefined) =>
    partRow === undefined
      ? []
      : cellFigure(reading, titleOf(reading, title, partRow), contribution, partRow, { hasSign: true, isPart: true });
  return [
    ...first,
    ...signedWeightFigures(reading),
    ...part(t("Most: {0}"), most),
    ...(least === most ? [] : part(t("Least: {0}"), least)),
  ];
}

/** Returns of a table: of the total; over time those of all periods; else how many rows there are. */
export function returnFigures(reading: TableReading): KeyFigure[] {
  if (reading.time !== undefined)
    return reading.time.hasSeveralRows ? lastDayFigures(reading) : returnsOverTime(reading);
  const row = grandTotalRow(reading);
  if (row === undefined) return countFigures(reading);
  const returns = totalReturns(reading, row);
  return returns.length > 0 ? returns : measureFigures(reading, reading.current, row);
}

/** Returns of official results are rounded to this. */
const ROUNDING = 0.0051;

/** The returns of accounts in one row, and the active return: the table's own, or the difference. */
function totalReturns(reading: TableReading, row: number): KeyFigure[] {
  const returns = reading.current.filter(
    (measure) => isAccountReturn(measure) && !Number.isNaN(numberAt(measure.column, row)),
  );
  const accounts = returns.filter(({ side }) => side !== "benchmark" && side !== "difference");
  const benchmarks = returns.filter(({ side }) => side === "benchmark");
  const [account, benchmark] = [accounts, benchmarks].map((measures) =>
    measures.length === 1 ? measures[0] : undefined,
  );
  return [
    ...[...accounts, ...benchmarks].flatMap((measure) => {
      const isAlone = measure === account || measure === benchmark;
      return cellFigure(reading, labelOf(reading, isAlone ? returnText(measure) : measureText(measure)), measure, row);
    }),
    ...activeReturn(reading, row, account, benchmark),
  ];
}

/** `Portfolio return`; for a named account `Fund A, Total Return`. */
function returnText(measure: Measure): string {
  if (measure.owner !== undefined || !measure.isLinkable) return measureText(measure);
  if (measure.side === "portfolio") return t("Portfolio return");
  return measure.side === "benchmark" ? t("Benchmark return") : measure.name;
}

function activeReturn(reading: TableReading, row: number, account?: Measure, benchmark?: Measure): KeyFigure[] {
  const own = reading.current.find((measure) => measure.side === "difference" && isReturn(measure));
  const { total } = reading.effects;
  const label = labelOf(reading, t("Active return"));
  if (own !== undefined) return cellFigure(reading, label, own, row);
  if (account === undefined || benchmark === undefined)
    return cellFigure(reading, labelOf(reading, t("Total effect")), total, row);
  const difference = numberAt(account.column, row) - numberAt(benchmark.column, row);
  const source = t("{0} less {1}", columnText(account.column), columnText(benchmark.column));
  if (total === undefined) return computedFigure(reading, label, account, difference, source, { hasSign: true });
  const isSame = Math.abs(numberAt(total.column, row) - difference) <= ROUNDING;
  return cellFigure(reading, isSame ? label : labelOf(reading, t("Total effect")), total, row);
}

/** Returns of periods, linked over all of them; returns over a longer span as they stand in the last row. */
function returnsOverTime(reading: TableReading): KeyFigure[] {
  const { current, time } = reading;
  const measures = current.filter((measure) => isAccountReturn(measure) && measure.side !== "difference");
  const rows = rowsInTime(reading);
  const last =
    time?.partialDays.size === 0
      ? rows.at(-1)
      : rows.findLast((row) => !time?.partialDays.has(time.indexOfRow[row] ?? -1));
  if (last === undefined || measures.length === 0) return lastDayFigures(reading);
  // Years stand for themselves: people compare them, and the last may be a part.
  if (isYearly(reading))
    return measures.flatMap((measure) => cellFigure(reading, labelOf(reading, yearText(measure), last), measure, last));
  const figures = measures.map((measure) => ({
    measure,
    value: measure.isLinkable ? linkedReturn(measure, rows) : numberAt(measure.column, last),
  }));
  // A cumulative column that equals the linked returns of the same account says the same.
  const isRepeated = ({ measure, value }: ReturnValue) =>
    measure.span === "cumulative" &&
    figures.some(
      (candidate) =>
        candidate.measure.isLinkable &&
        candidate.measure.owner === measure.owner &&
        candidate.measure.side === measure.side &&
        Math.abs(candidate.value - value) <= ROUNDING,
    );
  const different = figures.filter((figure) => !isRepeated(figure));
  return [
    ...different.flatMap(({ measure, value }) =>
      measure.isLinkable
        ? computedFigure(
            reading,
            `${accountText(measure)}, ${countOf(rows.length, "period")}`,
            measure,
            value,
            linkedSource(reading, measure, rows),
          )
        : cellFigure(reading, labelOf(reading, spanText(measure), last), measure, last),
    ),
    ...differenceOfTwo(reading, different),
    ...lastPeriod(reading, measures, last),
  ];
}

/** The rows with a day, from the first to the last. */
function rowsInTime({ time, roles }: TableReading): readonly number[] {
  const dayOf = (row: number) => time?.dayOfRow[row] ?? Number.NaN;
  return [...roles.keys()]
    .filter((row) => roles[row] !== "note" && !Number.isNaN(dayOf(row)))
    .sort((a, b) => dayOf(a) - dayOf(b));
}

function isYearly({ time }: TableReading): boolean {
  return time?.labels.some((label) => /^\d{4}$/.test(label)) === true;
}

/** The growth over all periods; NaN if one has no return, or if the column has no percentages. */
function linkedReturn({ column }: Measure, rows: readonly number[]): number {
  if (columnFormat(column).unit !== "%" || rows.length < 2) return Number.NaN;
  return 100 * (rows.reduce((product, row) => product * (1 + numberAt(column, row) / 100), 1) - 1);
}

function linkedSource({ time }: TableReading, { column }: Measure, rows: readonly number[]): string {
  const [first, last] = [rows[0], rows.at(-1)].map((row) => time?.labels[time.indexOfRow[row ?? -1] ?? -1] ?? "");
  return t(
    "linked from {0} of {1}, {2} to {3}",
    countOf(rows.length, "period"),
    columnText(column),
    first ?? "",
    last ?? "",
  );
}

function accountText(measure: Measure): string {
  if (measure.owner !== undefined) return measure.owner;
  return measure.side === "portfolio" ? t("Portfolio") : measure.side === "benchmark" ? t("Benchmark") : measure.name;
}

function spanText(measure: Measure): string {
  return measure.span === "cumulative" && measure.owner !== undefined
    ? t("{0}, cumulative return", measure.owner)
    : measureText(measure);
}

function yearText(measure: Measure): string {
  return measure.side === "benchmark" ? t("Benchmark") : measureText(measure);
}

interface ReturnValue {
  readonly measure: Measure;
  readonly value: number;
}

/** The difference of one account and one benchmark over the same span. */
function differenceOfTwo(reading: TableReading, figures: readonly ReturnValue[]): KeyFigure[] {
  const [benchmark, ...otherBenchmarks] = figures.filter(({ measure }) => measure.side === "benchmark");
  const [account, ...otherAccounts] = figures.filter(({ measure }) => measure.side !== "benchmark");
  if (account === undefined || benchmark === undefined || otherAccounts.length + otherBenchmarks.length > 0) return [];
  if (account.measure.span !== benchmark.measure.span) return [];
  const source = t("{0} less {1}", columnText(account.measure.column), columnText(benchmark.measure.column));
  return computedFigure(reading, t("Difference"), account.measure, account.value - benchmark.value, source, {
    hasSign: true,
  });
}

/** The last period of the first account whose periods are linked. */
function lastPeriod(reading: TableReading, measures: readonly Measure[], last: number): KeyFigure[] {
  const linkable = measures.filter(({ isLinkable }) => isLinkable);
  const measure = linkable.find(({ side }) => side !== "benchmark") ?? linkable[0];
  if (measure === undefined) return [];
  return cellFigure(reading, labelOf(reading, accountText(measure), last), measure, last, { isPart: true });
}

/** One year (else the longest span that is not annualized) of the first accounts, and the longest annualized span of the first. */
export function horizonFigures(reading: TableReading): KeyFigure[] {
  const horizons = reading.current.filter(({ horizon, side }) => horizon !== undefined && side !== "difference");
  const isAnnual = ({ span, column }: Measure) => span === "annualized" || /\bann(ual|\.)/i.test(columnText(column));
  const plain = horizons.filter((measure) => !isAnnual(measure) && measure.span !== "since");
  const year = plain.find((measure) => horizonMonths(measure) === 12) ?? longest(plain) ?? longest(horizons);
  const annual = longest(horizons.filter((measure) => isAnnual(measure) && measure !== year));
  const rows = leafRows(reading)
    .filter((row) => readHeader([rowText(reading, row)]).side !== "difference")
    .slice(0, 3);
  const [account, benchmark] = rows;
  const text = (measure: Measure | undefined) => inSentence(measure?.horizon ?? "");
  const difference =
    year !== undefined && rows.length === 2 && account !== undefined && benchmark !== undefined
      ? computedFigure(
          reading,
          t("Difference"),
          year,
          numberAt(year.column, account) - numberAt(year.column, benchmark),
          t("{0} of {1} less {2}", columnText(year.column), rowText(reading, account), rowText(reading, benchmark)),
          { hasSign: true },
        )
      : [];
  return [
    ...rows.flatMap((row) => cellFigure(reading, `${rowText(reading, row)}, ${text(year)}`, year, row)),
    ...difference,
    ...cellFigure(
      reading,
      account === undefined ? "" : `${rowText(reading, account)}, ${text(annual)}`,
      annual,
      account,
      { isPart: true },
    ),
  ];
}

/** Longer than any stated span. */
const MONTHS_SINCE_START = 12_000;

/** The months of `1 Year`, `36 Month`; 0 for spans that the header does not measure, such as year to date. */
function horizonMonths({ horizon = "" }: Measure): number {
  if (/^since\b|\b(inception|launch|start)\b|^itd\b/i.test(horizon)) return MONTHS_SINCE_START;
  const [, count = "1", unit = ""] = /(\d+)?[ -]?(y|m)/i.exec(horizon.replace(/^one\b/i, "1")) ?? [];
  return /^(\d|one)/i.test(horizon) ? Number(count) * (/^y/i.test(unit) ? 12 : 1) : 0;
}

function longest(measures: readonly Measure[]): Measure | undefined {
  return measures.toSorted((a, b) => horizonMonths(b) - horizonMonths(a))[0];
}
