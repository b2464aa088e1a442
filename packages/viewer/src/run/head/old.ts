// The reading of tables that the figures beside this file used before core's. It goes with them.
import {
  type Column,
  columnDays,
  columnFormat,
  formatCell,
  levelsOfNames,
  type Table,
} from "@analytics-engines/core/results";
import type { Colour } from "../../chart/colour/colours.ts";
import { columnLabel, headerLevels } from "../../column-text.ts";
import { isTranslated, t } from "../../l10n.ts";
import { localDay } from "../../language/number-language.ts";

type Meaning = ReturnType<typeof columnFormat>["meaning"];
type ChartKind = string;
interface ChartSpec {
  readonly kind: string;
  readonly measures: readonly number[];
  readonly date?: number;
  readonly level?: number | undefined;
}
// read/outline.ts

/** A table as charts read it: what its columns are, and which rows are parts of which. */
export interface Outline {
  readonly table: Table;
  /** The columns of dates. */
  readonly dates: readonly number[];
  /** The columns of texts that name rows, the outermost group first. */
  readonly names: readonly number[];
  readonly measures: readonly ChartMeasure[];
  /** The depth of each row, from 0; undefined if no row is a part of another. */
  readonly levels: Uint8Array | undefined;
  /** The levels that a chart can show, from the outermost: each has several rows, and more than the level above. */
  readonly usefulLevels: readonly number[];
  /** The column of dates that differ, with the day of each row. */
  readonly time: Time | undefined;
}

export interface Time {
  readonly column: number;
  /** Milliseconds since 1970; NaN for none. */
  readonly dayOfRow: Float64Array;
  /** The different days, ascending. */
  readonly days: readonly number[];
  /** Where the day of each row is in `days`; -1 for none. */
  readonly placeOfRow: Int32Array;
}

const outlines = new WeakMap<Table, Outline>();

/** The outline of a table, which is computed once. */
export function outlineOf(table: Table): Outline {
  const outline = outlines.get(table) ?? makeOutline(table);
  outlines.set(table, outline);
  return outline;
}

function makeOutline(table: Table): Outline {
  const dates: number[] = [];
  const names: number[] = [];
  for (const [index, column] of table.columns.entries()) {
    if (column.isHidden) continue;
    if (columnDays(column) !== undefined) dates.push(index);
    else if (column.values.kind === "text") names.push(index);
  }
  const measures = measuresOf(table).filter(({ index }) => !dates.includes(index));
  const levels = table.groupLevels ?? levelsOfNames(table, names);
  const time = timeOf(table, dates);
  return { table, dates, names, measures, levels, usefulLevels: usefulLevels(levels, time), time };
}

/** The first column of dates with several days. */
function timeOf({ columns }: Table, dates: readonly number[]): Time | undefined {
  for (const column of dates) {
    const dayOfRow = columns[column] && columnDays(columns[column]);
    if (dayOfRow === undefined) continue;
    const days = [...new Set(dayOfRow)].filter((day) => !Number.isNaN(day)).sort((a, b) => a - b);
    if (days.length < 2) continue;
    const places = new Map(days.map((day, place) => [day, place]));
    return { column, dayOfRow, days, placeOfRow: Int32Array.from(dayOfRow, (day) => places.get(day) ?? -1) };
  }
  return undefined;
}

/** The levels without those of one row, such as the total, and without those whose groups have one child each. */
function usefulLevels(levels: Uint8Array | undefined, time: Time | undefined): number[] {
  if (levels === undefined) return [];
  const counts = new Map<number, number>();
  const day = time?.days.at(-1);
  for (const [row, level] of levels.entries()) {
    if (day !== undefined && time?.dayOfRow[row] !== day) continue;
    counts.set(level, (counts.get(level) ?? 0) + 1);
  }
  let most = 1;
  return [...counts.keys()]
    .sort((a, b) => a - b)
    .filter((level) => {
      const count = counts.get(level) ?? 0;
      const isUseful = count > most;
      most = Math.max(most, count);
      return isUseful;
    });
}

