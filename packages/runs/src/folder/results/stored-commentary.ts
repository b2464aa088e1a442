import { nodeHost } from "../../files/find-inside.ts";
import type { ManifestUnit } from "../manifest/manifest.ts";
import { readCommentaryToShow, type StoredCommentary } from "./read-commentary.ts";

/** Reads the commentary of a unit. */
export function readStoredCommentary(folder: string, unit: ManifestUnit): Promise<StoredCommentary | undefined> {
  return readCommentaryToShow(folder, unit, nodeHost());
}
