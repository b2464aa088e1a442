import {
  type Measure,
  numberAt,
  readHeader,
  type TableReading,
  totalRows,
  withMinus,
} from "@analytics-engines/core/results";
import { localNumber, t } from "../../l10n.ts";
import { isReturn } from "../../result-kind.ts";
import { rowText } from "../../result-words.ts";
import type { Colour } from "../colour.ts";
import { measureChecklist, measureChoice } from "../controls.ts";
import {
  drawableMeasures,
  indicesOf,
  MAX_MEASURES,
  measureNames,
  measuresOfChart,
  sharedTitle,
  uniqueNames,
  withCompanions,
} from "../read/axis.ts";
import { type ChartRows, chartRows, noteOf, rowNames, sortedRows, subtitleOf } from "../read/rows.ts";
import { countNumbers, dayTexts, measureSeries, rowOfDays } from "../read/series.ts";
import { countValues, isInPercent, signed, unitText, valuesOfRow, valueText } from "../read/values.ts";
import type { BarsData, ChartKindRules, MonthCell, MonthsData, Series } from "../spec.ts";
import { linkableMeasures } from "./lines.ts";

const MIN_KEY_RATES = 3;
/** Bars of more rows for each point of an axis are hard to distinguish. */
const MAX_ROWS = 6;
const MAX_PERIODS = 36;

/** The duration at each point of the curve. */
export const keyRates: ChartKindRules = {
  name: t("Key rates"),

  suggest(reading) {
    const rates = reading.current.filter(({ tenor }) => tenor !== undefined);
    return rates.length < MIN_KEY_RATES || wholeRows(reading).rows.length === 0
      ? undefined
      : { kind: "keyRates", measures: indicesOf(rates) };
  },

  data(reading, spec): BarsData {
    const rates = measuresOfChart(reading, spec).filter(({ side }) => side !== "difference");
    const tenors = [...new Set(rates.map(({ tenor = 0 }) => tenor))].sort((a, b) => a - b);
    const sizeOf = (row: number) => Math.max(...rates.map(({ column }) => Math.abs(numberAt(column, row)) || 0));
    const chosen = sortedRows(wholeRows(reading), sizeOf, MAX_ROWS);
    const columnsOf = (measures: readonly Measure[]) =>
      tenors.map((tenor) => measures.find((measure) => measure.tenor === tenor)?.column);
    return {
      ...rowSeries(reading, chosen.rows, Map.groupBy(rates, sideAndOwner), columnsOf),
      title: t("Duration by key rate"),
      subtitle: subtitleOf(t("years, at each point of the curve"), chosen.when),
      note: noteOf(chosen.notes),
      largest: chosen.largest,
      groups: tenors.map(tenorText),
      unit: t("years"),
    };
  },
};

/** The row of the whole, else the parts: a curve of a whole says more than those of its parts. */
function wholeRows(reading: TableReading): ChartRows {
  const totals = totalRows(reading);
  return totals.length === 1 ? { rows: totals, notes: [], when: "" } : chartRows(reading, {}, []);
}

function sideAndOwner({ side, owner = "" }: Measure): string {
  return `${side} ${owner}`;
}

/** A series for each row, and for each account or side of the header, that has a number. */
function rowSeries(
  reading: TableReading,
  rows: readonly number[],
  byAccount: ReadonlyMap<string, readonly Measure[]>,
  columnsOf: (measures: readonly Measure[]) => readonly (Measure["column"] | undefined)[],
): Pick<BarsData, "shape" | "isUpright" | "series" | "seriesCount"> {
  const accounts = [...byAccount.values()];
  const names = rowNames(reading, rows);
  const accountNames = accounts.map(([first]) => (first === undefined ? "" : accountText(first)));
  const series = rows.flatMap((row, rowIndex) =>
    accounts.map((measures, at): Series => {
      const colour: Colour =
        measures[0]?.side === "benchmark" && rows.length === 1 ? "bench" : rowIndex * accounts.length + at;
      const parts =
        accounts.length === 1 ? [names[rowIndex]] : [rows.length > 1 ? names[rowIndex] : "", accountNames[at]];
      return { name: parts.filter(Boolean).join(", "), colour, ...valuesOfRow(columnsOf(measures), row) };
    }),
  );
  const filled = series.filter(({ values }) => countNumbers(values) > 0);
  const unique = uniqueNames(filled.map(({ name }) => name));
  return {
    shape: "bars",
    isUpright: true,
    series: filled.map((barSeries, seriesIndex) => ({ ...barSeries, name: unique[seriesIndex] ?? "" })),
    seriesCount: filled.length,
  };
}

function accountText({ owner, side, name }: Measure): string {
  if (owner !== undefined) return owner;
  return side === "benchmark" ? t("Benchmark") : side === "portfolio" ? t("Portfolio") : name;
}

/** `6 m` for half a year, `10 y`. */
function tenorText(tenor: number): string {
  return tenor < 1 ? `${Math.round(tenor * 12)} m` : `${localNumber(withMinus(String(Number(tenor.toFixed(1)))))} y`;
}

