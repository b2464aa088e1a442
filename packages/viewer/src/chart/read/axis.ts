import { foldHeader, type Measure, readHeader, type TableReading } from "@analytics-engines/core/results";
import { t } from "../../l10n.ts";
import { isReturn, isWeight } from "../../result-kind.ts";
import { measureText } from "../../result-words.ts";
import type { Colour } from "../colour.ts";
import type { ChartSpec } from "../spec.ts";
import { countValues, isSameScale } from "./values.ts";

/** More lines or bars of a group than this are hard to distinguish. */
export const MAX_MEASURES = 6;

/** What a reader looks for first. What stands in none of these is no quantity that a bar or a line can show. */
const ranks: readonly (readonly Measure["meaning"][])[] = [
  ["weight"],
  ["weight-benchmark"],
  ["weight-active"],
  ["contribution"],
  ["market-value"],
  ["price", "index-level"],
  ["cumulative-return", "annualized-return", "rolling-return", "period-return"],
  ["effect-total"],
  ["effect-allocation", "effect-selection", "effect-interaction", "effect-currency", "effect-other"],
  ["yield"],
  ["spread"],
  ["duration"],
  ["risk"],
  ["ratio"],
  ["other-number"],
];

/** Of equal quantities, those of the portfolio come first. */
const sides: readonly Measure["side"][] = ["portfolio", "none", "benchmark", "difference"];

/** Flags, ranks and shares, whatever their meaning: a length says nothing of them. */
const NO_QUANTITY =
  /\b(flags?|check|rank(ing)?s?|(quint|quart|dec|percent|tert)iles?|shares?|seconds|id|code)\b|%\s*of\b|^%|^years?$/i;

/** The measures of the current block that bars and lines may show, in the order in which a reader looks for them. */
export function drawableMeasures(reading: TableReading): readonly Measure[] {
  const { current, effects, table } = reading;
  return current
    .filter((measure) => !effects.subtotals.includes(measure) && isQuantity(measure, table.rowCount))
    .sort((a, b) => rankOf(a) - rankOf(b) || sides.indexOf(a.side) - sides.indexOf(b.side));
}

function isQuantity({ meaning, name, column, tenor }: Measure, rowCount: number): boolean {
  const isRanked = ranks.some((rank) => rank.includes(meaning));
  if (!isRanked || tenor !== undefined || NO_QUANTITY.test(name)) return false;
  if (countValues(column, Array(rowCount).keys()) === 0) return false;
  const { values } = column;
  return (
    meaning !== "other-number" || values.kind !== "number" || values.values.some((value) => value !== 0 && value !== 1)
  );
}

/** A return of an account comes before what moves beside it. */
function rankOf({ meaning, isLinkable }: Measure): number {
  return isLinkable ? 1.5 : ranks.findIndex((rank) => rank.includes(meaning));
}

/**
 * Whether two measures are one quantity in one unit: weights, returns of accounts, the same measure of another account or side, or at
 * another time of the period. A difference never stands beside the values whose difference it is.
 */
export function mayShareAxis(a: Measure, b: Measure): boolean {
  if (a === b) return true;
  const isDifference = (measure: Measure) => measure.side === "difference";
  if (isDifference(a) !== isDifference(b) || !isSameScale(a, b) || a.span !== b.span) return false;
  if (isWeight(a) && isWeight(b)) return true;
  if (a.meaning !== b.meaning) return false;
  return (a.isLinkable && b.isLinkable) || quantityOf(a) === quantityOf(b) || shareMeasureLevel(a, b);
}

/** The name without the words of a time in the period: the same for a beginning and an ending price. */
function quantityOf({ name }: Measure): string {
  const words = name.toLowerCase().replaceAll(/\b(beginning|ending|begin|end|initial|final|average|avg)\b\.?/g, "");
  return words.replaceAll(/\s+/g, " ").trim();
}

/** Whether accounts stand below one header, such as `Cumulative Return`. */
function shareMeasureLevel(a: Measure, b: Measure): boolean {
  return a.column.header.some(
    (level) =>
      a.column.header.length > 1 &&
      b.column.header.includes(level) &&
      isReturn(a) &&
      readHeader([level]).meaning === a.meaning,
  );
}

/** A measure and those that belong beside it on its axis, in the order of the table. */
export function withCompanions(measures: readonly Measure[], first: Measure): Measure[] {
  const alike = measures.filter((measure) => measure !== first && mayShareAxis(first, measure));
  return [first, ...alike].slice(0, MAX_MEASURES).sort((a, b) => a.index - b.index);
}

