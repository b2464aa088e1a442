import { readdirSync } from "node:fs";
import { checkJournal } from "./check-journal.ts";
import { readState, remedy } from "./journal-state.ts";
import type { Manifest } from "./manifest.ts";
import { findManifest } from "./manifest-file.ts";
import { RunFolderError } from "./run-folder-error.ts";

/** The manifest of the run in a folder, whose journal is checked; `undefined` where no request of a run has left. */
export async function findEarlier(folder: string): Promise<Manifest | undefined> {
  const { entries, isBeginning } = await readState(folder);
  if (isBeginning && readdirSync(folder, { withFileTypes: true }).some((entry) => entry.isDirectory())) {
    throw new RunFolderError(`${folder} has results and no journal of them. ${await remedy(folder)}`);
  }
  let manifest: Manifest | undefined;
  try {
    manifest = await findManifest(folder);
  } catch (error) {
    // A power cut before the first request may leave half a manifest.
    if (isBeginning && error instanceof RunFolderError) return undefined;
    throw error;
  }
  if (manifest !== undefined) await checkJournal(folder, manifest, entries);
  else if (!isBeginning) {
    throw new RunFolderError(`${folder} has a journal and no manifest.json. ${await remedy(folder)}`);
  }
  return manifest;
}
