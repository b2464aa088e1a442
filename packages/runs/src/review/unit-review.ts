import {
  compareResults,
  isSameTables,
  periodText,
  type ResultComparison,
  type Table,
  type Tolerance,
} from "@analytics-engines/core/results";
import type { ManifestFile, ManifestUnit } from "../folder/manifest/manifest.ts";
import { errorText } from "../progress/run-progress.ts";

/** A unit of a run, with its parameter file. */
export interface UnitOfRun {
  readonly file: ManifestFile;
  readonly unit: ManifestUnit;
}

/** A unit, and the unit of an earlier run that it is compared with. */
export interface UnitPair {
  readonly now: UnitOfRun;
  readonly before: UnitOfRun | undefined;
}

export interface MatchedUnits {
  /** In the order of the later run. */
  readonly pairs: readonly UnitPair[];
  /** The units of the earlier run that no unit is compared with. */
  readonly unmatchedUnits: readonly UnitOfRun[];
}

/**
 * Matches the units of two runs by file and id, those of a sweep by its rows. A renamed unit is matched by its former names, if the caller knows them, else by its
 * parameters, if exactly one unmatched unit of each run has them.
 *
 * @param formerNames the names that a unit may have had, the most likely first
 * @example
 * ```ts
 * import { matchUnits } from "@analytics-engines/runs/browser";
 * import type { Manifest } from "@analytics-engines/runs";
 *
 * export function newUnits(now: Manifest, before: Manifest): string[] {
 *   const { pairs } = matchUnits(now.files, before.files);
 *   return pairs.filter((pair) => pair.before === undefined).map((pair) => pair.now.unit.id);
 * }
 * ```
 */
export function matchUnits(
  now: readonly ManifestFile[],
  before: readonly ManifestFile[],
  formerNames: (unit: UnitOfRun) => readonly UnitName[] = () => [],
): MatchedUnits {
  const unmatchedUnits = new Map(unitsOfFiles(before).map((entry) => [nameKey(sourceOfUnit(entry)), entry]));
  const matches = new Map<UnitOfRun, UnitOfRun>();
  const laterUnits = unitsOfFiles(now);
  const match = (entry: UnitOfRun, key: string | undefined) => {
    const earlierUnit = key === undefined || matches.has(entry) ? undefined : unmatchedUnits.get(key);
    if (key === undefined || earlierUnit === undefined) return;
    matches.set(entry, earlierUnit);
    unmatchedUnits.delete(key);
  };
  for (const entry of laterUnits) match(entry, nameKey(sourceOfUnit(entry)));
  for (const entry of laterUnits) for (const name of formerNames(entry)) match(entry, nameKey(name));
  for (const parametersOf of [parametersOfNamed, parametersOfUnit]) {
    const selectUnique = (entries: Iterable<UnitOfRun>) => uniqueUnits(entries, parametersOf);
    const earlierUnits = selectUnique(unmatchedUnits.values());
    for (const [parameters, entry] of selectUnique(laterUnits.filter((laterUnit) => !matches.has(laterUnit)))) {
      const earlierUnit = earlierUnits.get(parameters);
      match(entry, earlierUnit && nameKey(sourceOfUnit(earlierUnit)));
    }
  }
  return {
    pairs: laterUnits.map((entry) => ({ now: entry, before: matches.get(entry) })),
    unmatchedUnits: [...unmatchedUnits.values()],
  };
}

/** What names a unit within a run. */
export interface UnitName {
  /** The parameter file. */
  readonly path: string;
  readonly unit: string;
}

export function nameOfUnit({ file, unit }: UnitOfRun): UnitName {
  return { path: file.path, unit: unit.id };
}

/** What a unit comes from: its file and its id, or its sweep and its row, which can be in another job of each run. */
export function sourceOfUnit({ file, unit }: UnitOfRun): UnitName {
  return { path: unit.row?.sweep ?? file.path, unit: unit.row?.row ?? unit.id };
}

