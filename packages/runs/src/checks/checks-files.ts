import { type PlacedCheck, readChecks, type SweepFile } from "@analytics-engines/core/files";
import { placeText } from "@analytics-engines/core/parameters";
import { type NamingRules, rootOf } from "../files/confine.ts";
import { findChecksFiles } from "../files/find-files.ts";
import { textDigest } from "../files/open-file.ts";
import { type CheckedFile, MAX_FILE_BYTES, readConfined } from "../files/parameter-files.ts";
import { UserError } from "../user-error.ts";
import { checkChecksText, listSweeps } from "./row-limits.ts";

/** A checks file. */
export interface ChecksOfFile {
  /** Relative to the folder in which it was found, with `/`. */
  readonly path: string;
  /** SHA-256 of its text, hex. */
  readonly sha256: string;
  readonly checks: readonly PlacedCheck[];
}

/** A checks file that is not yet read as one. */
interface ChecksText {
  readonly path: string;
  readonly text: string;
}

/**
 * Finds and reads checks files.
 * @param patterns globs, relative to the folder; `!` excludes; by default all checks files of the folder
 * @throws UserError where a pattern matches no file, or a file or the limits that it has in the rows of sweeps cannot be read or have errors
 */
export async function findChecks(
  folder: string,
  patterns: readonly string[] | undefined,
  rules: NamingRules = {},
): Promise<readonly ChecksOfFile[]> {
  const read = readProjectFile(folder, rules);
  const texts = findChecksFiles(folder, patterns, rules).map((path): ChecksText => {
    const file = read(path);
    if ("problem" in file) throw new UserError(`${path} ${file.problem}.`);
    return { path, text: file.text };
  });
  const project = { read, listSweeps: () => listSweeps(folder, rules) };
  const errors: string[] = [];
  for (const { path, text } of texts)
    for (const checked of await checkChecksText(path, text, project)) errors.push(...errorsIn(checked));
  if (errors.length > 0) throw new UserError(errors);
  return parseChecks(texts);
}

/** Makes a function that reads the files of a project. @param folder what their paths are relative to; absolute */
export function readProjectFile(folder: string, rules: NamingRules): (file: string) => SweepFile {
  return (file) => readConfined(folder, file, rootOf(folder, file, rules), MAX_FILE_BYTES);
}

/** Reads checks files whose texts are known. @throws UserError, with a line for each error and its place */
export function parseChecks(files: readonly ChecksText[]): readonly ChecksOfFile[] {
  const errors: string[] = [];
  const checksFiles = files.map(({ path, text }): ChecksOfFile => {
    const { checks, issues } = readChecks(text);
    errors.push(...errorsIn({ path, issues }));
    return { path, sha256: textDigest(text), checks };
  });
  if (errors.length > 0) throw new UserError(errors);
  return checksFiles;
}

/** A line for each error of a file, with its place. */
function errorsIn({ path, issues }: Pick<CheckedFile, "path" | "issues">): readonly string[] {
  const errors = issues.filter(({ severity }) => severity === "error");
  return errors.map(({ range, message }) => `${path}:${placeText(range)}: ${message}`);
}
