import { listSweepFiles, readSweep, type SweepFile } from "@analytics-engines/core/files";
import type { ReadOptions } from "@analytics-engines/core/parameters";
import { sha256 } from "../files/open-file.ts";
import { type CheckedFile, readConfined } from "../files/parameter-files.ts";

export { listSweepFiles };

/** A sweep, and those of its files that have issues. */
export type CheckedFiles = readonly [CheckedFile, ...CheckedFile[]];

/**
 * Reads and checks a sweep with the files that it names: see `checkFiles`.
 * @param rules.root the folder that neither may lie outside of
 */
export function checkSweep(
  folder: string,
  name: string,
  reading: ReadOptions,
  rules: { readonly root: string; readonly maxBytes?: number | undefined },
  hasName: (job: string) => boolean,
): CheckedFiles {
  const readFile = (file: string) => readConfined(folder, file, rules.root, rules.maxBytes);
  const read = readFile(name);
  if ("problem" in read) return [{ path: name, text: "", parameters: undefined, issues: [], problem: read.problem }];
  const files = new Map(listSweepFiles(read.text, name).map((file): [string, SweepFile] => [file, readFile(file)]));
  return checkSweepTexts(name, read.text, files, reading, hasName);
}

/** Checks a sweep whose files have been read. */
export function checkSweepTexts(
  name: string,
  text: string,
  files: ReadonlyMap<string, SweepFile>,
  { unknownProperties, hintAbsoluteDates }: ReadOptions,
  hasName: (job: string) => boolean = () => true,
): CheckedFiles {
  const { jobs, sources } = readSweep(text, name, { files, unknownProperties, hintAbsoluteDates });
  const digests = [...files].flatMap(([path, file]) => ("text" in file ? { path, sha256: sha256(file.text) } : []));
  const [first, ...others] = sources.map(({ path, text: content, issues }) => {
    return { path, text: content, issues, parameters: undefined, problem: undefined };
  });
  const sweep = {
    jobs: jobs.filter((job) => hasName(job.path)),
    sources: [{ path: name, sha256: sha256(text) }, ...digests],
  };
  const checked = { path: name, text, parameters: undefined, problem: undefined, issues: first?.issues ?? [], sweep };
  return [checked, ...others.filter(({ issues }) => issues.length > 0)];
}