/** The name of a unit in addresses and for people: `PATH#UNIT`. */
export function keyOfUnit({ path, unit }: UnitName): string {
  return `${path}#${unit}`;
}

function nameKey({ path, unit }: UnitName): string {
  return JSON.stringify([path, unit]);
}

function unitsOfFiles(files: readonly ManifestFile[]): UnitOfRun[] {
  return files.flatMap((file) => file.units.map((unit) => ({ file, unit })));
}

/** A text that is the same for a unit whose file has another path, but the same parameters. */
function parametersOfNamed({ file: { family, parametersSha256 }, unit: { id } }: UnitOfRun): string {
  return JSON.stringify([family, parametersSha256, id]);
}

function parametersOfUnit({ file: { family }, unit: { parametersSha256 } }: UnitOfRun): string | undefined {
  return parametersSha256 === undefined ? undefined : `${family} ${parametersSha256}`;
}

/** The units whose parameters no other unit has. */
function uniqueUnits(
  entries: Iterable<UnitOfRun>,
  parametersOf: (entry: UnitOfRun) => string | undefined,
): Map<string, UnitOfRun> {
  const groups = Map.groupBy(entries, parametersOf);
  return new Map(
    Array.from(groups).flatMap(([parameters, [first, second]]) =>
      parameters === undefined || first === undefined || second !== undefined ? [] : [[parameters, first] as const],
    ),
  );
}

/** The outcome of one unit, compared with that of an earlier run. */
export interface UnitReview extends UnitName {
  /** The sweep and the row that the unit comes from. */
  readonly row?: UnitName;
  /** The name of the unit in the earlier run, if it was renamed. */
  readonly renamedFrom?: UnitName;
  readonly outcome: ReviewOutcome;
}

export type ReviewOutcome =
  /** No number moved by more than its tolerance. */
  | { readonly kind: "same"; readonly withinTolerance: number }
  | Moved
  | Failed
  /** The result of this run is not what the run stored. */
  | { readonly kind: "altered"; readonly reason: string }
  | { readonly kind: "appeared" }
  | { readonly kind: "vanished" }
  | { readonly kind: "not-compared"; readonly reason: string };

/** What texts say about a failed unit without a message. */
export const NO_REASON = "The service gave no reason.";

/** The unit did not succeed in this run. */
export interface Failed {
  readonly kind: "failed";
  readonly status: string;
  /** Why it did not succeed; absent if the service gave no reason. */
  readonly message?: string;
  /** Its status in the earlier run; `undefined` if that run is not known, or does not have the unit. */
  readonly before: string | undefined;
  /** Present if the earlier run does not have the unit. */
  readonly isNew?: true;
}

export interface Moved extends Omit<ResultComparison, "isSame"> {
  readonly kind: "moved";
  /**
   * Why the numbers can have moved. `parameters`: the parameters of the unit changed. `dates`: it was computed for other days that the
   * parameters do not ask for. `neither`: same parameters, same days, so the data of the service changed.
   */
  readonly cause: "parameters" | "dates" | "neither";
  readonly dates: DatePair;
}

/** The days that a unit was computed for: `2024-01-31 to 2024-02-29`; empty if the manifest has none. */
export interface DatePair {
  readonly before: string;
  readonly after: string;
  /** Whether both are known, and differ. */
  readonly isDifferent: boolean;
}

/** The review of a unit of the later run. */
export function reviewOf({ now, before }: UnitPair, outcome: ReviewOutcome): UnitReview {
  const name = sourceOfUnit(now);
  const then = before && sourceOfUnit(before);
  const isRenamed = then !== undefined && (then.path !== name.path || then.unit !== name.unit);
  return { ...namesOfUnit(now), ...(isRenamed && { renamedFrom: then }), outcome };
}

/** The review of a unit that only the earlier run has. */
export function vanishedUnit(entry: UnitOfRun): UnitReview {
  return { ...namesOfUnit(entry), outcome: { kind: "vanished" } };
}

