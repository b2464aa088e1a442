import path from "node:path";
import type { FamilyId } from "@analytics-engines/core";
import {
  type ManifestReproduction,
  type ReproducedRun,
  type RunFile,
  reproductionHeadline,
  reproductionLine,
} from "@analytics-engines/runs";
import { concludeReproduction, pinFiles, readEarlierRun } from "@analytics-engines/runs/reproduce";
import { CommandError } from "../exit-code.ts";
import type { Paint } from "../terminal/paint.ts";
import { visible } from "../terminal/visible.ts";

/** A run that computes an earlier one again. */
export interface Reproduction {
  readonly run: ReproducedRun;
  /** The files of the earlier run, in its order. */
  readonly paths: readonly string[];
  /** The family that a file was run as; undefined of one that is not in the manifest. */
  familyOf(path: string): FamilyId | undefined;
  /** The files as they were sent then. @throws CommandError where they are others, or a day is not known */
  pin(files: readonly RunFile[]): readonly RunFile[];
  /** Holds the results in a run folder against the earlier ones, and notes the outcome in its manifest. */
  conclude(runFolder: string): Promise<ManifestReproduction>;
}

/** Reads the manifest of a run that is to be computed again. What a user should know of it goes to standard error. */
export async function readReproduction(manifestFile: string): Promise<Reproduction> {
  const earlier = await readEarlierRun(path.resolve(manifestFile));
  const families = new Map(earlier.manifest.files.map((file) => [file.path, file.family]));
  return {
    run: earlier.run,
    paths: [...families.keys()],
    familyOf: (file) => families.get(file),
    pin(files) {
      const pinning = pinFiles(files, earlier.manifest);
      if (pinning.kind === "refused") throw new CommandError(...pinning.problems);
      const { startedAt, service } = earlier.run;
      const dates = pinning.pinned.length;
      const facts = [
        `The run of ${startedAt}, computed by ${service}, is computed again; ${dates} date${dates === 1 ? "" : "s"} became the day${dates === 1 ? "" : "s"} of then.`,
        ...pinning.notes,
      ];
      for (const fact of facts) process.stderr.write(`${visible(fact)}\n`);
      return pinning.files;
    },
    conclude: (runFolder) => concludeReproduction(earlier, runFolder),
  };
}

/** What became of it: a line, and one for each unit that is not the same. */
export function reproductionReport({ compared, startedAt }: ManifestReproduction, paint: Paint): string {
  if (compared === undefined) return "";
  const [word = "", ...rest] = reproductionHeadline(compared).split(":");
  const others = compared.units.filter(({ outcome }) => outcome === "differs" || outcome === "not-comparable");
  return [
    `${paint(compared.reproduced ? "green" : "red", word)}:${rest.join(":")}, against the run of ${visible(startedAt)}\n`,
    ...others.map((unit) => `  ${visible(reproductionLine(unit))}\n`),
  ].join("");
}
