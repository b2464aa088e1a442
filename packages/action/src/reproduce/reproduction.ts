import path from "node:path";
import type { FamilyId } from "@analytics-engines/core/families/facts";
import { type ManifestReproduction, type ReproducedRun, type RunFile, reproductionLine } from "@analytics-engines/runs";
import { concludeReproduction, pinFiles, readEarlierRun } from "@analytics-engines/runs/reproduce";
import { count } from "../github/format.ts";
import type { Log } from "../github/log.ts";
import { Problem, Problems } from "../github/problem.ts";

/** So many lines of one kind are logged; the rest is counted. */
const mostLines = 100;

/** A run that computes an earlier one again. */
export interface Reproduction {
  /** The files of the earlier run that are asked for. */
  readonly paths: readonly string[];
  /** The family of each, as it was run. */
  readonly families: ReadonlyMap<string, FamilyId>;
  readonly run: ReproducedRun;
  /** The files as they were sent then. @throws Problems where they are others, or a day is not known */
  pin(files: readonly RunFile[]): readonly RunFile[];
  /** Holds the results in a run folder against the earlier ones, and notes the outcome in its manifest. */
  conclude(folder: string): Promise<ManifestReproduction>;
}

/**
 * Reads the manifest of the run that is to be computed again.
 *
 * @param patterns Globs that name some of its files, `!` excludes; all where they name none.
 * @param service Origin of the service that computes it now.
 */
export async function readReproduction(
  manifestFile: string,
  patterns: readonly string[],
  service: string,
  log: Log,
): Promise<Reproduction> {
  const earlier = await readEarlierRun(manifestFile);
  const { files } = earlier.manifest;
  const paths = files.map((file) => file.path).filter(selector(patterns));
  if (paths.length === 0) throw new Problem(`No files of ${manifestFile} match the input files: ${patterns.join(" ")}`);
  return {
    paths,
    families: new Map(files.map((file) => [file.path, file.family])),
    run: earlier.run,
    pin(found) {
      const pinning = pinFiles(found, earlier.manifest);
      if (pinning.kind === "refused") throw new Problems([...pinning.problems, "Nothing was sent to the service."]);
      const { startedAt, service: origin } = earlier.run;
      log.line(`The run of ${startedAt}, computed by ${origin}, is computed again.`);
      if (origin !== service)
        log.annotate("warning", `The run was computed by ${origin}, and is computed again by ${service}.`);
      for (const note of pinning.notes) log.line(note);
      const dates = pinning.pinned.map(
        ({ path: file, pointer, text, day }) => `${file}: ${pointer}: ${text === "" ? "no date" : text} is ${day}`,
      );
      logLines(log, dates, "dates");
      return pinning.files;
    },
    async conclude(folder) {
      log.group(`Holding the results against the run of ${earlier.run.startedAt}`);
      const reproduces = await concludeReproduction(earlier, folder);
      const units = reproduces.compared?.units ?? [];
      const others = units.filter(({ outcome }) => outcome === "differs" || outcome === "not-comparable");
      logLines(log, others.map(reproductionLine), "units");
      log.line(`${count(units.length - others.length, "result")} the same`);
      log.endGroup();
      return reproduces;
    },
  };
}

function selector(patterns: readonly string[]): (file: string) => boolean {
  const named = patterns.filter((pattern) => !pattern.startsWith("!"));
  const excluded = patterns.filter((pattern) => pattern.startsWith("!")).map((pattern) => pattern.slice(1));
  const matches = (file: string, globs: readonly string[]) =>
    globs.some((glob) => path.posix.matchesGlob(file, path.posix.normalize(glob)));
  return (file) => (named.length === 0 || matches(file, named)) && !matches(file, excluded);
}

function logLines(log: Log, lines: readonly string[], what: string): void {
  for (const line of lines.slice(0, mostLines)) log.line(line);
  if (lines.length > mostLines) log.line(`And ${lines.length - mostLines} more ${what}.`);
}
