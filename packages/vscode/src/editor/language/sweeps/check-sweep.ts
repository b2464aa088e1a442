import { readSweepInSteps, type SweepFile } from "@analytics-engines/core/files";
import type { ReadOptions, Steps } from "@analytics-engines/core/parameters";
import type { CheckedText } from "../text/checked-text.ts";

/** Checks a sweep with the files that it reads. */
export function* checkSweepText(
  text: string,
  { path, unknownProperties, hintAbsoluteDates }: ReadOptions & { readonly path: string },
  files: ReadonlyMap<string, SweepFile>,
): Steps<CheckedText> {
  const sweep = yield* readSweepInSteps(text, path, { files, unknownProperties, hintAbsoluteDates });
  const issues = sweep.sources[0]?.issues ?? [];
  return { text, kind: sweep.family, kindBy: "file name", issues, file: undefined, sweep };
}
