import { compareResults, type Tolerance } from "@analytics-engines/core/results";
import type { ReviewOutcome, UnitReview } from "@analytics-engines/runs/review";
import { allUnits, type UnitRef, unitByKey, unitKey, type ViewedRun } from "../run/viewed-run.ts";
import { dashedDay } from "../text.ts";

/** Compares each unit of a run with the same unit of an earlier one: failed units first, then the largest moves. */
export async function compareUnits(
  now: ViewedRun,
  before: ViewedRun,
  tolerances: readonly Tolerance[],
): Promise<readonly UnitReview[]> {
  const units: UnitReview[] = [];
  for (const ref of allUnits(now.manifest)) {
    const earlier = unitByKey(before.manifest, unitKey(ref));
    const outcome = await outcomeOf({ run: now, ref }, earlier && { run: before, ref: earlier }, tolerances);
    units.push({ path: ref.file.path, unit: ref.unit.id, outcome });
  }
  const gone = allUnits(before.manifest).filter((ref) => unitByKey(now.manifest, unitKey(ref)) === undefined);
  for (const { file, unit } of gone) units.push({ path: file.path, unit: unit.id, outcome: { kind: "vanished" } });
  return units.sort((one, other) => rank(one) - rank(other) || sizeOf(other) - sizeOf(one));
}

const order: readonly ReviewOutcome["kind"][] = [
  ...(["failed", "altered", "moved", "vanished", "appeared", "not-compared", "same"] as const),
];

function rank({ outcome }: UnitReview): number {
  return order.indexOf(outcome.kind);
}

/** A change of the form of the tables, or of a cell that is no number, counts most. */
function sizeOf({ outcome }: UnitReview): number {
  if (outcome.kind !== "moved") return 0;
  const { form, others, moves } = outcome;
  return form.length + others.length > 0 ? Number.MAX_VALUE : (moves[0]?.size ?? 0);
}

interface Placed {
  readonly run: ViewedRun;
  readonly ref: UnitRef;
}

async function outcomeOf(
  now: Placed,
  before: Placed | undefined,
  tolerances: readonly Tolerance[],
): Promise<ReviewOutcome> {
  const { unit } = now.ref;
  if (unit.status !== "success") {
    const message = unit.errors.map(({ title, detail }) => detail ?? title ?? "").find(Boolean);
    const then = before?.ref.unit.status;
    return { kind: "failed", status: unit.status, message: message ?? "The service gave no reason.", before: then };
  }
  if (before === undefined) return { kind: "appeared" };
  const was = before.ref.unit;
  if (was.status !== "success") return { kind: "not-compared", reason: `Its status was ${was.status} before.` };
  if (unit.sha256 !== undefined && unit.sha256 === was.sha256) return { kind: "same", withinTolerance: 0 };
  const [one, other] = await Promise.all([before, now].map(({ run, ref }) => run.open(ref.file, ref.unit)));
  for (const content of [one, other])
    if (content?.kind === "elsewhere") return { kind: "not-compared", reason: content.reason };
  if (one?.kind !== "tables" || other?.kind !== "tables")
    return { kind: "not-compared", reason: "The results have no tables to compare." };
  const { isSame, ...moved } = compareResults(one.tables, other.tables, tolerances);
  if (isSame) return { kind: "same", withinTolerance: moved.withinTolerance };
  const [from, to] = [was, unit].map(({ dates = {} }) =>
    [dates.start, dates.end]
      .filter((date) => date !== undefined)
      .map(dashedDay)
      .join(" to "),
  );
  const dates = { before: from ?? "", after: to ?? "", moved: Boolean(from && to && from !== to) };
  return { kind: "moved", cause: dates.moved ? "dates" : "neither", dates, ...moved };
}
