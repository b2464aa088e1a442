import type { ManifestFile, ManifestUnit } from "../folder/manifest/manifest.ts";

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
    const selectUnique = (entries: Iterable<UnitOfRun>) => onlyOnes(entries, parametersOf);
    const earlierUnits = selectUnique(unmatchedUnits.values());
    for (const [parameters, entry] of selectUnique(laterUnits.filter((one) => !matches.has(one)))) {
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
function onlyOnes(
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
