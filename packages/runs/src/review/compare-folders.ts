import path from "node:path";
import type { Tolerance, UnmatchedTolerance } from "@analytics-engines/core/results";
import type { Manifest } from "../folder/manifest/manifest.ts";
import { readManifest } from "../folder/manifest/manifest-file.ts";
import { compareRuns } from "./compare-runs.ts";
import { inOrderOfMoves, type UnitReview } from "./unit-review.ts";

/** A run folder and its manifest. */
export interface ComparedFolder {
  readonly folder: string;
  readonly manifest: Manifest;
}

/** Opens a run folder, or the folder of a manifest. @throws UserError if it has no manifest that can be read */
export async function openComparedFolder(name: string): Promise<ComparedFolder> {
  const folder = path.basename(name) === "manifest.json" ? path.dirname(name) : name;
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
    baseline: { ...before, missing: [] },
    missingReason: "",
    tolerances,
    parameters: [],
  });
  // Between whole runs, the units of a file that is missing are gone too.
  return { units: inOrderOfMoves([...units, ...notRun]), unmatchedTolerances };
}
