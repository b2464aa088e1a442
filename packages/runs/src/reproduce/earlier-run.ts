import { stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { Manifest, ReproducedRun } from "../folder/manifest/manifest.ts";
import { readDigestedManifest } from "../folder/manifest/manifest-file.ts";
import { MANIFEST_NAME } from "../folder/manifest/manifest-names.ts";

/** The run that is computed again. */
export interface EarlierRun {
  readonly manifest: Manifest;
  /** The folder of its results, which can be missing; absolute. */
  readonly folder: string;
  /** What the manifest of the new run records. */
  readonly run: ReproducedRun;
}

/**
 * Reads the manifest of a run that is computed again.
 * @param run the run folder, or the path of its manifest, which can have any name and need not have the results beside it
 * @throws UserError where it cannot be read, or is damaged
 */
export async function readEarlierRun(run: string): Promise<EarlierRun> {
  const isFolder = await stat(run).then(
    (entry) => entry.isDirectory(),
    () => false,
  );
  const file = isFolder ? join(run, MANIFEST_NAME) : run;
  const { manifest, manifestSha256 } = await readDigestedManifest(file, {
    isNamedByUser: true,
    explain: (reason) =>
      `The manifest to reproduce, ${file}: ${reason}. Name a run folder, or the manifest.json in it.`,
  });
  const { startedAt, service } = manifest;
  return { manifest, folder: dirname(resolve(file)), run: { manifestSha256, startedAt, service } };
}
