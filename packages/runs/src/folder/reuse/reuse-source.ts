import { join } from "node:path";
import type { Manifest } from "../manifest/manifest.ts";
import { readDigestedManifest } from "../manifest/manifest-file.ts";
import { MANIFEST_NAME } from "../manifest/manifest-names.ts";
import type { ReuseOptions } from "../run-options.ts";

/** An earlier run whose results may be copied. */
export interface ReuseSource {
  readonly folder: string;
  /** The folder as the user named it. */
  readonly name: string;
  readonly manifest: Manifest;
  /** SHA-256 of the manifest, hex. */
  readonly manifestSha256: string;
  readonly maxAgeSeconds: number;
}

/** A day: what was computed in the last nightly run counts. */
const MAX_AGE_SECONDS = 24 * 60 * 60;

/** Reads the manifest of an earlier run. @throws UserError for a folder without a run, or whose manifest is damaged */
export async function openReuseSource(options: ReuseOptions): Promise<ReuseSource> {
  const { folder, name = folder, maxAgeSeconds = MAX_AGE_SECONDS } = options;
  if (!(maxAgeSeconds > 0)) throw new RangeError("The age limit of reused results must be more than 0 seconds.");
  const { manifest, manifestSha256 } = await readDigestedManifest(join(folder, MANIFEST_NAME), {
    isNamedByUser: true,
    explain: () => `The run to reuse, ${name}, has no manifest.json that can be read. Name the folder of a run.`,
  });
  return { folder, name, manifest, manifestSha256, maxAgeSeconds };
}
