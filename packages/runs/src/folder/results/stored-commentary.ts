import { type InsideOpener, nodeHost } from "../../files/inside.ts";
import type { ManifestUnit } from "../manifest/manifest.ts";
import { readCommentaryToShow, type StoredCommentary } from "./read-commentary.ts";

/** Reads the commentary of a unit. @param open opens a file of the folder; by default as it is on disk */
export function readStoredCommentary(
  folder: string,
  unit: ManifestUnit,
  open?: InsideOpener,
): Promise<StoredCommentary | undefined> {
  return readCommentaryToShow(folder, unit, nodeHost(open));
}
