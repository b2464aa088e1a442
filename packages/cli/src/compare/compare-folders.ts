import path from "node:path";
import type { Table, Tolerance } from "@analytics-engines/core/results";
import { readManifest } from "@analytics-engines/runs";
import {
  matchUnits,
  nameOfUnit,
  type UnitName,
  type UnitPair,
  type UnitReview,
} from "@analytics-engines/runs/compared-units";
import { readStored } from "@analytics-engines/runs/read-stored";
import type { ComparedFolder } from "@analytics-engines/runs/review";
import { UserError } from "@analytics-engines/runs/user-error";

/** Two runs and their units: failed units first, then the largest moves. */
export interface ComparedRunFolders {
  readonly before: ComparedFolder;
  readonly now: ComparedFolder;
  readonly tolerances: readonly Tolerance[];
  readonly units: readonly UnitReview[];
}

/** Opens a run folder, or the folder of a manifest. @throws UserError if it has no manifest that can be read */
export async function openComparedFolder(given: string): Promise<ComparedFolder> {
  const folder = path.basename(given) === "manifest.json" ? path.dirname(given) : given;
  return { folder, manifest: await readManifest(folder) };
}

/** Finds a unit of the later run by its id, or by `PATH#UNIT`. @throws UserError if there is none, or several files have one */
export function findComparedUnit(before: ComparedFolder, now: ComparedFolder, wanted: string): UnitPair {
  const { pairs } = matchUnits(now.manifest.files, before.manifest.files);
  const keyOf = ({ path: file, unit }: UnitName) => `${file}#${unit}`;
  const found = pairs.filter((pair) => {
    const name = nameOfUnit(pair.now);
    return name.unit === wanted || keyOf(name) === wanted;
  });
  const [only, ...others] = found;
  if (only === undefined) throw new UserError(`--unit: ${now.folder} has no unit ${wanted}. Name one as PATH#UNIT.`);
  if (others.length === 0) return only;
  const names = found.map((pair) => keyOf(nameOfUnit(pair.now))).join(", ");
  throw new UserError(`--unit: several files have a unit ${wanted}. Name one of ${names}.`);
}

/** The tables of a unit in both runs. @throws UserError if one of them has no tables that can be compared */
export async function tablesOfUnit(
  before: ComparedFolder,
  now: ComparedFolder,
  pair: UnitPair,
): Promise<{ readonly before: readonly Table[]; readonly now: readonly Table[] }> {
  const read = async ({ folder }: ComparedFolder, one: UnitPair["now"] | undefined) => {
    const stored = one?.unit.file === undefined ? undefined : await readStored(folder, one.unit);
    if (stored?.kind === "tables") return stored.tables;
    const name = nameOfUnit(pair.now);
    const why = stored === undefined ? "it has no result" : stored.reason;
    throw new UserError(
      `${folder}: the unit ${name.unit} of ${name.path} cannot be compared: ${why}. Name another unit.`,
    );
  };
  return { before: await read(before, pair.before), now: await read(now, pair.now) };
}
