import { readdirSync } from "node:fs";
import { UserError } from "../user-error.ts";
import { checkJournal } from "./journal/check-journal.ts";
import { readState, remedy } from "./journal/journal-state.ts";
import type { Manifest } from "./manifest/manifest.ts";
import { findManifest } from "./manifest/manifest-file.ts";

/** The manifest of the run in a folder, checked with its journal; `undefined` where the run has sent no request yet. */
export async function findEarlier(folder: string): Promise<Manifest | undefined> {
  const { entries, isBeginning } = await readState(folder);
  if (isBeginning && readdirSync(folder, { withFileTypes: true }).some((entry) => entry.isDirectory())) {
    throw new UserError(`${folder} has results without a journal. ${await remedy(folder)}`);
  }
  let manifest: Manifest | undefined;
  try {
    manifest = await findManifest(folder);
  } catch (error) {
    // A power cut before the first request can leave half a manifest.
    if (isBeginning && error instanceof UserError) return undefined;
    throw error;
  }
  if (manifest !== undefined) await checkJournal(folder, manifest, entries);
  else if (!isBeginning) {
    throw new UserError(`${folder} has a journal without a manifest.json. ${await remedy(folder)}`);
  }
  return manifest;
}
