import { createHash } from "node:crypto";
import { dirname, resolve } from "node:path";
import type { Manifest, ReproducedRun } from "../manifest.ts";
import { readManifestBytes, readManifestText } from "../manifest-file.ts";
import { RunFolderError } from "../run-folder-error.ts";
import { systemReason } from "../system-reason.ts";

/** The run that is to be computed again. */
export interface EarlierRun {
  readonly manifest: Manifest;
  /** Absolute; where its results are, if they are there. */
  readonly folder: string;
  /** What the manifest of the new run says of it. */
  readonly run: ReproducedRun;
}

/**
 * Reads the manifest of a run that is to be computed again.
 * @param file Path of the manifest; it may have another name than `manifest.json`, and need not have the results beside it.
 * @throws RunFolderError when it cannot be read, or is damaged
 */
export async function readEarlierRun(file: string): Promise<EarlierRun> {
  const content = await readManifestBytes(file).catch((error: unknown) => {
    if (error instanceof RunFolderError) throw error;
    throw new RunFolderError(`The manifest to reproduce, ${file}: ${systemReason(error)}.`);
  });
  const manifest = readManifestText(content.toString("utf8"), file);
  const { startedAt, service } = manifest;
  return {
    manifest,
    folder: dirname(resolve(file)),
    run: { manifestSha256: createHash("sha256").update(content).digest("hex"), startedAt, service },
  };
}