/** The rows of one level; without a level, all rows that are not parts of a shown row. */
export function rowsOf({ table, levels }: Outline, level: number | undefined, day?: number, time?: Time): number[] {
  const rows: number[] = [];
  for (let row = 0; row < table.rowCount; row++) {
    const isOfLevel = level === undefined || levels === undefined || levels[row] === level;
    if (isOfLevel && (day === undefined || time?.dayOfRow[row] === day)) rows.push(row);
  }
  return rows;
}

/** The rows above all parts: the totals. */
export function totalRows(outline: Outline, day?: number): number[] {
  const {
    levels,
    usefulLevels: [first],
    time,
  } = outline;
  if (levels === undefined || (first ?? 1) === 0) return [];
  return rowsOf(outline, 0, day, time);
}

/** The name of a row: its innermost text, preferably a name and not a symbol; without any text, its date. */
export function rowName({ table, names, time }: Outline, row: number): string {
  for (const index of names.toSorted((a, b) => Number(isCode(table, b)) - Number(isCode(table, a))).reverse()) {
    const column = table.columns[index];
    const text = column && formatCell(column, row);
    if (text) return text;
  }
  const day = time?.dayOfRow[row];
  return day === undefined || Number.isNaN(day) ? t("(none)") : localDay(day);
}

/** Whether a column has symbols or properties, which name a row only if no other column does. */
function isCode({ columns }: Table, index: number): boolean {
  const column = columns[index];
  return (
    /symbol|identifier|ticker|cusip|isin|sedol|currency|side|type|status/i.test(column?.header.at(-1) ?? "") ||
    column?.isDimension === false
  );
}

/** What the rows of a level are: the label of the column that names them. */
export function levelName(outline: Outline, level: number | undefined): string {
  const { table, names } = outline;
  const [row] = rowsOf(outline, level).slice(-1);
  const plainNames = names.filter((index) => !isCode(table, index));
  const column = (plainNames.length > 0 ? plainNames : names).findLast((index) => {
    const values = table.columns[index]?.values;
    return values?.kind === "text" && row !== undefined && (values.codes[row] ?? -1) >= 0;
  });
  return column === undefined ? "" : inSentence(columnLabel(table, column));
}

/** `economic sector` of `Economic Sector` within an English sentence; words in capitals stay. */
export function inSentence(label: string): string {
  if (isTranslated) return label;
  return label.replaceAll(/\b\p{Lu}(?=\p{Ll})/gu, (letter) => letter.toLowerCase());
}

// read/measures.ts

/** Whose numbers a measure has. */
export type MeasureSide = "fund" | "benchmark" | "active";

/** What a measure is, where the rules for default charts need to know. */
export type Quantity =
  | "effect"
  | "total effect"
  | "contribution"
  | "risk part"
  | "risk"
  | "key rate"
  | "weight"
  | "return"
  | "trade"
  | "price"
  | "duration"
  | "yield"
  | "style";

/** A column of numbers. */
export interface ChartMeasure {
  readonly index: number;
  readonly column: Column;
  /** The levels of the header in plain words. */
  readonly levels: readonly string[];
  readonly side: MeasureSide | undefined;
  readonly quantity: Quantity | undefined;
  readonly meaning: Meaning;
  /** The place of a key rate on the curve, in years. */
  readonly tenor: number | undefined;
}

const sidePatterns: readonly (readonly [MeasureSide, RegExp])[] = [
  ["active", /\b(active|relative|difference|variation|excess)\b/i],
  ["benchmark", /\b(benchmark|bench|bmk?)\b/i],
  ["fund", /\b(portfolio|port|fund|account)\b/i],
];

/** The first match counts: a contribution to risk is a part of the risk, a return of a price is a return. */
const quantityPatterns: readonly (readonly [Quantity, RegExp])[] = [
  ["total effect", /\btotal (attribution )?effect\b/i],
  ["effect", /\beffect\b/i],
  [
    "risk part",
    /\b(contribution to (total |active |factor )?(risk|tracking error|volatility)|(risk|tracking error) contribution)\b/i,
  ],
  ["contribution", /\bcontribution\b/i],
  ["key rate", /\b(key rate|partial) durations?\b|\bkrd\b/i],
  ["duration", /\bduration\b(?! band)/i],
  ["risk", /\b(volatility|standard deviation|tracking error|(total|active) risk)\b/i],
  ["style", /\b(large|small|mid)( cap)? (growth|value|core)\b/i],
  ["trade", /\btrade (value|amount)\b/i],
  ["weight", /\b(weights?|wgt)\b/i],
  ["return", /\breturns?\b/i],
  ["price", /\bprice\b(?! (to )?(earnings|book|sales|cash))/i],
  ["yield", /\b(yield to|yield|ytm|ytw)\b/i],
];

