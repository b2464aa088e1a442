import path from "node:path";
import * as z from "zod";
import type { Manifest } from "../folder/manifest/manifest.ts";
import { readManifest } from "../folder/manifest/manifest-file.ts";
import { UserError } from "../user-error.ts";
import { quotedInput, ToolInputError } from "./tool.ts";
import { openPlace } from "./workspace-file.ts";
import type { KnownRun, ToolWorld } from "./world.ts";

/** The input that names a run, for `openRun`. */
export const runInput = z
  .string()
  .min(1)
  .max(1000)
  .default("latest")
  .describe("The id or the title of a run, latest, or the path of a run folder in an open folder.");

/** A run folder that a tool reads. */
export interface OpenRun {
  /** The id of a known run, the path of a run folder in an open folder. */
  readonly name: string;
  readonly folder: string;
  readonly manifest: Manifest;
}

const MAX_CHOICES = 10;

/**
 * Opens the run that an input names: by the id or the title of a known run, by `latest`, or by the path of a run folder in an open folder.
 * @throws ToolInputError if there is none
 * @throws UserError if its manifest is missing or damaged
 */
export async function openRun(world: ToolWorld, input: string): Promise<OpenRun> {
  const runs = await world.runs();
  const matches = input === "latest" ? runs.slice(0, 1) : matchingRuns(runs, input);
  const [only, other] = matches;
  if (only !== undefined && other === undefined) {
    const { id, folder } = only;
    return { name: id, folder, manifest: await readManifest(folder) };
  }
  if (other !== undefined)
    throw new ToolInputError(`Several runs are called ${quotedInput(input)}. ${describeChoices(matches)}`);
  const { file } = openPlace(world, path.basename(input) === "manifest.json" ? path.dirname(input) : input);
  try {
    return { name: input, folder: file, manifest: await readManifest(file) };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    throw new ToolInputError(`There is no run ${quotedInput(input)}: ${error.message} ${describeChoices(runs)}`);
  }
}

function matchingRuns(runs: readonly KnownRun[], input: string): readonly KnownRun[] {
  const byId = runs.filter(({ id }) => id === input);
  return byId.length > 0 ? byId : runs.filter(({ title }) => title.toLowerCase() === input.toLowerCase());
}

function describeChoices(runs: readonly KnownRun[]): string {
  if (runs.length === 0) return "No run is known yet: run a parameter file first, or name a run folder.";
  const some = runs
    .slice(0, MAX_CHOICES)
    .map(({ id, title, startedAt }) => `${id} (${quotedInput(title)}, ${startedAt})`);
  return `Name one of the ${runs.length} known runs by its id; the newest are ${some.join(", ")}.`;
}
