import { foldHeader } from "./fold.ts";
import { type HeaderReading, readHeader } from "./header.ts";
import type { Measure } from "./measures.ts";

/** A level of a header that may name an account, and what the other levels read. */
interface Candidate {
  readonly owner: string;
  readonly rest: HeaderReading;
}

/**
 * Finds the accounts that headers name with words that no grammar knows, such as `GLOBAL_EQUITY | Return` beside `World Equity | Return`: a text
 * is an account if the same measure stands under another text too.
 */
export function withOwners(measures: readonly Measure[]): readonly Measure[] {
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
    const known = measure.meaning === "unknown" ? rest : measure;
    return {
      ...measure,
      meaning: known.meaning,
      span: known.span,
      isLinkable: known.isLinkable,
      unit: known.unit,
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
