import path from "node:path";
import { type PlacedCheck, readChecks } from "@analytics-engines/core/checks";
import { placeText } from "@analytics-engines/core/parameters";
import { linkOutOf } from "../files/contain.ts";
import { findFiles } from "../files/find-files.ts";
import { MAX_FILE_BYTES, readText } from "../files/parameter-files.ts";
import { sha256 } from "../files/sha256.ts";
import { UserError } from "../user-error.ts";

/** The end of the name of a checks file. */
const ENDING = ".checks.json";

/** Whether the name of a file is that of a checks file. */
export function isChecksFile(file: string): boolean {
  return file.endsWith(ENDING);
}

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
 * @param patterns globs, relative to the folder; `!` excludes
 * @throws UserError where no file matches, or a file cannot be read or has errors
 */
export function findChecks(folder: string, patterns: readonly string[]): readonly ChecksOfFile[] {
  const files = findFiles(folder, { patterns }).files.filter(isChecksFile);
  if (files.length === 0)
    throw new UserError(
      `No checks file matches ${patterns.join(" ")} in ${folder}. Their names end in ${ENDING}, and so must the pattern.`,
    );
  return parseChecks(
    files.map((file) => {
      const target = linkOutOf(folder, path.resolve(folder, file));
      if (target !== undefined)
        throw new UserError(`${file} is a link that leads out of ${folder}. Put the file in its place.`);
      const read = readText(path.resolve(folder, file), MAX_FILE_BYTES);
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
    return { path: name, sha256: sha256(text), checks };
  });
  if (errors.length > 0) throw new UserError(errors);
  return checksFiles;
}
