import { compareSum, numberAt } from "../sums.ts";
import type { Column, Table } from "../table.ts";
import { foldHeader } from "./fold.ts";
import { type HeaderReading, readHeader } from "./header.ts";

/** A column of numbers, with what its header and the table say of it. */
export interface Measure extends HeaderReading {
  /** Its index among the columns of the table. */
  readonly index: number;
  readonly column: Column;
  /** The index of its block among the days and periods of the headers; -1 if the headers have none. */
  readonly block: number;
}

/** The visible columns of numbers that are no dates and no identifiers, as their headers read. */
export function readMeasures(table: Table, dates: ReadonlyMap<number, unknown>): Measure[] {
  return table.columns.flatMap((column, index): Measure[] => {
    if (column.isHidden || dates.has(index) || !hasNumbers(column)) return [];
    const header = readHeader(column.header);
    return header.meaning === "identifier" ? [] : [{ ...header, index, column, block: -1 }];
  });
}

function hasNumbers({ values }: Column): boolean {
  return values.kind === "number" && values.values.some((value) => Number.isFinite(value));
}

/**
 * Completes what a header alone cannot say: which words are accounts, which columns a `Difference` belongs to, and which of several accounts is
 * the benchmark that the result names.
 */
export function completeMeasures(table: Table, measures: readonly Measure[]): Measure[] {
  const sided = withNamedBenchmark(table, withOwners(measures));
  return sided.map((measure) => {
    if (measure.meaning !== "unknown") return measure;
    if (measure.side === "benchmark" && measure.unit === "%") return asBenchmarkReturn(measure, sided);
    if (measure.side !== "difference") return measure;
    const minuend = sided.find((peer) => peer.side === "portfolio" && isDifferenceOf(measure, peer, sided));
    if (minuend === undefined) return measure;
    const meaning = minuend.meaning === "weight" ? "weight-active" : minuend.meaning;
    return { ...measure, meaning, unit: minuend.unit, span: minuend.span, isLinkable: false };
  });
}

/** A column called `Benchmark (%)` alone has the returns of the benchmark, if the accounts beside it have nothing else in per cent but returns. */
function asBenchmarkReturn(measure: Measure, measures: readonly Measure[]): Measure {
  const isAlone = !measures.some((peer) => peer !== measure && peer.side === "benchmark" && peer.isLinkable);
  const account = measures.find(
    ({ isLinkable, unit, block }) => isLinkable && unit === measure.unit && block === measure.block,
  );
  if (account === undefined || !isAlone) return measure;
  const { meaning, span, isLinkable } = account;
  return { ...measure, meaning, span, isLinkable };
}

/** Whether a column is the difference of a measure of the portfolio and that of the benchmark, in each row that has it. */
function isDifferenceOf(difference: Measure, portfolio: Measure, measures: readonly Measure[]): boolean {
  const benchmark = counterpartOf(portfolio, measures, "benchmark");
  if (benchmark === undefined || difference.block !== portfolio.block) return false;
  const rowCount = difference.column.values.kind === "number" ? difference.column.values.values.length : 0;
  let hasProof = false;
  for (let row = 0; row < rowCount; row++) {
    const value = numberAt(difference.column, row);
    if (Number.isNaN(value)) continue;
    // A group that one side does not hold has an empty cell there.
    const parts = [numberAt(portfolio.column, row) || 0, -(numberAt(benchmark.column, row) || 0)];
    const verdict = compareSum(difference.column, value, parts);
    if (verdict === "different") return false;
    hasProof ||= verdict === "equal" && value !== 0;
  }
  return hasProof;
}

/** The measure of another side with the same name and block; of the difference, that of the same meaning. */
export function counterpartOf(
  measure: Measure,
  measures: readonly Measure[],
  side: HeaderReading["side"],
): Measure | undefined {
  const name = measure.name.toLowerCase();
  const candidates = measures.filter(
    (peer) => peer.side === side && peer.block === measure.block && familyOf(peer) === familyOf(measure),
  );
  return (
    candidates.find((candidate) => candidate.name.toLowerCase() === name) ??
    (candidates.length === 1 ? candidates[0] : undefined)
  );
}

