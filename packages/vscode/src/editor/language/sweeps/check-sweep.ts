import { readSweep, type SweepFile } from "@analytics-engines/core/files";
import type { ReadOptions } from "@analytics-engines/core/parameters";
import type { CheckedText } from "../text/checked-text.ts";

/** Checks a sweep with the files that it reads. */
export function checkSweepText(
  text: string,
  { path, unknownProperties, hintAbsoluteDates }: ReadOptions & { readonly path: string },
  files: ReadonlyMap<string, SweepFile>,
): CheckedText {
  const sweep = readSweep(text, path, { files, unknownProperties, hintAbsoluteDates });
  const issues = sweep.sources[0]?.issues ?? [];
  return { text, kind: sweep.family, kindBy: "file name", issues, file: undefined, sweep };
}
