import { counterpartOf, type Measure, numberAt, type TableReading } from "@analytics-engines/core/results";
import { t } from "../../l10n.ts";
import { cashRows, isTradeValue, isWeight, oneWayTurnover, weightsBeforeAndAfter } from "../../result-kind.ts";
import { rowText, usefulLevels } from "../../result-words.ts";
import { levelControls, measureChecklist } from "../controls.ts";
import {
  drawableMeasures,
  indicesOf,
  MAX_MEASURES,
  measureColours,
  measureNames,
  measuresOfChart,
  sharedTitle,
  withCompanions,
} from "../read/axis.ts";
import {
  type ChartRows,
  captionOf,
  chartRows,
  noteOf,
  rowNames,
  sortedRows,
  subtitleOf,
  titleBy,
} from "../read/rows.ts";
import {
  computedText,
  computedValues,
  countValues,
  type FormattedValues,
  signed,
  unitText,
  valuesOf,
  valuesOfRow,
} from "../read/values.ts";
import type { BarsData, ChartKindRules, ChartSpec, Series } from "../spec.ts";

const MAX_SERIES = 8;
/** More bars than in other charts: a reader wants to see the small trades too. */
const MAX_TRADES = 60;

/** Measures of groups: one measure sorted and coloured by sign, or accounts and benchmark side by side. */
export const bars: ChartKindRules = {
  name: t("Bars"),

  suggest(reading) {
    const [level] = usefulLevels(reading);
    const { rows } = chartRows(reading, { level }, []);
    const measures = drawableMeasures(reading).filter(({ column }) => countValues(column, rows) > 1);
    const weights = measures.filter(isWeight);
    const isShort = weights.some(
      ({ column, side }) => side !== "difference" && rows.some((row) => numberAt(column, row) < 0),
    );
    const contribution = measures.find(({ meaning, side }) => meaning === "contribution" && side !== "benchmark");
    // In a book with short positions, the signs of the weights come first.
    const first = (isShort ? weights[0] : undefined) ?? contribution ?? measures[0];
    if (first === undefined) return undefined;
    return {
      kind: "bars",
      measures: indicesOf(first === contribution ? [first] : withCompanions(measures, first)),
      level,
    };
  },

  data: (reading, spec) => (spec.measuresAsGroups ? measureData(reading, spec) : groupData(reading, spec)),

  controls(reading, spec) {
    const { measuresAsGroups, ...plain } = spec;
    const options = [
      {
        text: t("Measures as groups"),
        isChosen: measuresAsGroups === true,
        spec: measuresAsGroups ? plain : { ...spec, measuresAsGroups: true },
      },
    ];
    return [
      measureChecklist(reading, drawableMeasures(reading), spec, MAX_MEASURES),
      ...(spec.measures.length > 1 ? [{ type: "checkbox" as const, label: t("Measures as groups"), options }] : []),
      ...levelControls(reading, spec),
    ];
  },
};

/** The number of a row farthest from zero. */
function farthest(measures: readonly Measure[], row: number): number {
  const numbers = measures.map(({ column }) => numberAt(column, row)).filter((value) => !Number.isNaN(value));
  return numbers.toSorted((a, b) => Math.abs(b) - Math.abs(a))[0] ?? Number.NaN;
}

function groupData(reading: TableReading, spec: ChartSpec): BarsData {
  const measures = measuresOfChart(reading, spec);
  const chosen = sortedRows(chartRows(reading, spec, measures), (row) => farthest(measures, row));
  const [colours, names] = [measureColours(measures), measureNames(measures)];
  const series = measures.map(
    ({ column }, seriesIndex): Series => ({
      name: names[seriesIndex] ?? "",
      colour: measures.length === 1 ? "sign" : (colours[seriesIndex] ?? 0),
      ...valuesOf(column, chosen.rows),
    }),
  );
  return barsOf(reading, chosen, titleBy(reading, sharedTitle(measures), spec), measures, series, t("largest first"));
}