/** Returns over 1 month, 1 year, since inception, in the order of the columns: a bar for each account. */
export const horizons: ChartKindRules = {
  name: t("Horizons"),

  suggest(reading) {
    const returns = horizonReturns(reading);
    const { rows } = chartRows(reading, {}, []);
    const hasNumbers = returns.some(({ column }) => countValues(column, rows) > 0);
    return new Set(returns.map(horizonText)).size > 1 && hasNumbers
      ? { kind: "horizons", measures: indicesOf(returns) }
      : undefined;
  },

  data(reading, spec): BarsData {
    const { table } = reading;
    const measures = measuresOfChart(reading, spec);
    const keys = [...new Set(measures.map(horizonText))];
    const all = chartRows(reading, {}, []);
    const rows = all.rows.slice(0, MAX_ROWS + 1);
    const columnsOf = (ofAccount: readonly Measure[]) =>
      keys.map((key) => ofAccount.find((measure) => horizonText(measure) === key)?.column);
    const data = rowSeries(reading, rows, Map.groupBy(measures, sideAndOwner), columnsOf);
    // The benchmark is the row that is called so; else the last one, if the result names a benchmark.
    const isBenchmark = (row: number) => readHeader([rowText(reading, row)]).side === "benchmark";
    const namedIndex = data.series.length === rows.length ? rows.findIndex(isBenchmark) : -1;
    const hasBenchmark = table.metadata.items["Benchmark"]?.length === 1 && rows.length > 1;
    const benchmarkIndex = namedIndex < 0 && hasBenchmark ? data.series.length - 1 : namedIndex;
    const isAnnualized = measures.some(({ span }) => span === "annualized");
    const note = t("The first {0} of {1} accounts are drawn.", rows.length, all.rows.length);
    return {
      ...data,
      series: data.series.map((barSeries, seriesIndex) =>
        seriesIndex === benchmarkIndex ? { ...barSeries, colour: "bench" } : barSeries,
      ),
      title: t("Returns by period"),
      subtitle: subtitleOf("%", isAnnualized ? t("ann. = annualized") : ""),
      note: noteOf(rows.length < all.rows.length ? [note, ...all.notes] : all.notes),
      groups: keys,
      unit: measures[0] === undefined ? "" : unitText(table, measures[0]),
    };
  },
};

/** The returns over horizons, one for each horizon of an account. */
function horizonReturns({ current }: TableReading): readonly Measure[] {
  const returns = current.filter(
    (measure) =>
      isReturn(measure) && measure.horizon !== undefined && measure.side !== "difference" && isInPercent(measure),
  );
  const keyOf = (measure: Measure) => `${sideAndOwner(measure)} ${horizonText(measure)}`;
  const keys = returns.map(keyOf);
  return returns.filter((measure, index) => keys.indexOf(keyOf(measure)) === index);
}

/** `3 Years (ann.)`: the words of the header, with a mark if the header calls the return annualized. */
function horizonText({ horizon = "", span }: Measure): string {
  return span === "annualized" && !/\bann/i.test(horizon) ? t("{0} (ann.)", horizon) : horizon;
}

/** Returns, contributions or effects of periods, in the order of time. */
export const periods: ChartKindRules = {
  name: t("Bars by period"),

  suggest(reading) {
    const rows = rowOfDays(reading)?.filter((row) => row >= 0) ?? [];
    if (rows.length < 2 || rows.length > MAX_PERIODS) return undefined;
    const ofPeriods = drawableMeasures(reading).filter(
      (measure) => measure.span === "period" && measure.side !== "difference" && countValues(measure.column, rows) > 1,
    );
    const first = ofPeriods.find(({ isLinkable }) => isLinkable) ?? ofPeriods[0];
    return first && { kind: "periods", measures: indicesOf(withCompanions(ofPeriods, first)) };
  },

  data(reading, spec): BarsData {
    const measures = measuresOfChart(reading, spec);
    const [first] = measures;
    const { series } = measureSeries(reading, spec);
    return {
      shape: "bars",
      isUpright: true,
      title: t("{0} by period", sharedTitle(measures)),
      subtitle: first === undefined ? "" : unitText(reading.table, first),
      groups: uniqueNames(dayTexts(reading)),
      series,
      seriesCount: series.length,
      unit: first === undefined ? "" : unitText(reading.table, first),
    };
  },

  controls(reading, spec) {
    const ofPeriods = drawableMeasures(reading).filter(({ span }) => span === "period");
    return [measureChecklist(reading, ofPeriods, spec, MAX_MEASURES)];
  },
};

const DAY = 86_400_000;

/** The return of each month, a row for each year. */
export const months: ChartKindRules = {
  name: t("Months"),

  suggest(reading) {
    const all = linkableMeasures(reading);
    const first = all.find(({ side }) => side !== "benchmark") ?? all[0];
    return first && isMonthly(reading) ? { kind: "months", measures: [first.index] } : undefined;
  },

  data(reading, spec): MonthsData {
    const [measure] = measuresOfChart(reading, spec);
    const days = reading.time?.days ?? [];
    const cells = Array.from(rowOfDays(reading) ?? []).flatMap((row, rowIndex): MonthCell[] => {
      const value = measure === undefined ? Number.NaN : numberAt(measure.column, row);
      const day = new Date(days[rowIndex] ?? Number.NaN);
      if (measure === undefined || Number.isNaN(value)) return [];
      const text = signed(valueText(measure.column, row), value);
      return [{ year: day.getUTCFullYear(), month: day.getUTCMonth(), value, text }];
    });
    const all = linkableMeasures(reading);
    const name = measureNames(all)[all.findIndex(({ index }) => index === measure?.index)] ?? measure?.name ?? "";
    return {
      shape: "months",
      title: t("Returns by month, {0}", name),
      subtitle: "%",
      years: [...new Set(cells.map(({ year }) => year))].sort((a, b) => a - b),
      cells,
    };
  },

  controls: (reading, spec) => measureChoice(reading, linkableMeasures(reading), spec),
};

/** Whether the dates are about a month apart. */
function isMonthly({ time }: TableReading): boolean {
  if (time === undefined || time.days.length < 3) return false;
  const gaps = time.days.slice(1).map((day, dayIndex) => (day - (time.days[dayIndex] ?? 0)) / DAY);
  return gaps.every((gap) => gap >= 25 && gap <= 35);
}