const TENOR = /(\d+(?:\.\d+)?)\s*(m|mo|months?|y|yrs?|years?)\b/i;

/** The measures among the columns of a table. */
export function measuresOf(table: Table): ChartMeasure[] {
  return table.columns.flatMap((column, index) =>
    !column.isHidden && hasNumbers(column) ? [measureOf(column, index)] : [],
  );
}

function measureOf(column: Column, index: number): ChartMeasure {
  const levels = headerLevels(column);
  const quantities = levels.toReversed().map((level) => quantityPatterns.find(([, words]) => words.test(level))?.[0]);
  const quantity = quantities.find((one) => one !== undefined);
  const side = levels
    .map((level) => sidePatterns.find(([, words]) => words.test(level))?.[0])
    .find((one) => one !== undefined);
  const tenor = quantity === "key rate" ? tenorOf(levels.at(-1) ?? "") : undefined;
  return { index, column, levels, side, quantity, meaning: columnFormat(column).meaning, tenor };
}

function hasNumbers({ values }: Column): boolean {
  return values.kind === "number" && values.values.some((value) => Number.isFinite(value));
}

/** `Partial Duration 60M` is at 5 years. */
function tenorOf(name: string): number | undefined {
  const [, count, unit = ""] = TENOR.exec(name) ?? [];
  if (count === undefined) return undefined;
  return /^m/i.test(unit) ? Number(count) / 12 : Number(count);
}

/** The name of a measure without the words of its side: the same for fund, benchmark and active. */
export function plainName({ levels }: ChartMeasure): string {
  const name = levels.at(-1) ?? "";
  const plain = sidePatterns.reduce((text, [, words]) => text.replace(words, ""), name);
  return plain.replace(/^[\s.|-]+|[\s|-]+$/g, "").replaceAll(/\s+/g, " ") || name;
}

// read/pick.ts

/** More lines or bars of a group than this are hard to distinguish. */
export const MAX_MEASURES = 6;

/** What a reader looks for first: weights before amounts, amounts before counts. */
const meaningRanks: readonly Meaning[] = [
  "weight",
  "return",
  "effect",
  "amount",
  "price",
  "yield",
  "spread",
  "years",
  "ratio",
  "number",
  "count",
];

/** The measures of a quantity, and of a side if one is given. */
export function measuresWith({ measures }: Outline, quantity: Quantity, side?: MeasureSide): ChartMeasure[] {
  return measures.filter((one) => one.quantity === quantity && (side === undefined || one.side === side));
}

/** The weights that are parts of a whole: an active weight is none. */
export function weightsOf(outline: Outline): ChartMeasure[] {
  return measuresWith(outline, "weight").filter(({ side }) => side !== "active");
}

export function measureAt({ measures }: Outline, index: number | undefined): ChartMeasure | undefined {
  return measures.find((one) => one.index === index);
}

/** The measures that a chart shows. */
export function measuresOfChart(outline: Outline, { measures }: ChartSpec): ChartMeasure[] {
  return measures.map((index) => measureAt(outline, index)).filter((one) => one !== undefined);
}

/** Measures in the order in which a reader looks for them. A table with headers above its measures already has this order. */
export function byInterest(measures: readonly ChartMeasure[]): readonly ChartMeasure[] {
  if (measures.some(({ levels }) => levels.length > 1)) return measures;
  return measures.toSorted((a, b) => meaningRanks.indexOf(a.meaning) - meaningRanks.indexOf(b.meaning));
}

/** Whether two measures can share an axis. */
export function areAlike(one: ChartMeasure, other: ChartMeasure): boolean {
  return one === other || shareUnit(one.column, other.column);
}

/**
 * A measure and those that belong beside it: the same measure of the benchmark and of other accounts; in a table without headers above its
 * measures, all with the same unit. Active values are never beside the values whose difference they are.
 */