function measureData(reading: TableReading, spec: ChartSpec): BarsData {
  const measures = measuresOfChart(reading, spec);
  const chosen = sortedRows(chartRows(reading, spec, measures), (row) => farthest(measures, row), MAX_SERIES);
  const names = rowNames(reading, chosen.rows);
  const columns = measures.map(({ column }) => column);
  const series = chosen.rows.map(
    (row, seriesIndex): Series => ({
      name: names[seriesIndex] ?? "",
      colour: chosen.rows.length === 1 ? "sign" : seriesIndex,
      ...valuesOfRow(columns, row),
    }),
  );
  const data = barsOf(reading, chosen, sharedTitle(measures), measures, series, "");
  // The rows are the colours here, and a smaller picture leaves out groups.
  return { ...data, note: captionOf(data), largest: undefined, groups: measureNames(measures), missing: 0 };
}

function barsOf(
  reading: TableReading,
  { rows, notes, largest, when, missing = 0 }: ChartRows,
  title: string,
  [measure]: readonly Measure[],
  series: readonly Series[],
  order: string,
): BarsData {
  const unit = measure === undefined ? "" : unitText(reading.table, measure);
  return {
    shape: "bars",
    title,
    subtitle: subtitleOf(unit, when, order),
    note: noteOf(notes),
    largest,
    groups: rowNames(reading, rows),
    series,
    seriesCount: series.length,
    missing,
    unit,
  };
}

/** One number of each row with its sign: that of a column, or one minus another; a side that does not have the row has 0 of it. */
function signedBars(
  reading: TableReading,
  spec: ChartSpec,
  candidates: ChartRows,
  words: {
    readonly title: string;
    readonly name: string;
    readonly order: string;
    readonly most?: number;
  },
): BarsData {
  const measures = measuresOfChart(reading, spec);
  const [first, second] = measures;
  if (first === undefined) throw new Error(`${words.title} needs a column of numbers`);
  const numberOf = differenceOf(first, second);
  const chosen = sortedRows(candidates, numberOf, words.most);
  const plain = valuesOf(first.column, chosen.rows);
  const values: FormattedValues =
    second !== undefined
      ? computedValues(first.column, chosen.rows, numberOf)
      : { ...plain, text: (groupIndex) => signed(plain.text(groupIndex), plain.values[groupIndex] ?? 0) };
  return barsOf(reading, chosen, words.title, measures, [{ name: words.name, colour: "sign", ...values }], words.order);
}

function differenceOf({ column }: Measure, subtrahend: Measure | undefined): (row: number) => number {
  if (subtrahend === undefined) return (row) => numberAt(column, row);
  return (row) => {
    const [value, subtrahendValue] = [numberAt(column, row), numberAt(subtrahend.column, row)];
    return Number.isNaN(value) && Number.isNaN(subtrahendValue) ? Number.NaN : (value || 0) - (subtrahendValue || 0);
  };
}

/** What the portfolio holds more or less of than its benchmark. */
export const active: ChartKindRules = {
  name: t("Active weights"),

  suggest(reading) {
    const { current } = reading;
    const [level] = usefulLevels(reading);
    if (level === undefined) return undefined;
    const { rows } = chartRows(reading, { level }, []);
    const hasNumbers = ({ column }: Measure) => countValues(column, rows) > 1;
    const actives = current.filter((measure) => measure.meaning === "weight-active" && hasNumbers(measure));
    if (actives.length === 1) return { kind: "active", measures: indicesOf(actives), level };
    const portfolios = current.filter((measure) => measure.meaning === "weight" && hasNumbers(measure));
    const pairs = portfolios.flatMap((portfolio) => {
      const benchmark = counterpartOf(portfolio, current, "benchmark");
      return benchmark === undefined || !hasNumbers(benchmark) ? [] : [[portfolio, benchmark]];
    });
    // Of several accounts, none is the one whose active weights these are.
    if (new Set(pairs.map(([portfolio]) => portfolio?.owner)).size !== 1) return undefined;
    const after = weightsBeforeAndAfter(current)?.after;
    const pair = pairs.find(([portfolio]) => portfolio === after) ?? pairs[0];
    return pair && { kind: "active", measures: indicesOf(pair), level };
  },

  data(reading, spec): BarsData {
    const measures = measuresOfChart(reading, spec);
    const title = titleBy(reading, t("Active weight"), spec);
    const [portfolio] = measures;
    const isOneOfSeveral = reading.current.filter(({ meaning }) => meaning === portfolio?.meaning).length > 1;
    const order = subtitleOf(isOneOfSeveral ? (portfolio?.name ?? "") : "", t("largest overweight first"));
    const words = { title, name: t("Active weight"), order };
    return signedBars(reading, spec, chartRows(reading, spec, measures.length === 1 ? measures : []), words);
  },

  controls: levelControls,
};

