import { compareResults, type Tolerance } from "@analytics-engines/core/results";
import type { ManifestFile, ManifestUnit } from "../folder/manifest/manifest.ts";
import { whyAltered } from "../folder/results/open-stored.ts";
import { readStored } from "../folder/results/read-stored.ts";
import type { MergedRun } from "./merge.ts";
import type { ParameterReview } from "./read-changes.ts";
import { describeFailure, pairDates, type ReviewOutcome, type UnitReview } from "./unit-review.ts";

/** A run, and the baseline that it is compared with. */
export interface RunComparison {
  /** The files that the run computed; empty where nothing was run. */
  readonly files: readonly ManifestFile[];
  /** The run folder; absolute. */
  readonly folder: string;
  /** `undefined` where there is none: `missingReason` says why. */
  readonly baseline: MergedRun | undefined;
  readonly missingReason: string;
  readonly tolerances: readonly Tolerance[];
  readonly parameters: readonly ParameterReview[];
}

/** A unit of the baseline. */
interface Earlier {
  readonly file: ManifestFile;
  readonly unit: ManifestUnit;
}

export interface NumbersReview {
  /** In the order of the run; after them the units that vanished. */
  readonly units: readonly UnitReview[];
  /** Units of the baseline whose files this run did not compute. */
  readonly notRun: number;
}

/** Compares every unit of a run with the same unit of the baseline, and a renamed one with the unit of its old name. */
export async function compareRuns(comparison: RunComparison): Promise<NumbersReview> {
  const { files, baseline, parameters } = comparison;
  const earlier = indexUnits(baseline?.manifest.files ?? []);
  const byPath = new Map(parameters.map((file) => [file.path, file]));
  const found = new Set<string>();
  const units: UnitReview[] = [];
  for (const file of files) {
    if (file.units.length === 0) {
      const problem = file.problem?.message ?? "No reason is known.";
      const outcome: ReviewOutcome = { kind: "failed", status: file.status, message: problem, before: undefined };
      units.push({ path: file.path, unit: "", outcome });
    }
    for (const unit of file.units) {
      const key = earlierKey(file.path, unit.id, earlier, byPath.get(file.path));
      const before = key === undefined ? undefined : earlier.get(key);
      if (key !== undefined) found.add(key);
      const outcome = await compareUnit(comparison, { file, unit }, before, byPath.get(file.path));
      units.push({ path: file.path, unit: unit.id, outcome });
    }
  }
  const left = [...earlier].filter(([key]) => !found.has(key)).map(([, unit]) => unit);
  const computed = new Set(files.map(({ path }) => path));
  for (const { path, from } of parameters) if (computed.has(path) && from !== undefined) computed.add(from);
  const removed = new Set(parameters.filter(({ kind }) => kind === "removed").map(({ path }) => path));
  const vanished = left.filter(({ file }) => computed.has(file.path) || removed.has(file.path));
  return {
    units: [
      ...units,
      ...vanished.map(({ file, unit }) => ({
        path: file.path,
        unit: unit.id,
        outcome: { kind: "vanished" } as const,
      })),
    ],
    notRun: left.length - vanished.length,
  };
}

async function compareUnit(
  { folder, baseline, missingReason, tolerances }: RunComparison,
  { file, unit }: Earlier,
  before: Earlier | undefined,
  changed: ParameterReview | undefined,
): Promise<ReviewOutcome> {
  if (unit.status !== "success")
    return {
      kind: "failed",
      status: unit.status,
      message: describeFailure(file, unit),
      before: before?.unit.status,
    };
  const own = (reason: string): ReviewOutcome => ({ kind: "altered", reason: `The result of this run: ${reason}` });
  if (baseline === undefined || before === undefined || before.unit.status !== "success") {
    const reason = await whyAltered(folder, unit);
    if (reason !== undefined) return own(reason);
    if (baseline === undefined) return { kind: "not-compared", reason: missingReason };
    const lacking = baseline.missing.find(({ files }) => files.includes(file.path));
    if (lacking !== undefined)
      return { kind: "not-compared", reason: `the baseline lacks its shard ${lacking.index} of ${lacking.total}` };
    if (before === undefined) return { kind: "appeared" };
    return { kind: "not-compared", reason: `in the baseline its status is ${before.unit.status}` };
  }
  if (unit.sha256 !== undefined && unit.sha256 === before.unit.sha256) {
    const reason = await whyAltered(folder, unit);
    // The bytes of the baseline need not be read: its digest is the same.
    return reason === undefined ? { kind: "same", withinTolerance: 0 } : own(reason);
  }
  const [is, was] = await Promise.all([readStored(folder, unit), readStored(baseline.folder, before.unit)]);
  if (is.kind === "altered") return own(is.reason);
  if (was.kind === "altered")
    return { kind: "not-compared", reason: `the baseline's result cannot be trusted: ${was.reason}` };
  if (is.kind === "no-tables") return { kind: "not-compared", reason: `the result is another, and ${is.reason}` };
  if (was.kind === "no-tables")
    return { kind: "not-compared", reason: `the baseline's result holds no tables to compare: ${was.reason}` };
  const { isSame, ...moved } = compareResults(was.tables, is.tables, tolerances);
  if (isSame) return { kind: "same", withinTolerance: moved.withinTolerance };
  const dates = pairDates(before.unit, unit);
  const sameParameters = file.parametersSha256 === before.file.parametersSha256;
  const change = sameParameters ? undefined : changeOfUnit(unit.id, changed);
  const cause =
    dates.moved && change !== "dates" ? "dates" : sameParameters || change === "none" ? "neither" : "parameters";
  return { kind: "moved", cause, dates, ...moved };
}

/** Whether the parameters of a unit changed, and its dates with them. `unknown` where git shows no change of its file. */
function changeOfUnit(id: string, changed: ParameterReview | undefined): "none" | "dates" | "other" | "unknown" {
  if (changed?.changes === undefined) return "unknown";
  const { units, changes } = changed.changes;
  const own = units.flatMap((unit) => (unit.kind === "changed" && unit.unit === id ? unit.changes : []));
  const all = [...changes, ...own];
  if (all.length === 0) return "none";
  return all.some(({ pointer }) => /\/[^/]*dates?(\/|$)/i.test(pointer)) ? "dates" : "other";
}

function indexUnits(files: readonly ManifestFile[]): Map<string, Earlier> {
  return new Map(files.flatMap((file) => file.units.map((unit) => [keyOf(file.path, unit.id), { file, unit }])));
}

function keyOf(path: string, unit: string): string {
  return JSON.stringify([path, unit]);
}

/** The key of a unit in the baseline: of its own name, or of the name before the file or unit was renamed. */
function earlierKey(
  path: string,
  unit: string,
  earlier: ReadonlyMap<string, Earlier>,
  changed: ParameterReview | undefined,
): string | undefined {
  const renamed = changed?.changes?.units.find((each) => each.kind === "renamed" && each.after === unit);
  const paths = changed?.from === undefined ? [path] : [path, changed.from];
  const ids = renamed?.kind === "renamed" ? [unit, renamed.before] : [unit];
  return paths.flatMap((each) => ids.map((id) => keyOf(each, id))).find((key) => earlier.has(key));
}
