import type { Table, Tolerance } from "@analytics-engines/core/results";
import { matchUnits, nameOfUnit, type UnitPair } from "@analytics-engines/runs/browser";
import { UserError } from "@analytics-engines/runs/progress";
import { type ComparedFolder, type FolderComparison, readStored } from "@analytics-engines/runs/review";
import { selectUnit } from "../run-folder.ts";

/** Two runs, and what their comparison found. */
export interface ComparedRunFolders extends FolderComparison {
  readonly before: ComparedFolder;
  readonly now: ComparedFolder;
  readonly tolerances: readonly Tolerance[];
}

/** Finds a unit of the later run by its id, or by `PATH#UNIT`. @throws UserError if there is none, or several files have one */
export function findComparedUnit(before: ComparedFolder, now: ComparedFolder, name: string): UnitPair {
  const { pairs } = matchUnits(now.manifest.files, before.manifest.files);
  return selectUnit(pairs, (pair) => nameOfUnit(pair.now), { name, folder: now.folder, about: "--unit: " });
}

/** The tables of a unit in both runs. @throws UserError if one of them has no tables that can be compared */
export async function tablesOfUnit(
  before: ComparedFolder,
  now: ComparedFolder,
  pair: UnitPair,
): Promise<{ readonly before: readonly Table[]; readonly now: readonly Table[] }> {
  const read = async ({ folder }: ComparedFolder, entry: UnitPair["now"] | undefined) => {
    const stored = entry?.unit.file === undefined ? undefined : await readStored(folder, entry.unit);
    if (stored?.kind === "tables") return stored.tables;
    const name = nameOfUnit(pair.now);
    const why = stored === undefined ? "it has no result" : stored.reason;
    throw new UserError(
      `${folder}: the unit ${name.unit} of ${name.path} cannot be compared: ${why}. Name another unit.`,
    );
  };
  return { before: await read(before, pair.before), now: await read(now, pair.now) };
}
