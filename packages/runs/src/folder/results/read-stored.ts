import { ResultDecodeError, type Table, UnreadVersionError } from "@analytics-engines/core/results";
import { type NotInside, nodeHost } from "../../files/inside.ts";
import { systemReason } from "../../files/system-reason.ts";
import type { ManifestUnit } from "../manifest/manifest.ts";
import { decodeStored, MAX_HELD_BYTES } from "./decode-stored.ts";
import { type OpenStored, openChecked, type StoredEntry } from "./open-checked.ts";

/** The stored files of a unit: its result and its info document. */
export function storedEntries(unit: ManifestUnit): readonly (StoredEntry & { readonly file: string })[] {
  const { file, bytes, sha256, info, infoBytes, infoSha256 } = unit;
  return [
    ...(file === undefined ? [] : [{ file, bytes, sha256 }]),
    ...(info === undefined ? [] : [{ file: info, bytes: infoBytes, sha256: infoSha256 }]),
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

/** The result of a unit in a run folder. */
export type Stored =
  | { readonly kind: "tables"; readonly tables: readonly Table[] }
  /** The result is unchanged, and its tables are in a version or a form that is not read, as `reason` says. */
  | { readonly kind: "unread"; readonly reason: string }
  /** The result is unchanged and has no tables. */
  | { readonly kind: "no-tables"; readonly reason: string }
  /** The result is missing or was altered: it must not be used. */
  | { readonly kind: "altered"; readonly reason: string };

/**
 * Reads the tables of a unit with a result, if its bytes have the recorded digest. Never throws for what a file is or holds.
 *
 * @example
 * ```ts
 * import { readManifest } from "@analytics-engines/runs";
 * import { readStored } from "@analytics-engines/runs/review";
 *
 * for (const unit of (await readManifest("analytics-run")).files.flatMap(({ units }) => units)) {
 *   const stored = await readStored("analytics-run", unit);
 *   if (stored.kind === "tables") console.log(stored.tables.length);
 * }
 * ```
 */
export async function readStored(folder: string, unit: ManifestUnit): Promise<Stored> {
  const { contentType = "" } = unit;
  const stored = await openStored(folder, unit);
  if ("reason" in stored) return { kind: "altered", reason: stored.reason };
  try {
    if (!/[/+]json\b|arrow|feather/i.test(contentType)) return noTables(`its type is ${contentType}`);
    const tables = await decodeStored(stored, contentType);
    return tables.length === 0 ? noTables("it holds no tables") : { kind: "tables", tables };
  } catch (error) {
    if (error instanceof UnreadVersionError) return { kind: "unread", reason: error.message };
    if (error instanceof ResultDecodeError) return noTables(error.message);
    return { kind: "altered", reason: `it could not be read: ${systemReason(error)}` };
  } finally {
    await stored.close();
  }
}

function noTables(reason: string): Stored {
  return { kind: "no-tables", reason };
}
