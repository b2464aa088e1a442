import type { SweepJob } from "@analytics-engines/core/files";
import { familyOfSweep, type ParameterFile } from "@analytics-engines/core/parameters";
import type * as vscode from "vscode";
import { readSweepFiles } from "../../editor/documents/sweep-files.ts";
import { kindOptions } from "../../editor/documents/written-file.ts";
import type { Services } from "../../services/services.ts";
import type { RecordedFile } from "../store/run-record.ts";
import { CurrentFile } from "./current-file.ts";

/** What a recorded file is now. For a sweep it is the job that has the unit, or else the one with the same path; undefined without one. */
export type FindCurrent = (file: RecordedFile, unit?: string) => CurrentFile | undefined;

/** Reads a parameter file or a sweep, to be compared with what earlier runs computed. @param whole the text as it was read already */
export async function openCurrent(
  services: Services,
  uri: vscode.Uri,
  text: string,
  whole?: ParameterFile,
): Promise<FindCurrent> {
  const options = kindOptions(services, uri);
  const { path, unknownProperties } = options;
  if (familyOfSweep(path) === undefined) {
    const current = new CurrentFile(text, options, whole);
    return () => current;
  }
  const { readSweep } = await import("@analytics-engines/core/files");
  const { jobs } = readSweep(text, path, { files: await readSweepFiles(uri, text), unknownProperties });
  const files = new Map<SweepJob, CurrentFile>();
  return (file, unit) => {
    const job =
      jobs.find(({ units }) => unit !== undefined && units.includes(unit)) ??
      jobs.find((one) => one.path === file.path);
    if (job === undefined) return undefined;
    // The copy has the request, which a job makes each time.
    const current = files.get(job) ?? new CurrentFile("", options, { ...job });
    files.set(job, current);
    return current;
  };
}
