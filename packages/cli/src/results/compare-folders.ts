import type { Table, Tolerance } from "@analytics-engines/core/results";
import { matchUnits, nameOfUnit, type UnitPair } from "@analytics-engines/runs/browser";
import { UserError } from "@analytics-engines/runs/progress";
import { type ComparedFolder, type FolderComparison, readStored } from "@analytics-engines/runs/review";
import { selectUnit } from "../run-folder.ts";

/** Two run folders. */
interface RunPair {
  readonly earlier: ComparedFolder;
  readonly later: ComparedFolder;
}

/** Two runs, and what their comparison found. */
export interface ComparedRunFolders extends FolderComparison, RunPair {
  readonly tolerances: readonly Tolerance[];
}

/** Finds a unit of the later run by its id, or by `PATH#UNIT`. @throws UserError if there is none, or several files have one */
export function findComparedUnit({ earlier, later }: RunPair, name: string): UnitPair {
  const { pairs } = matchUnits(later.manifest.files, earlier.manifest.files);
  return selectUnit(pairs, (pair) => nameOfUnit(pair.now), { name, folder: later.folder, about: "--unit: " });
}

/** The tables of a unit in both runs. @throws UserError if one of them has no tables that can be compared */
export async function tablesOfUnit(
  { earlier, later }: RunPair,
  pair: UnitPair,
): Promise<{ readonly earlier: readonly Table[]; readonly later: readonly Table[] }> {
  const read = async ({ folder }: ComparedFolder, entry: UnitPair["now"] | undefined) => {
    const stored = entry?.unit.file === undefined ? undefined : await readStored(folder, entry.unit);
    if (stored?.kind === "tables") return stored.tables;
    const name = nameOfUnit(pair.now);
    const why = stored === undefined ? "it has no result" : stored.reason;
    throw new UserError(
      `${folder}: the unit ${name.unit} of ${name.path} cannot be compared: ${why}. Name another unit.`,
    );
  };
  return { earlier: await read(earlier, pair.before), later: await read(later, pair.now) };
}
