import { messageOf, parseTolerance } from "@analytics-engines/core/basics";
import type { Tolerance } from "@analytics-engines/core/results";
import {
  comparedOutcome,
  failedOutcome,
  inOrderOfMoves,
  keyOfUnit,
  matchUnits,
  type ReviewOutcome,
  reviewOf,
  type UnitPair,
  type UnitReview,
  vanishedUnit,
} from "@analytics-engines/runs/browser";
import { t } from "../l10n.ts";
import { MAX_SUMMARIZED_BYTES } from "../run/head/key-figures.ts";
import { statusText } from "../run/text.ts";
import { type UnitContent, type UnitRef, unitKey, type ViewedRun } from "../run/viewed-run.ts";

/** What a comparison allows if nobody states a tolerance: the noise of numbers with seven digits. */
export const noiseTolerances: readonly Tolerance[] = [{ columns: "*", absolute: 1e-6, relative: 1e-6 }];

/** Reads tolerances that a user typed; none if the text is empty, undefined if it has another form. */
export function typedTolerances(text: string): readonly Tolerance[] | undefined {
  const parts = text
    .split(";")
    .map((part) => part.trim())
    .filter((part) => part !== "");
  // A number alone is a tolerance of all columns.
  const read = parts.map((part) => parseTolerance(part.includes("=") ? part : `*=${part}`));
  return read.every((tolerance) => tolerance !== undefined) ? read : undefined;
}

/** How many units are read at the same time. */
const AT_ONCE = 4;

/** The units of a run that are compared with those of an earlier one. */
interface ComparedRuns {
  readonly now: ViewedRun;
  readonly before: ViewedRun;
  readonly tolerances: readonly Tolerance[];
}

/**
 * Compares each unit of a run with the matching unit of an earlier one: failed units first, then the largest moves.
 *
 * @param onProgress gets the number of units that are compared
 */
export async function compareUnits(
  runs: ComparedRuns,
  onProgress: (comparedCount: number) => void = () => {},
): Promise<readonly UnitReview[]> {
  const { pairs, unmatchedUnits } = matchUnits(runs.now.manifest.files, runs.before.manifest.files);
  const units = unmatchedUnits.map(vanishedUnit);
  let comparedCount = 0;
  const queue = pairs.values();
  const compareNext = async () => {
    for (const pair of queue) {
      units.push(reviewOf(pair, await outcomeOf(pair, runs)));
      comparedCount += 1;
      onProgress(comparedCount);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, compareNext));
  return inOrderOfMoves(units);
}

async function outcomeOf(pair: UnitPair, runs: ComparedRuns): Promise<ReviewOutcome> {
  const { now, before } = pair;
  if (now.unit.status !== "success") return failedOutcome(pair);
  if (before === undefined) return { kind: "appeared" };
  if (before.unit.status !== "success")
    return notCompared(t("Its earlier status was {0}.", statusText(before.unit.status)));
  if (now.unit.sha256 !== undefined && now.unit.sha256 === before.unit.sha256)
    return { kind: "same", withinTolerance: 0 };
  if (Math.max(now.unit.bytes ?? 0, before.unit.bytes ?? 0) > MAX_SUMMARIZED_BYTES)
    return notCompared(t("Its result is large. Open the unit to compare it."));
  const [is, was] = await Promise.all([
    openContent(runs.now, now.file, now.unit),
    openContent(runs.before, before.file, before.unit),
  ]);
  if (is.kind === "elsewhere" && is.altered) return { kind: "altered", reason: is.reason };
  for (const content of [is, was]) if (content.kind === "elsewhere") return notCompared(content.reason);
  for (const content of [is, was])
    if (content.kind === "text" && content.unread !== undefined) return notCompared(content.unread);
  if (is.kind !== "tables" || was.kind !== "tables") return notCompared(t("The results have no tables to compare."));
  return comparedOutcome(now, before, { now: is.tables, before: was.tables }, runs.tolerances);
}

/** A result that cannot be read must not stop the comparison of the others. */
async function openContent(run: ViewedRun, ...unit: Parameters<ViewedRun["open"]>): Promise<UnitContent> {
  try {
    return await run.open(...unit);
  } catch (error) {
    return { kind: "elsewhere", reason: messageOf(error) };
  }
}

function notCompared(reason: string): ReviewOutcome {
  return { kind: "not-compared", reason };
}

const compared = new WeakMap<ViewedRun, Promise<readonly UnitReview[]>>();
const earlierUnitsByRun = new WeakMap<ViewedRun, ReadonlyMap<string, UnitRef>>();

/**
 * The compared units of a run and of its earlier run: those of its review, or else compared once.
 *
 * @param onProgress gets the number of units that are compared
 */
export function comparisonOf(
  run: ViewedRun,
  onProgress: (comparedCount: number) => void,
): Promise<readonly UnitReview[]> {
  const { earlier, review } = run;
  if (review !== undefined) return Promise.resolve(review.units);
  if (earlier === undefined) return Promise.resolve([]);
  const comparison =
    compared.get(run) ?? compareUnits({ now: run, before: earlier, tolerances: tolerancesOf(run) }, onProgress);
  compared.set(run, comparison);
  return comparison;
}

/** What a list calls the outcome of a unit: a unit that somebody canceled has not failed. */
export type ListedOutcome = UnitReview["outcome"]["kind"] | "canceled";

/** The name of an outcome in a list. */
export function listedOutcome(outcome: UnitReview["outcome"]): ListedOutcome {
  return outcome.kind === "failed" && outcome.status === "canceled" ? "canceled" : outcome.kind;
}

/** The units of a file before the others, in their order. */
export function unitsOfFileFirst(units: readonly UnitReview[], file: string | undefined): readonly UnitReview[] {
  if (file === undefined) return units;
  const isOfFile = ({ row, path }: UnitReview) => (row?.path ?? path) === file;
  return [...units.filter(isOfFile), ...units.filter((unit) => !isOfFile(unit))];
}

/** The tolerances of a comparison of a run with its earlier run. */
export function tolerancesOf({ review, tolerances }: ViewedRun): readonly Tolerance[] {
  return review?.tolerances ?? tolerances ?? noiseTolerances;
}

/** The unit of the earlier run that a unit is compared with. */
export function earlierUnit(run: ViewedRun, ref: UnitRef): UnitRef | undefined {
  const { earlier } = run;
  if (earlier === undefined) return undefined;
  const earlierUnits = earlierUnitsByRun.get(run) ?? matchOf(run, earlier);
  earlierUnitsByRun.set(run, earlierUnits);
  return earlierUnits.get(unitKey(ref));
}

function matchOf(run: ViewedRun, earlier: ViewedRun): ReadonlyMap<string, UnitRef> {
  // A review also knows what its commits renamed.
  const former = new Map(run.review?.units.map((unit) => [keyOfUnit(unit), unit.renamedFrom]));
  const { pairs } = matchUnits(run.manifest.files, earlier.manifest.files, (entry) => {
    const name = former.get(unitKey(entry));
    return name === undefined ? [] : [name];
  });
  return new Map(pairs.flatMap(({ now, before }) => (before === undefined ? [] : [[unitKey(now), before] as const])));
}
