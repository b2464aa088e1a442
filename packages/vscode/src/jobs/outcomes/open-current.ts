import { familyOfSweep } from "@analytics-engines/core/basics";
import type { Sweep, SweepJob } from "@analytics-engines/core/files";
import type * as vscode from "vscode";
import { type KindOptions, kindOptions, readSweepFiles } from "../../editor/documents/written-file.ts";
import { loadSweeps } from "../../editor/language/load.ts";
import type { CheckedText } from "../../editor/language/text/checked-text.ts";
import type { Services } from "../../services/services.ts";
import type { RecordedFile } from "../store/history.ts";
import { CurrentFile } from "./current-file.ts";

/** What a recorded file is now. For a sweep it is the job that has the unit, or else the one with the same path; undefined without one. */
export type FindCurrent = (file: RecordedFile, unit?: string) => CurrentFile | undefined;

/** Reads a parameter file or a sweep, to be compared with what earlier runs computed. @param checked the text as it was checked already */
export async function openCurrent(
  services: Services,
  uri: vscode.Uri,
  text: string,
  checked?: CheckedText,
): Promise<FindCurrent> {
  const options = kindOptions(services, uri);
  if (familyOfSweep(options.path) === undefined) {
    const current = new CurrentFile(text, options, checked?.file);
    return () => current;
  }
  const { jobs } = checked?.sweep ?? (await jobsOfSweep(uri, text, options));
  let last: { readonly job: SweepJob; readonly current: CurrentFile } | undefined;
  return (file, unit) => {
    const job =
      jobs.find(({ units }) => unit !== undefined && units.includes(unit)) ??
      jobs.find((candidate) => candidate.path === file.path);
    if (job === undefined) return undefined;
    // The copy has the request, which a job makes each time. Those of all jobs would fill the memory.
    if (last?.job !== job) last = { job, current: new CurrentFile("", options, { ...job }) };
    return last.current;
  };
}

async function jobsOfSweep(
  uri: vscode.Uri,
  text: string,
  { path, unknownProperties }: KindOptions,
): Promise<Pick<Sweep, "jobs">> {
  const { readSweep } = await loadSweeps();
  return readSweep(text, path, { files: await readSweepFiles(uri, text), unknownProperties });
}
