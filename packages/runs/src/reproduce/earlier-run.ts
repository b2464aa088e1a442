import { dirname, resolve } from "node:path";
import { sha256 } from "../files/sha256.ts";
import { systemReason } from "../files/system-reason.ts";
import type { Manifest, ReproducedRun } from "../folder/manifest/manifest.ts";
import { readManifestBytes, readManifestText } from "../folder/manifest/manifest-file.ts";
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
 * @param file the path of the manifest. It can have any name, and the results need not be beside it.
 * @throws UserError where it cannot be read, or is damaged
 */
export async function readEarlierRun(file: string): Promise<EarlierRun> {
  const content = await readManifestBytes(file).catch((error: unknown) => {
    if (error instanceof UserError) throw error;
    throw new UserError(`The manifest to reproduce, ${file}: ${systemReason(error)}. Name the manifest.json of a run.`);
  });
  const manifest = await readManifestText(content.toString("utf8"), file);
  const { startedAt, service } = manifest;
  return {
    manifest,
    folder: dirname(resolve(file)),
    run: { manifestSha256: sha256(content), startedAt, service },
  };
}
