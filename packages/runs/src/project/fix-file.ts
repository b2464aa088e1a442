import { type FixedValues, fixValues } from "@analytics-engines/core/files";
import type { CheckedFile } from "../files/parameter-files.ts";

/**
 * Puts the dates and the currency of a set into a checked file, so that its digest is that of the request that is sent. A file for which that
 * is not possible gets a problem in place of its parameters.
 */
export function fixFile<File extends CheckedFile>(file: File, values: FixedValues | undefined): File {
  if (values === undefined) return file;
  if (file.sweep !== undefined) {
    const problem = "is a sweep, for which a set cannot fix dates or a currency: write them into its template";
    return { ...file, sweep: { ...file.sweep, jobs: [] }, problem };
  }
  if (file.parameters === undefined) return file;
  const fixed = fixValues(file.parameters, values);
  if ("file" in fixed) return { ...file, parameters: fixed.file };
  const problem = `does not fit the set: ${fixed.problems.join(" ").replace(/\.$/, "")}`;
  return { ...file, parameters: undefined, problem };
}
