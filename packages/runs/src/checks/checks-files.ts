import { type PlacedCheck, readChecks } from "@analytics-engines/core/files";
import { placeText } from "@analytics-engines/core/parameters";
import { type NamingRules, rootOf } from "../files/confine.ts";
import { findChecksFiles } from "../files/find-files.ts";
import { textDigest } from "../files/open-file.ts";
import { MAX_FILE_BYTES, readConfined } from "../files/parameter-files.ts";
import { UserError } from "../user-error.ts";

/** A checks file. */
export interface ChecksOfFile {
  /** Relative to the folder in which it was found, with `/`. */
  readonly path: string;
  /** SHA-256 of its text, hex. */
  readonly sha256: string;
  readonly checks: readonly PlacedCheck[];
}

/**
 * Finds and reads checks files.
 * @param patterns globs, relative to the folder; `!` excludes; by default all checks files of the folder
 * @throws UserError where a pattern matches no file, or a file cannot be read or has errors
 */
export function findChecks(
  folder: string,
  patterns: readonly string[] | undefined,
  rules: NamingRules = {},
): readonly ChecksOfFile[] {
  return parseChecks(
    findChecksFiles(folder, patterns, rules).map((file) => {
      const read = readConfined(folder, file, rootOf(folder, file, rules), MAX_FILE_BYTES);
      if ("problem" in read) throw new UserError(`${file} ${read.problem}.`);
      return { path: file, text: read.text };
    }),
  );
}

/** Reads checks files whose texts are known. @throws UserError, with a line for each error and its place */
export function parseChecks(
  files: readonly { readonly path: string; readonly text: string }[],
): readonly ChecksOfFile[] {
  const errors: string[] = [];
  const checksFiles = files.map(({ path: name, text }): ChecksOfFile => {
    const { checks, issues } = readChecks(text);
    for (const { severity, range, message } of issues)
      if (severity === "error") errors.push(`${name}:${placeText(range)}: ${message}`);
    return { path: name, sha256: textDigest(text), checks };
  });
  if (errors.length > 0) throw new UserError(errors);
  return checksFiles;
}
