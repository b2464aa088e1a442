import type { Tolerance } from "@analytics-engines/core/results";
import type { InsideOpener } from "../files/inside.ts";
import type { Manifest } from "../folder/manifest/manifest.ts";
import { compareRuns } from "./compare-runs.ts";
import { inOrderOfMoves, type UnitReview } from "./unit-review.ts";

/** A run folder and its manifest. */
export interface ComparedFolder {
  readonly folder: string;
  readonly manifest: Manifest;
  /** Opens a file of the folder; by default as it is on disk. */
  readonly open?: InsideOpener | undefined;
}

/** Compares all units of two runs: failed units first, then the largest moves. */
export async function compareFolders(
  before: ComparedFolder,
  now: ComparedFolder,
  tolerances: readonly Tolerance[],
): Promise<readonly UnitReview[]> {
  const { units, notRun } = await compareRuns({
    files: now.manifest.files,
    folder: now.folder,
    open: now.open,
    baseline: { ...before, missing: [] },
    missingReason: "",
    tolerances,
    parameters: [],
  });
  // Between whole runs, the units of a file that is missing are gone too.
  const vanishedUnits = notRun.map((name): UnitReview => ({ ...name, outcome: { kind: "vanished" } }));
  return inOrderOfMoves([...units, ...vanishedUnits]);
}