export function withCompanions({ measures }: Outline, first: ChartMeasure): ChartMeasure[] {
  const isFlat = measures.every(({ levels }) => levels.length === 1);
  const alike = measures.filter((one) => {
    if (one === first) return true;
    if ((one.side === "active") !== (first.side === "active") || !areAlike(first, one)) return false;
    return plainName(one) === plainName(first) || (isFlat && first.side === undefined);
  });
  return alike.slice(0, MAX_MEASURES);
}

/** The same measure of another side: fund, benchmark or active. */
export function counterpart(
  { measures }: Outline,
  { quantity, ...measure }: ChartMeasure,
  side: MeasureSide,
): ChartMeasure | undefined {
  const name = plainName({ quantity, ...measure });
  return measures.find((one) => one.side === side && one.quantity === quantity && plainName(one) === name);
}

/** The colours of measures side by side: a single fund is blue, the benchmark grey, others have the next colours. */
export function measureColours(measures: readonly ChartMeasure[]): Colour[] {
  const hasOneFund = measures.filter(({ side }) => side === "fund").length === 1;
  let next = hasOneFund ? 1 : 0;
  return measures.map(({ side }) => {
    if (side === "benchmark") return "bench";
    return side === "fund" && hasOneFund ? 0 : next++;
  });
}

/** Names for measures: the levels of their headers that differ. */
export function measureNames({ table }: Outline, measures: readonly ChartMeasure[]): string[] {
  const all = measures.map(({ index }) => plainLevels(columnLabel(table, index)));
  const isShared = (level: string) => all.length > 1 && all.every((levels) => levels.includes(level));
  return all.map((levels) => levels.filter((level) => !isShared(level)).join(" | ") || levels.join(" | "));
}

/** The words that the measures share. */
export function sharedTitle({ table }: Outline, measures: readonly ChartMeasure[]): string {
  const all = measures.map(({ index }) => plainLevels(columnLabel(table, index)));
  const shared = all[0]?.filter((level) => all.every((levels) => levels.includes(level))) ?? [];
  return shared.join(" | ") || sharedEnd(all.map((levels) => levels.at(-1) ?? "")) || t("Several measures");
}

function plainLevels(label: string): string[] {
  return label.split(" | ");
}

/** The last words that all names share: `Weight` of `Initial Weight` and `Optimal Weight`. */
function sharedEnd(names: readonly string[]): string {
  const [first = [], ...others] = names.map((name) => name.split(" "));
  const differs = first.findLastIndex((word, index) => others.some((words) => words.at(index - first.length) !== word));
  return first.slice(differs + 1).join(" ");
}

// read/units.ts

/**
 * Whether two measures can share an axis. They must have the same name (as portfolio and benchmark have) or the same meaning. If their
 * names do not say what they mean, they must have the same header above, the same format and numbers of similar size.
 */
export function shareUnit(one: Column, other: Column): boolean {
  const [first, second] = [columnFormat(one), columnFormat(other)];
  if (first.unit !== second.unit || isPercent(one) !== isPercent(other)) return false;
  if (one.header.at(-1) === other.header.at(-1)) return true;
  if (first.meaning !== "number" || second.meaning !== "number")
    return first.meaning === second.meaning && first.meaning !== "ratio";
  const parentHeader = one.header.slice(0, -1).join("\n");
  return (
    parentHeader !== "" &&
    parentHeader === other.header.slice(0, -1).join("\n") &&
    one.format === other.format &&
    areLike(one, other)
  );
}

/** A percent format shows a hundred times the number: on one axis, 0.05 beside 5 would not be visible. */
function isPercent({ format }: Column): boolean {
  return format?.includes("%") === true;
}

const LIKE_SIZE = 100;

function areLike(one: Column, other: Column): boolean {
  const [size, otherSize] = [largest(one), largest(other)];
  return size === 0 || otherSize === 0 || Math.max(size, otherSize) / Math.min(size, otherSize) <= LIKE_SIZE;
}

function largest({ values }: Column): number {
  if (values.kind !== "number") return 0;
  return values.values.reduce((most, value) => (Number.isFinite(value) ? Math.max(most, Math.abs(value)) : most), 0);
}

// read/turnover.ts

/** The weights before and after an optimization. */
export interface WeightPair {
  readonly before: ChartMeasure;
  readonly after: ChartMeasure;
}

