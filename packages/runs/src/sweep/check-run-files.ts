import type { FamilyId } from "@analytics-engines/core/families/facts";
import type { CheckedFile } from "../files/parameter-files.ts";
import { fixFile } from "../project/fix-file.ts";
import type { ProjectSettings } from "../project/settings.ts";
import { checkFiles } from "./check-files.ts";

/** What an earlier run or a plan decided about files. */
export interface DecidedFiles {
  /** The family of each file, by path. */
  readonly families?: ReadonlyMap<string, FamilyId> | undefined;
  /** See `FileCheckOptions.areJobs`. */
  readonly areJobs?: boolean;
}

/**
 * Reads and checks the files of a run by the settings of a project, and puts the dates and the currency of its set into them. Never throws
 * for what a file is or holds.
 *
 * @param folder what the paths are relative to; absolute
 */
export async function checkRunFiles(
  folder: string,
  paths: readonly string[],
  settings: Pick<ProjectSettings, "families" | "unknownProperties" | "fixedValues">,
  { families, areJobs = false }: DecidedFiles = {},
): Promise<readonly CheckedFile[]> {
  const unknownProperties = settings.unknownProperties.value;
  const checked = await checkFiles(folder, paths, {
    reading: (name) => ({ families: settings.families.value, family: families?.get(name), unknownProperties }),
    areJobs,
  });
  return checked.map((file) => fixFile(file, settings.fixedValues.value));
}
