import { columnLabel } from "../../column-text.ts";
import { t } from "../../l10n.ts";
import type { Colour } from "../colour/colours.ts";
import type { ChartSpec } from "../spec.ts";
import { type ChartMeasure, type MeasureSide, plainName, type Quantity } from "./measures.ts";
import type { Outline } from "./outline.ts";
import { kindOfMeaning, type MeasureKind, shareUnit } from "./units.ts";

/** More lines or bars of a group than this are hard to distinguish. */
export const MAX_MEASURES = 6;

/** What a reader looks for first: weights before amounts, amounts before counts. */
const kindRanks: readonly MeasureKind[] = [
  "weight",
  "return",
  "effect",
  "market-value",
  "price",
  "yield",
  "spread",
  "duration",
  "ratio",
  "number",
  "quantity",
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
  const rank = ({ meaning }: ChartMeasure) => kindRanks.indexOf(kindOfMeaning(meaning));
  return measures.toSorted((a, b) => rank(a) - rank(b));
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