/** Undefined if the table lacks one of them. */
export function weightsBeforeAndAfter(outline: Outline): WeightPair | undefined {
  const weights = measuresWith(outline, "weight");
  const findWeight = (words: RegExp) => weights.find(({ levels }) => words.test(levels.join(" ")));
  const before = findWeight(/\b(initial|current|before)\b/i);
  const after = findWeight(/\b(optimal|target|final|after)\b/i);
  return before && after && { before, after };
}

/** Weights that add up to 100 % within this are complete. */
const ROUNDING = 0.01;

/**
 * Half of the sum of all absolute changes of weight, in the unit of the weights. Undefined if the table does not have all weights: those of
 * sold holdings or of cash may be missing, and then one of the sums is not 100.
 */
export function oneWayTurnover(outline: Outline): number | undefined {
  const pair = weightsBeforeAndAfter(outline);
  if (pair === undefined) return undefined;
  const rows = rowsOf(outline, outline.usefulLevels.at(-1), undefined, outline.time);
  const weightsOf = ({ index }: ChartMeasure) => rows.map((row) => numberAt(outline.table, index, row) || 0);
  const [before, after] = [weightsOf(pair.before), weightsOf(pair.after)];
  if ([before, after].some((weights) => Math.abs(sum(weights) - 100) > ROUNDING)) return undefined;
  return sum(after.map((weight, place) => Math.abs(weight - (before[place] ?? 0)))) / 2;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** The number of a cell; NaN for null, NaN and infinity, which no chart can show. */
export function numberAt({ columns }: Table, index: number, row: number): number {
  const values = columns[index]?.values;
  const value = values?.kind === "number" ? (values.values[row] ?? Number.NaN) : Number.NaN;
  return Number.isFinite(value) ? value : Number.NaN;
}

/** Whether a day has several rows. */
export function hasSeriesInTime(outline: Outline): boolean {
  const { time, usefulLevels } = outline;
  if (time === undefined) return false;
  const rows = rowsOf(outline, usefulLevels.at(-1));
  return rows.filter((row) => time.dayOfRow[row] === time.days.at(-1)).length > 1;
}

/** Whether a day has several rows, so that each name has a line. */
export function hasSeveralRows(rows: readonly number[], time: Time): boolean {
  // A mark for each day: a set of the days took a third of the time of a drawing.
  const isTaken = new Uint8Array(time.days.length);
  for (const row of rows) {
    const place = placeOf(time, row);
    if (isTaken[place] === 1) return true;
    if (place >= 0) isTaken[place] = 1;
  }
  return false;
}

function placeOf({ placeOfRow }: Time, row: number): number {
  return placeOfRow[row] ?? -1;
}

/** The effects of an attribution without their total. */
export function effectMeasures(outline: Outline): ChartMeasure[] {
  return measuresWith(outline, "effect");
}

/** `Allocation` of `Active | Allocation Effect`. */
export function effectName({ levels }: ChartMeasure): string {
  return (levels.at(-1) ?? "").replace(/\s*effect$/i, "").replace(/^active /i, "");
}

/** The returns of fund and benchmark in a table with one row for each period, or its totals. */
export function suggestReturns(outline: Outline, kind: ChartKind): ChartSpec | undefined {
  const { time, levels } = outline;
  const returns = measuresWith(outline, "return").filter(
    ({ side, levels: header }) => side !== "active" && !/annual/i.test(header.join(" ")),
  );
  if (time === undefined || returns.length === 0) return undefined;
  const level = levels === undefined ? undefined : 0;
  if (hasSeveralRows(rowsOf(outline, level), time)) return undefined;
  return { kind, date: time.column, measures: returns.slice(0, 6).map(({ index }) => index), level };
}

/** What a result is, by its columns, and the charts that show it. `docs/runs/charts.md` explains each. */
export interface Rule {
  readonly result: string;
  readonly when: (outline: Outline) => boolean;
  /** The default first, then those beside it. A kind that the table does not allow is left out. */
  readonly charts: readonly string[];
  /** Any other chart would mislead. */
  readonly isOnly?: boolean;
}

/** The first rule that suits a table, and allows a chart of it, chooses its charts. */
export const rules: readonly Rule[] = [
  { result: "statistics", when: hasStatistics, charts: ["riskReturn"], isOnly: true },
  { result: "attribution over time", when: (one) => hasSeveral(one, "effect") && isInTime(one), charts: ["effects"] },
  { result: "attribution", when: (one) => hasSeveral(one, "effect"), charts: ["waterfall", "effects"] },
  { result: "risk contributions", when: (one) => has(one, "risk part"), charts: ["risk"] },
  {
    result: "bonds with key rates",
    when: (one) => isBonds(one) && hasSeveral(one, "key rate"),
    charts: ["keyRates", "scatter"],
  },
  { result: "key rates", when: (one) => hasSeveral(one, "key rate"), charts: ["keyRates"] },
  { result: "style", when: (one) => hasSeveral(one, "style"), charts: ["style"] },
  { result: "bonds", when: isBonds, charts: ["scatter"] },
  { result: "trades", when: (one) => has(one, "trade"), charts: ["trades"] },
  { result: "optimal portfolio", when: hasBeforeAndAfter, charts: ["trades", "treemap"] },
  { result: "prices over time", when: (one) => has(one, "price") && isInTime(one), charts: ["rebased"] },
  {
    result: "contribution over time",
    when: (one) => has(one, "contribution") && isInTime(one),
    charts: ["cumulative", "bars"],
  },
  { result: "contribution", when: (one) => has(one, "contribution"), charts: ["bars", "pairs"] },
  {
    result: "weights over time",
    when: (one) => has(one, "weight") && hasSeriesInTime(one),
    charts: ["area", "active"],
  },
  {
    result: "returns over time",
    when: (one) => has(one, "return") && isInTime(one),
    charts: ["cumulative", "drawdown", "months"],
  },
  { result: "returns by period", when: (one) => periodsOf(one).length > 1, charts: ["pairs"] },
  { result: "risk", when: (one) => has(one, "risk", "fund") && has(one, "risk", "benchmark"), charts: ["pairs"] },
  { result: "weights against a benchmark", when: hasActiveWeights, charts: ["active", "treemap", "bars"] },
  { result: "weights", when: (one) => has(one, "weight"), charts: ["bars", "treemap"] },
  { result: "characteristics", when: hasPairs, charts: ["pairs"] },
  { result: "screen", when: hasSeriesInTime, charts: ["bars", "line"] },
  { result: "others over time", when: isInTime, charts: ["line"] },
  { result: "others", when: () => true, charts: ["bars", "scatter"] },
];

function has(outline: Outline, quantity: Quantity, side?: MeasureSide): boolean {
  return measuresWith(outline, quantity, side).length > 0;
}

function hasSeveral(outline: Outline, quantity: Quantity): boolean {
  return measuresWith(outline, quantity).length > 1;
}

function isInTime({ time }: Outline): boolean {
  return time !== undefined;
}

function hasActiveWeights(outline: Outline): boolean {
  return has(outline, "weight", "active") || (has(outline, "weight", "fund") && has(outline, "weight", "benchmark"));
}

function isBonds(outline: Outline): boolean {
  return has(outline, "duration") && has(outline, "yield");
}

/** Whether the table has the weights before and after an optimization. */
function hasBeforeAndAfter(outline: Outline): boolean {
  const names = measuresWith(outline, "weight").map(({ levels }) => levels.join(" "));
  return names.some((name) => /\binitial\b/i.test(name)) && names.some((name) => /\boptimal\b/i.test(name));
}

/** Whether fund and benchmark have a measure of the same name. */
function hasPairs(outline: Outline): boolean {
  return outline.measures.some((one) => one.side === "fund" && counterpart(outline, one, "benchmark") !== undefined);
}

function periodsOf(outline: Outline): ChartMeasure[] {
  const returns = outline.measures.filter(({ quantity, side }) => quantity === "return" && side === undefined);
  return outline.time === undefined && outline.table.rowCount <= 12 && outline.levels === undefined ? returns : [];
}

function hasStatistics({ table, names }: Outline): boolean {
  return names.some((index) => /^statistics?$/i.test(table.columns[index]?.header.at(-1) ?? ""));
}

export function chartRuleOf(table: Table): Rule | undefined {
  const outline = outlineOf(table);
  if (outline.measures.length === 0 || table.rowCount === 0) return undefined;
  return rules.find(({ when }) => when(outline));
}
