import { pathMatcher } from "@analytics-engines/core/parameters";
import { partitionPatterns } from "../files/select-files.ts";
import type { RunFile } from "../folder/run-options.ts";
import { UserError } from "../user-error.ts";
import { concludeReproduction } from "./conclude.ts";
import { readEarlierRun } from "./earlier-run.ts";
import { pinFiles } from "./pin-files.ts";

/** An earlier run that is computed again. */
export type Reproduction = Awaited<ReturnType<typeof openReproduction>>;

/**
 * Opens a run to compute it again.
 *
 * @param folder the run folder, or the path of its manifest
 * @param patterns globs that select some of its files, `!` excludes; all files where none names any
 * @throws UserError for a manifest that cannot be read, or patterns that select nothing
 */
export async function openReproduction(folder: string, patterns: readonly string[] = []) {
  const earlier = await readEarlierRun(folder);
  const families = new Map(earlier.manifest.files.map((file) => [file.path, file.family]));
  const { inclusions, exclusions } = partitionPatterns(patterns);
  const isOneOf = (file: string, globs: readonly string[]) => globs.some((glob) => pathMatcher(glob)(file));
  const paths = [...families.keys()].filter(
    (file) => (inclusions.length === 0 || isOneOf(file, inclusions)) && !isOneOf(file, exclusions),
  );
  if (paths.length === 0)
    throw new UserError(`No files of ${folder} match the input files: ${patterns.join(" ")}. Name files of that run.`);
  return {
    /** The files of the earlier run that are computed again, in its order. */
    paths,
    /** The family that each file of the earlier run was run as. */
    families,
    run: earlier.run,
    /**
     * The files as they were sent then.
     * @param service the origin of the service that computes them now
     * @throws UserError where they have changed, or a day is not known
     */
    pin: (files: readonly RunFile[], service: string) => ({
      ...pinFiles(files, earlier.manifest),
      /** What may make the results differ, a sentence each. */
      warnings:
        service === earlier.run.service
          ? []
          : [`The run was computed by ${earlier.run.service}, and is computed again by ${service}.`],
    }),
    /** Compares the results in the folder of the new run with the earlier ones, and writes the outcome to its manifest. */
    conclude: (newFolder: string) => concludeReproduction(earlier, newFolder),
  };
}
