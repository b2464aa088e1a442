import type { FixedValues } from "@analytics-engines/core/files";
import type { Pause } from "../../common/pauses.ts";
import { type PreparedFile, prepareFile, type SourceFile, unitsOfText } from "./prepare-file.ts";

/** Prepares a file for a run: see `prepareFile`. A sweep gives a file for each of its jobs. @param pause lets other work have its turn */
export async function prepareFiles(
  source: SourceFile,
  pause: Pause,
  unitId?: string,
  fixedValues?: FixedValues,
): Promise<readonly PreparedFile[]> {
  const { sweepFiles } = source;
  if (sweepFiles === undefined) return [await prepareFile(source, unitId, fixedValues)];
  const { prepareSweep } = await import("./prepare-sweep.ts");
  return prepareSweep({ ...source, sweepFiles }, unitId, fixedValues, pause);
}

/** The units that can run alone: those of a sweep have the ids of its rows. */
export async function unitsOfSource(source: SourceFile): Promise<readonly string[]> {
  const { sweepFiles } = source;
  if (sweepFiles === undefined) return unitsOfText(source);
  const { rowsOfSweep } = await import("./prepare-sweep.ts");
  return rowsOfSweep({ ...source, sweepFiles });
}