/** The measures that a chart shows. */
export function measuresOfChart({ measures }: TableReading, spec: ChartSpec): Measure[] {
  return spec.measures.flatMap((index) => measures.find((measure) => measure.index === index) ?? []);
}

export function indicesOf(measures: readonly Measure[]): number[] {
  return measures.map(({ index }) => index);
}

/** The colours of measures side by side: a single portfolio is blue, the benchmark grey, others have the next colours. */
export function measureColours(measures: readonly Measure[]): Colour[] {
  const hasOnePortfolio = measures.filter(({ side }) => side === "portfolio").length === 1;
  let next = hasOnePortfolio ? 1 : 0;
  return measures.map(({ side }) => {
    if (side === "benchmark") return "bench";
    return side === "portfolio" && hasOnePortfolio ? 0 : next++;
  });
}

/** Unique names for measures, as short as they can be: their accounts, their sides, the levels of their headers that differ. */
export function measureNames(measures: readonly Measure[]): readonly string[] {
  const headers = measures.map(({ column }) => column.header.map(foldHeader).filter((level) => level !== ""));
  const differing = headers.map((levels) =>
    levels.filter((level) => !headers.every((header) => header.includes(level))).join(", "),
  );
  const [first] = measures;
  if (measures.length === 1) return measures.map((measure) => measure.owner ?? measureText(measure));
  const choices = [
    measures.map(({ owner }) => owner ?? ""),
    measures.map(({ side }) => sideText(side)),
    ...(headers.every(({ length }) => length > 1) ? [differing] : []),
    ...(measures.every(({ side }) => side === first?.side) ? [measures.map(({ name }) => name)] : []),
    measures.map(measureText),
    differing,
  ];
  const isGood = (names: readonly string[]) => names.every((name) => name !== "") && areUnique(names);
  return choices.find(isGood) ?? uniqueNames(measures.map(measureText));
}

/** Names of which each is unique: equal ones get their number. */
export function uniqueNames(names: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  const isTaken = new Set(names);
  return names.map((name) => {
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    let text = count === 1 ? name : `${name} (${count})`;
    for (let next = count + 1; count > 1 && isTaken.has(text); next++) text = `${name} (${next})`;
    isTaken.add(text);
    return text;
  });
}

export function areUnique(names: readonly string[]): boolean {
  return new Set(names).size === names.length;
}

/** Some headers have small letters alone. */
function startLarge(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function sideText(side: Measure["side"]): string {
  if (side === "portfolio") return t("Portfolio");
  if (side === "benchmark") return t("Benchmark");
  return side === "difference" ? t("Active") : "";
}

/** The words that the measures share, with the span of their numbers. */
export function sharedTitle(measures: readonly Measure[]): string {
  const [first, ...others] = measures;
  if (first === undefined) return "";
  if (others.length === 0) return withSpan(measureText(first), first);
  const names = measures.map(({ name }) => name.split(" "));
  const [words = []] = names;
  const isShared = (index: number) => names.every((otherWords) => otherWords.at(index - words.length) === words[index]);
  const start = words.findLastIndex((_, index) => !isShared(index)) + 1;
  const text = words.slice(start).join(" ") || familyText(first);
  return withSpan(text, first);
}

/** What measures of one meaning with different names are. */
function familyText(measure: Measure): string {
  if (isWeight(measure)) return t("Weight");
  if (isReturn(measure)) return t("Return");
  return measure.name;
}

/** The text with the words `return` and of the span, if it lacks them: `3 Month return`, `Total Return, cumulative`. */
function withSpan(text: string, { span, meaning, column }: Measure): string {
  const header = `${text} ${foldHeader(column.header.join(" "))}`;
  const isNamed = !meaning.endsWith("-return") || /\b(ret(urn)?s?|growth|change|cagr|tret|performance)\b/i.test(header);
  const title = startLarge(isNamed ? text : t("{0} return", text));
  if (span === "cumulative" && title === t("Return")) return t("Cumulative return");
  if (span === "cumulative" && !/cumulative|compounded|growth/i.test(title)) return t("{0}, cumulative", title);
  if (span === "annualized" && !/annual|\bann\b|cagr/i.test(title)) return t("{0}, annualized", title);
  return title;
}
