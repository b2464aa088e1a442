import { messageOf } from "@analytics-engines/core/basics";
import type { Tolerance } from "@analytics-engines/core/results";
import {
  comparedOutcome,
  failedOutcome,
  inOrderOfMoves,
  matchUnits,
  type ReviewOutcome,
  reviewOf,
  type UnitPair,
  type UnitReview,
  vanishedUnit,
} from "@analytics-engines/runs/browser";
import { t } from "../l10n.ts";
import { statusText } from "../run/status-text.ts";
import { MAX_SUMMARIZED_BYTES } from "../run/unit-summary.ts";
import type { UnitContent, ViewedRun } from "../run/viewed-run.ts";

/** How many units are read at the same time. */
const AT_ONCE = 4;

/** The units of a run that are compared with those of an earlier one. */
export interface ComparedRuns {
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
    return notCompared(t("Its status was {0} before.", statusText(before.unit.status)));
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
