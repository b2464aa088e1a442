// The code for stored runs and their folders, loaded at the first use of the history.

import { readReadableManifest } from "@analytics-engines/runs";
import { jobsOfManifest, type RunJobView, type RunView } from "../store/run.ts";

export { readChecksReport } from "@analytics-engines/runs";
export { openStore } from "../store/open-store.ts";
export { explainFolderError, goneError, isGone } from "./folder-errors.ts";

/** The jobs that can be read in the manifest of a run, and what is wrong with the rest. */
export interface ManifestJobs {
  readonly jobs: readonly RunJobView[];
  readonly problems: readonly string[];
}

/** Reads the manifest of a finished run. @throws if it is missing or damaged */
export async function readJobs({ record }: RunView): Promise<ManifestJobs> {
  const { manifest, problems } = await readReadableManifest(record.folder);
  return { jobs: jobsOfManifest(manifest), problems };
}
