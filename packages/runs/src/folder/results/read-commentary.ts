// Reads commentaries of run folders, in any host. Imports nothing of Node.

import type { FolderHost } from "../../files/inside.ts";
import type { ManifestUnit } from "../manifest/manifest.ts";
import { openChecked } from "./open-checked.ts";

/** The largest commentary that is shown, bytes. */
const MAX_BYTES = 4_000_000;

/** The JSON text of a commentary, or why it is not shown. */
export type StoredCommentary = { readonly text: string } | { readonly reason: string };

/** Reads the commentary of a unit; `undefined` where the unit has none. */
export async function readCommentaryToShow(
  folder: string,
  { commentary: file, commentaryBytes: bytes, commentarySha256: sha256 }: ManifestUnit,
  host: FolderHost,
): Promise<StoredCommentary | undefined> {
  if (file === undefined) return undefined;
  if ((bytes ?? 0) > MAX_BYTES) return { reason: `The commentary is too long to be shown here. It is in ${file}.` };
  const stored = await openChecked(folder, { file, bytes, sha256 }, host, MAX_BYTES);
  if ("reason" in stored) return { reason: `The commentary ${file} is not shown: ${stored.reason}.` };
  try {
    return { text: new TextDecoder().decode(await stored.read()) };
  } finally {
    await stored.close();
  }
}
