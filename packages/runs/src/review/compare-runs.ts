import { type Tolerance, ToleranceUse, type UnmatchedTolerance } from "@analytics-engines/core/results";
import type { Manifest, ManifestFile } from "../folder/manifest/manifest.ts";
import { readManifest, runFolderOf } from "../folder/manifest/manifest-file.ts";
import { readStored, whyAltered } from "../folder/results/read-stored.ts";
import type { MergedRun } from "../plan/merge-shards.ts";
import type { ParameterReview } from "./parameter-review.ts";
import {
  comparedOutcome,
  failedOutcome,
  inOrderOfMoves,
  matchUnits,
  type ReviewOutcome,
  reviewOf,
  sourceOfUnit,
  type UnitName,
  type UnitOfRun,
  type UnitPair,
  type UnitReview,
  vanishedUnit,
} from "./unit-review.ts";

/** A run, and the earlier run that it is compared with. */
interface RunComparison {
  /** The files that the run computed; empty where nothing was run. */
  readonly files: readonly ManifestFile[];
  /** The run folder; absolute. */
  readonly folder: string;
  /** The run to compare with; `undefined` if there is none: `missingReason` says why. */
  readonly earlier: MergedRun | undefined;
  readonly missingReason: string;
  readonly tolerances: readonly Tolerance[];
  readonly parameters: readonly ParameterReview[];
}

export interface NumbersReview {
  /** In the order of the run; after them the units that vanished. */
  readonly units: readonly UnitReview[];
  /** Units of the earlier run whose files this run did not compute. */
  readonly notRun: readonly UnitReview[];
  /** The tolerances that match no column of any result of the run. */
  readonly unmatchedTolerances: readonly UnmatchedTolerance[];
}

/** The units of two runs: those that are compared, and those that only the earlier run has. */
export interface MatchedRuns {
  /** In the order of the later run. */
  readonly pairs: readonly UnitPair[];
  /** Units that are no longer asked for. */
  readonly goneUnits: readonly UnitOfRun[];
  /** Units whose files the later run did not compute. */
  readonly notRunUnits: readonly UnitOfRun[];
}

/** Matches every unit of a run with the same unit of an earlier run, and a renamed one with the unit of its old name. */
export function matchRuns(
  files: readonly ManifestFile[],
  earlierFiles: readonly ManifestFile[],
  parameters: readonly ParameterReview[],
): MatchedRuns {
  const byPath = new Map(parameters.map((file) => [file.path, file]));
  const { pairs, unmatchedUnits } = matchUnits(files, earlierFiles, (unit) =>
    formerNames(unit, byPath.get(sourceOfUnit(unit).path)),
  );
  const computed = new Set(files.map(({ path }) => path));
  for (const { path, from } of parameters) if (computed.has(path) && from !== undefined) computed.add(from);
  const removedPaths = new Set(parameters.filter(({ kind }) => kind === "removed").map(({ path }) => path));
  const isGone = (entry: UnitOfRun) => {
    const { path, unit } = sourceOfUnit(entry);
    const changes = entry.unit.row && byPath.get(path)?.changes;
    // A run can leave out jobs of a sweep, whose rows are not gone.
    if (changes !== undefined)
      return changes.units.some((unitChange) => unitChange.kind === "removed" && unitChange.unit === unit);
    return computed.has(entry.file.path) || removedPaths.has(path);
  };
  const byFate = Map.groupBy(unmatchedUnits, isGone);
  return { pairs, goneUnits: byFate.get(true) ?? [], notRunUnits: byFate.get(false) ?? [] };
}

/** Compares every unit of a run with the same unit of the earlier run, and a renamed one with the unit of its old name. */
export async function compareRuns(comparison: RunComparison): Promise<NumbersReview> {
  const { files, earlier, parameters } = comparison;
  const byPath = new Map(parameters.map((file) => [file.path, file]));
  const { pairs, goneUnits, notRunUnits } = matchRuns(files, earlier?.manifest.files ?? [], parameters);
  const ofFile = Map.groupBy(pairs, ({ now }) => now.file);
  const units: UnitReview[] = [];
  const toleranceUse = new ToleranceUse(comparison.tolerances);
  for (const file of files) {
    if (file.units.length === 0) units.push(fileWithoutUnits(comparison, file, byPath.get(file.path)?.from));
    for (const pair of ofFile.get(file) ?? [])
      units.push(
        reviewOf(pair, await outcomeOf(comparison, pair, byPath.get(sourceOfUnit(pair.now).path), toleranceUse)),
      );
  }
  if (earlier !== undefined) await addUnreadResults(comparison, toleranceUse);
  return {
    units: [...units, ...goneUnits.map(vanishedUnit)],
    notRun: notRunUnits.map(vanishedUnit),
    unmatchedTolerances: toleranceUse.unmatched,
  };
}

/** Reads the results that no comparison had to read, such as those with the same bytes, until each tolerance matches a column. */
async function addUnreadResults({ files, folder }: RunComparison, use: ToleranceUse): Promise<void> {
  for (const unit of files.flatMap((file) => file.units)) {
    if (use.isDecided) return;
    if (unit.status !== "success") continue;
    const stored = await readStored(folder, unit);
    if (stored.kind === "tables") use.addTables(stored.tables);
  }
}

/** A job that was not even created has no units. */
function fileWithoutUnits(comparison: RunComparison, { path, status, problem }: ManifestFile, from = path): UnitReview {
  const message = problem?.message ?? "No reason is known.";
  const before = comparison.earlier?.manifest.files.find((file) => file.path === path || file.path === from)?.status;
  const isNew = before === undefined && mayHaveFile(comparison, path);
  return { path, unit: "", outcome: { kind: "failed", status, message, before, ...(isNew && { isNew }) } };
}

