import { nodeHost } from "../../files/find-inside.ts";
import type { NotInside } from "../../files/inside.ts";
import type { ManifestUnit } from "../manifest/manifest.ts";
import { MAX_HELD_BYTES } from "./max-held-bytes.ts";
import { type OpenStored, openChecked, type StoredEntry } from "./open-checked.ts";

/** The stored files of a unit: its result, its info document and its commentary. */
export function storedEntries(unit: ManifestUnit): readonly (StoredEntry & { readonly file: string })[] {
  const { file, bytes, sha256, info, infoBytes, infoSha256, commentary, commentaryBytes, commentarySha256 } = unit;
  return [
    ...(file === undefined ? [] : [{ file, bytes, sha256 }]),
    ...(info === undefined ? [] : [{ file: info, bytes: infoBytes, sha256: infoSha256 }]),
    ...(commentary === undefined ? [] : [{ file: commentary, bytes: commentaryBytes, sha256: commentarySha256 }]),
  ];
}

/** The files of a unit's tables, which are made from its result. */
export function tableFilesOf({ tables = [] }: ManifestUnit): readonly string[] {
  return tables.flatMap(({ csv, parquet }) => [csv, parquet].filter((file) => file !== undefined));
}

/**
 * Opens a result of a run folder and compares it with its recorded size and digest, before it is shown or converted. Never throws for what a
 * file is or holds.
 */
export function openStored(folder: string, entry: StoredEntry): Promise<OpenStored | NotInside> {
  return openChecked(folder, entry, nodeHost(), MAX_HELD_BYTES);
}

/** Compares a result with its recorded size and digest, without holding it. Returns why it was altered; `undefined` where it was not. */
export async function whyAltered(folder: string, entry: StoredEntry): Promise<string | undefined> {
  const stored = await openChecked(folder, entry, nodeHost(), 0);
  if ("reason" in stored) return stored.reason;
  await stored.close();
  return undefined;
}
