// Reads commentaries of run folders, in any host. Imports nothing of Node.

import { type FolderHost, readAllInside } from "../../files/inside.ts";
import { systemReason } from "../../files/system-reason.ts";
import type { ManifestUnit } from "../manifest/manifest.ts";

/** The end of the name of a commentary. No result has such a name. */
export const COMMENTARY_ENDING = ".commentary.json";
/** The largest commentary that is shown, bytes. */
const MAX_BYTES = 4_000_000;

/** The file of a unit's commentary: beside the file of its result, with the same name. */
export function commentaryFileOf(resultFile: string): string {
  return resultFile.replace(/\.[^./]*$/, "") + COMMENTARY_ENDING;
}

/** The JSON text of a commentary, or why it is not shown. */
export type StoredCommentary = { readonly text: string } | { readonly reason: string };

/** Reads the commentary of a unit; `undefined` where the unit has none. No manifest has its digest: it was requested after the run. */
export async function readCommentaryToShow(
  folder: string,
  unit: ManifestUnit,
  host: FolderHost,
): Promise<StoredCommentary | undefined> {
  if (unit.file === undefined) return undefined;
  const file = commentaryFileOf(unit.file);
  const opened = await host.open(folder, file);
  if ("reason" in opened)
    return opened.kind === "missing" ? undefined : { reason: `The commentary ${file} is not shown: ${opened.reason}.` };
  try {
    if (opened.bytes > MAX_BYTES) return { reason: `The commentary is too long to be shown here. It is in ${file}.` };
    return { text: new TextDecoder().decode(await readAllInside(opened)) };
  } catch (error) {
    return { reason: `The commentary ${file} is not shown: it could not be read: ${systemReason(error)}.` };
  } finally {
    await opened.close();
  }
}