function namesOfUnit(entry: UnitOfRun): Omit<UnitReview, "outcome"> {
  return { ...nameOfUnit(entry), ...(entry.unit.row && { row: sourceOfUnit(entry) }) };
}

/**
 * The outcome of a unit that did not succeed.
 *
 * @param hasEarlier whether there is an earlier run that could have the unit
 */
export function failedOutcome({ now, before }: UnitPair, hasEarlier = true): ReviewOutcome {
  const isNew = hasEarlier && before === undefined;
  const message = failureOf(now);
  return {
    kind: "failed",
    status: now.unit.status,
    ...(message !== undefined && { message }),
    before: before?.unit.status,
    ...(isNew && { isNew }),
  };
}

/**
 * The outcome of a unit with tables in both runs.
 *
 * @param change how the parameters of the unit changed, where the caller knows it
 */
export function comparedOutcome(
  now: UnitOfRun,
  before: UnitOfRun,
  tables: { readonly now: readonly Table[]; readonly before: readonly Table[] },
  tolerances: readonly Tolerance[],
  change: "none" | "dates" | "other" | "unknown" = "unknown",
): ReviewOutcome {
  // Rows with the same key can be compared only as whole tables.
  if (isSameTables(tables.before, tables.now)) return { kind: "same", withinTolerance: 0 };
  const { isSame, ...comparison } = compareResults(tables.before, tables.now, tolerances);
  if (isSame) return { kind: "same", withinTolerance: comparison.withinTolerance };
  const dates = pairDates(before.unit, now.unit);
  const isUnchanged = change === "none" || hasSameParameters(now, before);
  const cause =
    dates.isDifferent && (isUnchanged || change !== "dates") ? "dates" : isUnchanged ? "neither" : "parameters";
  return { kind: "moved", cause, dates, ...comparison };
}

/** By the digests of the units, where both manifests have them; else by those of their files. */
function hasSameParameters(now: UnitOfRun, before: UnitOfRun): boolean {
  const [is, was] = [now.unit.parametersSha256, before.unit.parametersSha256];
  if (now.file.parametersSha256 === before.file.parametersSha256) return true;
  return is !== undefined && is === was;
}

const order: readonly ReviewOutcome["kind"][] = [
  ...(["failed", "altered", "moved", "vanished", "appeared", "not-compared", "same"] as const),
];

/** Units in the order of a list: what failed or was altered, the largest moves, then what is gone, new, not compared and the same. */
export function inOrderOfMoves(units: readonly UnitReview[]): readonly UnitReview[] {
  const rank = ({ outcome: { kind } }: UnitReview) => order.indexOf(kind);
  return units.toSorted(
    (first, second) => rank(first) - rank(second) || sizeOfOutcome(second.outcome) - sizeOfOutcome(first.outcome),
  );
}

/** The largest move of a unit, as a multiple of its tolerance. A change of form, or of a cell that is not a number, counts most. */
export function sizeOfOutcome(outcome: ReviewOutcome): number {
  if (outcome.kind !== "moved") return 0;
  const { form, others, moves } = outcome;
  return form.length + others.length > 0 ? Number.MAX_VALUE : (moves[0]?.size ?? 0);
}

/** The days of the same unit in two runs. */
export function pairDates(before: ManifestUnit, after: ManifestUnit): DatePair {
  const [was, is] = [days(before), days(after)];
  return { before: was, after: is, isDifferent: was !== "" && is !== "" && was !== is };
}

function days({ dates = {} }: ManifestUnit): string {
  return periodText(dates.start, dates.end);
}

/** Why a unit did not succeed, in the service's words where it gave any. */
function failureOf({ file, unit }: UnitOfRun): string | undefined {
  const reasons = [...new Set(unit.errors.map(errorText))].filter((text) => text !== "").join(" · ");
  return reasons || file.problem?.message || undefined;
}
