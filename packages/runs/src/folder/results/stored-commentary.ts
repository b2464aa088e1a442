import type { InsideOpener } from "../../files/find-inside.ts";
import type { ManifestUnit } from "../manifest/manifest.ts";
import { openStored } from "./open-stored.ts";

/** The largest commentary that is shown, bytes. */
const MAX_BYTES = 4_000_000;

/** The JSON text of a unit's commentary, or why it is not shown; `undefined` where the unit has none. */
export async function readStoredCommentary(
  folder: string,
  { commentary: file, commentaryBytes: bytes, commentarySha256: sha256 }: ManifestUnit,
  open?: InsideOpener,
): Promise<{ readonly text: string } | { readonly reason: string } | undefined> {
  if (file === undefined) return undefined;
  if ((bytes ?? 0) > MAX_BYTES) return { reason: `The commentary is too long to be shown here. It is in ${file}.` };
  const stored = await openStored(folder, { file, bytes, sha256 }, open);
  if ("reason" in stored) return { reason: `The commentary ${file} is not shown: ${stored.reason}.` };
  try {
    return { text: new TextDecoder().decode(await stored.read()) };
  } finally {
    await stored.close();
  }
}