/** Whether the earlier run would have a file that was computed then: there is an earlier run, and it does not lack the shard of the file. */
function mayHaveFile({ earlier }: RunComparison, path: string): boolean {
  return earlier !== undefined && !earlier.missing.some(({ files }) => files.includes(path));
}

async function outcomeOf(
  comparison: RunComparison,
  pair: UnitPair,
  changed: ParameterReview | undefined,
  toleranceUse: ToleranceUse,
): Promise<ReviewOutcome> {
  const { folder, earlier, missingReason, tolerances } = comparison;
  const { now, before } = pair;
  const { unit, file } = now;
  if (unit.status !== "success") return failedOutcome(pair, mayHaveFile(comparison, file.path));
  const alteredOutcome = (reason: string): ReviewOutcome => ({
    kind: "altered",
    reason: `The result of this run: ${reason}`,
  });
  if (earlier === undefined || before === undefined || before.unit.status !== "success") {
    const reason = await whyAltered(folder, unit);
    if (reason !== undefined) return alteredOutcome(reason);
    if (earlier === undefined) return { kind: "not-compared", reason: missingReason };
    const lacking = earlier.missing.find(({ files }) => files.includes(file.path));
    if (lacking !== undefined)
      return { kind: "not-compared", reason: `the earlier run lacks its shard ${lacking.index} of ${lacking.total}` };
    if (before === undefined) return { kind: "appeared" };
    return { kind: "not-compared", reason: `in the earlier run its status is ${before.unit.status}` };
  }
  if (unit.sha256 !== undefined && unit.sha256 === before.unit.sha256?.toLowerCase()) {
    const reason = await whyAltered(folder, unit);
    // The bytes of the earlier run need not be read: its digest is the same.
    return reason === undefined ? { kind: "same", withinTolerance: 0 } : alteredOutcome(reason);
  }
  const [is, was] = await Promise.all([readStored(folder, unit), readStored(earlier.folder, before.unit)]);
  if (is.kind === "altered") return alteredOutcome(is.reason);
  if (was.kind === "altered")
    return { kind: "not-compared", reason: `the earlier result cannot be trusted: ${was.reason}` };
  if (is.kind === "unread")
    return { kind: "not-compared", reason: `the result is another and cannot be compared: ${is.reason}` };
  if (was.kind === "unread")
    return { kind: "not-compared", reason: `the earlier result cannot be compared: ${was.reason}` };
  if (is.kind === "no-tables") return { kind: "not-compared", reason: `the result is another, and ${is.reason}` };
  if (was.kind === "no-tables")
    return { kind: "not-compared", reason: `the earlier result has no tables to compare: ${was.reason}` };
  toleranceUse.addTables(is.tables);
  toleranceUse.addTables(was.tables);
  const change = changeOfUnit(sourceOfUnit(now).unit, changed);
  return comparedOutcome(now, before, { now: is.tables, before: was.tables }, tolerances, change);
}

/** Whether the parameters of a unit changed, and its dates with them. `unknown` where git shows no change of its file. */
function changeOfUnit(id: string, changed: ParameterReview | undefined): "none" | "dates" | "other" | "unknown" {
  if (changed?.changes === undefined) return "unknown";
  const { units, changes } = changed.changes;
  const unitChanges = units.flatMap((unit) => (unit.kind === "changed" && unit.unit === id ? unit.changes : []));
  const all = [...changes, ...unitChanges];
  if (all.length === 0) return "none";
  return all.some(({ pointer }) => /\/[^/]*dates?(\/|$)/i.test(pointer)) ? "dates" : "other";
}

/** The names of a unit before its file or the unit was renamed. */
function formerNames(entry: UnitOfRun, changed: ParameterReview | undefined): UnitName[] {
  const { path, unit: id } = sourceOfUnit(entry);
  const renamed = changed?.changes?.units.find(
    (unitChange) => unitChange.kind === "renamed" && unitChange.after === id,
  );
  const paths = changed?.from === undefined ? [path] : [path, changed.from];
  const ids = renamed?.kind === "renamed" ? [id, renamed.before] : [id];
  return paths.flatMap((formerPath) => ids.map((unit) => ({ path: formerPath, unit })));
}

/** A run folder and its manifest. */
export interface ComparedFolder {
  readonly folder: string;
  readonly manifest: Manifest;
}

/** Opens a run folder, or the folder of a manifest. @throws UserError if it has no manifest that can be read */
export async function openComparedFolder(name: string): Promise<ComparedFolder> {
  const folder = runFolderOf(name);
  return { folder, manifest: await readManifest(folder) };
}

/** What a comparison of two runs found. */
export interface FolderComparison {
  /** Failed units first, then the largest moves. */
  readonly units: readonly UnitReview[];
  /** The tolerances that match no column of any result of the later run. */
  readonly unmatchedTolerances: readonly UnmatchedTolerance[];
}

/** Compares all units of two runs. */
export async function compareFolders(
  before: ComparedFolder,
  now: ComparedFolder,
  tolerances: readonly Tolerance[],
): Promise<FolderComparison> {
  const { units, notRun, unmatchedTolerances } = await compareRuns({
    files: now.manifest.files,
    folder: now.folder,
    earlier: { ...before, missing: [] },
    missingReason: "",
    tolerances,
    parameters: [],
  });
  // Between whole runs, the units of a file that is missing are gone too.
  return { units: inOrderOfMoves([...units, ...notRun]), unmatchedTolerances };
}
