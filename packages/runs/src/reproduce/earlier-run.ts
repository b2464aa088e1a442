import { stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { sha256 } from "../files/sha256.ts";
import { systemReason } from "../files/system-reason.ts";
import type { Manifest, ReproducedRun } from "../folder/manifest/manifest.ts";
import { readManifestBytes, readManifestText } from "../folder/manifest/manifest-file.ts";
import { MANIFEST_NAME } from "../folder/manifest/manifest-names.ts";
import { UserError } from "../user-error.ts";

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
  const content = await readManifestBytes(file).catch((error: unknown) => {
    if (error instanceof UserError) throw error;
    throw new UserError(
      `The manifest to reproduce, ${file}: ${systemReason(error)}. Name a run folder, or the manifest.json in it.`,
    );
  });
  const manifest = await readManifestText(content.toString("utf8"), file);
  const { startedAt, service } = manifest;
  return {
    manifest,
    folder: dirname(resolve(file)),
    run: { manifestSha256: sha256(content), startedAt, service },
  };
}