/** What an optimizer buys and sells: trade values, else changes of weight. */
export const trades: ChartKindRules = {
  name: t("Trades"),

  suggest(reading) {
    const value = reading.current.find(isTradeValue);
    const pair = value === undefined ? weightsBeforeAndAfter(reading.current) : undefined;
    const first = value ?? pair?.after;
    if (first === undefined) return undefined;
    const numberOf = differenceOf(first, pair?.before);
    const isTraded = (row: number) => Math.abs(numberOf(row)) > 0;
    const { rows } = chartRows(reading, {}, []);
    if (!assetRows(reading, rows, pair?.before).assets.some(isTraded)) return undefined;
    return { kind: "trades", measures: indicesOf(pair === undefined ? [first] : [first, pair.before]) };
  },

  data(reading, spec): BarsData {
    const [first, before] = measuresOfChart(reading, spec);
    const today = chartRows(reading, {}, []);
    if (first === undefined) throw new Error("trades need a column of numbers");
    const numberOf = differenceOf(first, before);
    const { assets, cash } = assetRows(reading, today.rows, before);
    const traded = assets.filter((row) => numberOf(row) !== 0);
    const still = assets.length - traded.length;
    const notes = [
      ...(cash.length > 0 ? [t("Cash is no trade: {0}.", cashText(reading, first, cash))] : []),
      ...(still > 0 ? [t("{0} unchanged rows are not drawn.", still)] : []),
      ...today.notes,
    ];
    const words =
      before === undefined
        ? { title: t("Trades by value"), name: t("Trade value") }
        : { title: t("Change of weight"), name: t("Change of weight") };
    const order =
      before === undefined ? sumsText(first, traded.map(numberOf)) : changesText(reading, first, before, today.rows);
    return signedBars(reading, spec, { ...today, rows: traded, notes }, { ...words, order, most: MAX_TRADES });
  },
};

/** The rows that can be traded, and those of cash, which is what a trade value is paid with. */
function assetRows(reading: TableReading, rows: readonly number[], before: Measure | undefined) {
  const isCash = before === undefined ? cashRows(reading) : () => false;
  return { assets: rows.filter((row) => !isCash(row)), cash: rows.filter(isCash) };
}

function cashText(reading: TableReading, { column }: Measure, rows: readonly number[]): string {
  return rows
    .map(
      (row) => `${rowText(reading, row)} ${signed(computedText(column, numberAt(column, row)), numberAt(column, row))}`,
    )
    .join(", ");
}

function sumsText({ column }: Measure, values: readonly number[]): string {
  const sum = (sign: 1 | -1) => values.reduce((total, value) => total + Math.max(value * sign, 0), 0);
  return t("buys {0}, sells {1}", computedText(column, sum(1)), computedText(column, sum(-1)));
}

/** The turnover if the table shows it, else the sums of what rises and falls. */
function changesText(reading: TableReading, after: Measure, before: Measure, rows: readonly number[]): string {
  const text = (value: number) => computedText(after.column, value);
  const turnover = oneWayTurnover(reading);
  if (turnover !== undefined) return t("turnover {0} % = half of all changes", text(turnover));
  const change = differenceOf(after, before);
  const sumOf = (numberOf: (row: number) => number) => rows.reduce((sum, row) => sum + (numberOf(row) || 0), 0);
  const increases = sumOf((row) => Math.max(0, change(row)));
  return t("increases {0}, decreases {1}", text(increases), text(sumOf((row) => Math.min(0, change(row)))));
}
