import path from "node:path";
import type { InsideOpener } from "../files/inside.ts";
import type { Manifest } from "../folder/manifest/manifest.ts";
import { readManifest, readReadableManifest } from "../folder/manifest/manifest-file.ts";
import type { ReadableManifest } from "../folder/manifest/read-manifest.ts";
import { UserError } from "../user-error.ts";
import { quotedInput, ToolInputError } from "./tool.ts";
import { openPlace } from "./workspace-file.ts";
import type { KnownRun, ToolWorld } from "./world.ts";

/** A run folder that a tool reads. */
export interface OpenRun {
  /** The id of a known run, the path of a run folder in an open folder. */
  readonly name: string;
  readonly folder: string;
  /** Without the entries that cannot be read. */
  readonly manifest: Manifest;
  /** What is wrong with the manifest, in lines. */
  readonly problems: readonly string[];
  readonly open?: InsideOpener | undefined;
}

const listed = 10;

/**
 * Opens the run that an input names: by the id or the title of a known run, by `latest`, or by the path of a run folder in an open folder.
 * @throws ToolInputError if there is none
 * @throws UserError if its manifest is missing or damaged
 */
export async function openRun(world: ToolWorld, given: string): Promise<OpenRun> {
  const known = await world.runs();
  const found = given === "latest" ? known.slice(0, 1) : matching(known, given);
  const [only, other] = found;
  if (only !== undefined && other === undefined) {
    const { id, folder, open } = only;
    return { name: id, folder, open, ...(await manifestOf(folder, open)) };
  }
  if (other !== undefined) throw new ToolInputError(`Several runs are called ${quotedInput(given)}. ${choices(found)}`);
  const { file } = openPlace(world, path.basename(given) === "manifest.json" ? path.dirname(given) : given);
  try {
    return { name: given, folder: file, ...(await manifestOf(file)) };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    throw new ToolInputError(`There is no run ${quotedInput(given)}: ${error.message} ${choices(known)}`);
  }
}

/** Reads a manifest, and refuses a damaged one. If the host decrypts it, nobody can have altered it, so its readable part is enough. */
async function manifestOf(folder: string, open?: InsideOpener): Promise<ReadableManifest> {
  return open === undefined
    ? { manifest: await readManifest(folder), problems: [] }
    : readReadableManifest(folder, open);
}

function matching(known: readonly KnownRun[], given: string): readonly KnownRun[] {
  const byId = known.filter(({ id }) => id === given);
  return byId.length > 0 ? byId : known.filter(({ title }) => title.toLowerCase() === given.toLowerCase());
}

function choices(known: readonly KnownRun[]): string {
  if (known.length === 0) return "No run is known yet: run a parameter file first, or name a run folder.";
  const some = known.slice(0, listed).map(({ id, title, startedAt }) => `${id} (${quotedInput(title)}, ${startedAt})`);
  return `Name one of the ${known.length} known runs by its id; the newest are ${some.join(", ")}.`;
}
