import type { Tolerance } from "@analytics-engines/core/results";
import type { Manifest } from "../folder/manifest/manifest.ts";
import { compareRuns } from "./compare-runs.ts";
import { inOrderOfMoves, type UnitReview } from "./unit-review.ts";

/** A run folder and its manifest. */
export interface ComparedFolder {
  readonly folder: string;
  readonly manifest: Manifest;
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
    baseline: { ...before, missing: [] },
    missingReason: "",
    tolerances,
    parameters: [],
  });
  // Between whole runs, the units of a file that is missing are gone too.
  const gone = notRun.map((name): UnitReview => ({ ...name, outcome: { kind: "vanished" } }));
  return inOrderOfMoves([...units, ...gone]);
}
