// The code for stored runs and their folders, loaded at the first use of the history.

import { messageOf } from "@analytics-engines/core/basics";
import { readChecksReport, readReadableManifest, withoutMissingResults } from "@analytics-engines/runs";
import type { ChecksReport } from "@analytics-engines/runs/review";
import { jobsOfManifest, type RunJobView, type RunView } from "../store/run.ts";
import type { ChecksOutcome } from "./outcome.ts";

export { openStore } from "../store/open-store.ts";
export { explainFolderError, goneError, isGone } from "./folder-errors.ts";
export { outcomeOf, outcomeWithoutFolder } from "./outcome.ts";

/** A run folder as it is now. */
export interface StoredRun {
  /** The jobs that can be read in the manifest. A unit whose result is missing is lost. */
  readonly jobs: readonly RunJobView[];
  /** What is wrong with the rest of the manifest, or with the report of the checks. */
  readonly problems: readonly string[];
  readonly checks: ChecksOutcome;
}

/** Reads the folder of a finished run. @throws if its manifest is missing or damaged */
export async function readStoredRun({ record }: RunView): Promise<StoredRun> {
  const { manifest, problems } = await readReadableManifest(record.folder);
  const jobs = jobsOfManifest(await withoutMissingResults(record.folder, manifest));
  const withoutReport = record.checks === undefined ? undefined : "unchecked";
  try {
    const report: ChecksReport | undefined = await readChecksReport(record.folder);
    return { jobs, problems, checks: report?.findings ?? withoutReport };
  } catch (error) {
    return { jobs, problems: [...problems, messageOf(error)], checks: "unchecked" };
  }
}