/** Weights of all sides are one family; other meanings are families of their own, with their span. */
function familyOf({ meaning, span }: Measure): string {
  return meaning.startsWith("weight") ? "weight" : `${meaning} ${span ?? ""}`;
}

/** Of several accounts side by side without a side, the last is the benchmark, if the result names one. */
function withNamedBenchmark(table: Table, measures: readonly Measure[]): readonly Measure[] {
  const { items } = table.metadata;
  const owners = [...new Set(measures.flatMap(({ owner }) => owner ?? []))];
  const hasSide = measures.some(({ side }) => side === "benchmark");
  if (hasSide || owners.length < 2 || !Object.hasOwn(items, "Benchmark") || items["Benchmark"]?.length !== 1)
    return measures;
  return measures.map((measure) =>
    measure.owner !== undefined && measure.owner === owners.at(-1) && measure.side !== "difference"
      ? { ...measure, side: "benchmark", meaning: measure.meaning === "weight" ? "weight-benchmark" : measure.meaning }
      : measure,
  );
}

/** A level of a header that may name an account, and what the other levels read. */
interface Candidate {
  readonly owner: string;
  readonly rest: HeaderReading;
}

/**
 * Finds the accounts that headers name with words that no grammar knows, such as `GLOBAL_EQUITY | Return` beside `World Equity | Return`: a text
 * is an account if the same measure stands under another text too.
 */
function withOwners(measures: readonly Measure[]): readonly Measure[] {
  const candidates = new Map(
    measures.map((measure) => [measure, measure.owner === undefined ? candidateOf(measure) : undefined]),
  );
  const ownersOf = new Map<string, Set<string>>();
  for (const [measure, candidate] of candidates) {
    const owner = candidate?.owner ?? measure.owner;
    if (owner === undefined) continue;
    const key = keyOf(candidate?.rest ?? measure, measure.block);
    ownersOf.set(key, (ownersOf.get(key) ?? new Set<string>()).add(owner));
  }
  const owners = new Set([...ownersOf.values()].filter(({ size }) => size > 1).flatMap((texts) => [...texts]));
  return measures.map((measure): Measure => {
    const candidate = candidates.get(measure);
    if (candidate === undefined || !owners.has(candidate.owner)) return measure;
    const { owner, rest } = candidate;
    const reading = measure.meaning === "unknown" ? rest : measure;
    return {
      ...measure,
      meaning: reading.meaning,
      span: reading.span,
      isLinkable: reading.isLinkable,
      unit: reading.unit,
      owner,
      name: rest.name,
    };
  });
}

function keyOf({ meaning, span }: HeaderReading, block: number): string {
  return [meaning, span, block].join("\n");
}

/** Words for a side, or for the columns of a table, that name no account. */
const SIDE =
  /^(portfolio|port|fund|account|benchmark|bench|bmk?|index|active|difference|variation|relative|excess|data|total)\.?$/i;

/** `Growth Fund` is an account, though growth is a measure. */
const ACCOUNT = /\S\s+(fund|portfolio|account|composite|index|etf|trust|strategy)$/i;

/** The level that says nothing of a measure, or the words before ` - ` in a level: `World Equity - Total Return`. */
function candidateOf({ column: { header }, meaning }: Measure): Candidate | undefined {
  for (const [index, level] of header.entries()) {
    const others = header.toSpliced(index, 1);
    const [before = "", ...after] = foldHeader(level).split(" - ");
    const readings = [
      { owner: foldHeader(level), levels: others },
      { owner: before, levels: [...others, after.join(" - ")] },
    ];
    for (const { owner, levels } of readings) {
      if (levels.every((text) => text === "") || SIDE.test(owner) || !(ACCOUNT.test(owner) || isSilent(owner)))
        continue;
      const rest = readHeader(levels.filter((text) => text !== ""));
      // Words that change what the others mean are no account.
      if (rest.meaning !== "unknown" && (meaning === "unknown" || meaning === rest.meaning)) return { owner, rest };
    }
  }
  return undefined;
}

/** Whether a text says no meaning, unit, moment or horizon. */
function isSilent(text: string): boolean {
  const { meaning, unit, moment, horizon, tenor } = readHeader([text]);
  return (
    meaning === "unknown" && unit === "none" && moment === undefined && horizon === undefined && tenor === undefined
  );
}
