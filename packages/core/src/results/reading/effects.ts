import { compareSum, numberAt } from "../sums.ts";
import { foldHeader } from "./fold.ts";
import type { Measure } from "./measures.ts";

/** The effects of an attribution. */
export interface Effects {
  /** The effects that add up to the total. */
  readonly parts: readonly Measure[];
  /** The sum of the parts; undefined if the table has none, or several that could be it. */
  readonly total: Measure | undefined;
  /** Sums of some of the parts, such as all local effects. */
  readonly subtotals: readonly Measure[];
}

/**
 * Which effects are parts and which is their total. The numbers decide before the words: the total is the effect that equals the sum of the
 * parts in each row. Other columns called totals, such as that of all local effects, are subtotals.
 */
export function readEffects(measures: readonly Measure[], rowCount: number): Effects {
  const effects = measures.filter(({ meaning, span }) => meaning.startsWith("effect-") && isOfPeriod(span));
  const named = effects.filter(({ meaning }) => meaning === "effect-total");
  const others = effects.filter((effect) => !named.includes(effect));
  const partialSums = others.filter((effect) => isPartialSum(effect, others, rowCount));
  const parts = others.filter((effect) => !partialSums.includes(effect));
  const total = findTotal(named, parts, rowCount);
  const subtotals = [...named, ...partialSums].filter((effect) => effect !== total);
  return { parts: parts.filter((effect) => effect !== total), total, subtotals };
}

function isOfPeriod(span: Measure["span"]): boolean {
  return span === undefined || span === "period";
}

/** Whether a column is the total of the others with its qualifier: `Total Currency Effect` beside two effects of currencies. */
function isPartialSum(effect: Measure, others: readonly Measure[], rowCount: number): boolean {
  const qualifier = qualifierOf(effect);
  if (qualifier === "" || !/\btotal\b/i.test(effect.name)) return false;
  const siblings = others.filter((other) => other !== effect && qualifierOf(other) === qualifier);
  return siblings.length > 1 && isSumOf(effect, siblings, rowCount, 1);
}

/** The total of the parts: by its numbers, else the only column whose name says that it is the total of all. */
function findTotal(named: readonly Measure[], parts: readonly Measure[], rowCount: number): Measure | undefined {
  const ofAll = named.filter((effect) => qualifierOf(effect) === "");
  const bySum = [...ofAll, ...named].find((total) => parts.length > 1 && isSumOf(total, parts, rowCount, 1));
  if (bySum !== undefined) return bySum;
  if (named.length > 0) return ofAll.length === 1 ? ofAll[0] : undefined;
  // Two numbers of a single row may add up to a third by chance, so a column without the word needs two rows.
  return parts.find((total) => {
    const rest = parts.filter((part) => part !== total);
    return rest.length > 1 && isSumOf(total, rest, rowCount, 2);
  });
}

const qualifiers = /\b(local|risk|currency|fx|equity|fixed income)\b/i;

/** `local` of `Total Effect ( Local )`, `risk` of `Risk Total Effect`: effects with one qualifier may have a subtotal. */
function qualifierOf({ column }: Measure): string {
  const qualifier = qualifiers.exec(foldHeader(column.header.join(" ")))?.[0].toLowerCase() ?? "";
  return qualifier === "fx" ? "currency" : qualifier;
}

/** Whether a measure equals the sum of others in each row that has its number, and shows it in so many rows. */
function isSumOf(total: Measure, parts: readonly Measure[], rowCount: number, leastRows: number): boolean {
  let equalRows = 0;
  for (let row = 0; row < rowCount; row++) {
    const value = numberAt(total.column, row);
    if (Number.isNaN(value)) continue;
    const verdict = compareSum(
      total.column,
      value,
      parts.map(({ column }) => numberAt(column, row)),
    );
    if (verdict === "different") return false;
    if (verdict === "equal") equalRows++;
  }
  return equalRows >= leastRows;
}
