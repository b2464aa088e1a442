import type { Table } from "@analytics-engines/core/results";
import { type NotInside, type OpenInside, openInside } from "../../files/inside.ts";
import { digestPieces } from "../../files/open-file.ts";
import { systemReason } from "../../user-error.ts";
import type { ManifestUnit } from "../manifest/manifest.ts";

// Reads what a run has stored, after its bytes have proved to be those that were recorded.

/** Larger results are not held in memory, but read as streams; bytes. */
export const MAX_HELD_BYTES: number = 32 * 1024 * 1024;

/** A stored file as a manifest or a journal records it. */
export interface StoredEntry {
  readonly file?: string | undefined;
  readonly bytes?: number | undefined;
  readonly sha256?: string | undefined;
}

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
 * Opens a result of a run folder and compares it with its recorded size and digest, before it is shown or converted. It stays open, so that
 * the checked bytes are the ones that are read. Never throws for what a file is or holds.
 * @param largestHeld larger results are not held in memory, bytes
 */
export async function openStored(
  folder: string,
  { file, bytes, sha256 }: StoredEntry,
  largestHeld = MAX_HELD_BYTES,
): Promise<OpenInside | NotInside> {
  if (file === undefined || bytes === undefined || sha256 === undefined)
    return altered("the manifest has no file, size or digest for it");
  const opened = await openInside(folder, file);
  if ("reason" in opened) return opened;
  try {
    if (opened.bytes !== bytes) return await closed(opened, altered(otherSize(opened.bytes, bytes)));
    const heldBytes = bytes <= largestHeld ? await opened.read() : undefined;
    const digest = await digestPieces(heldBytes === undefined ? opened.stream() : [heldBytes]);
    if (digest.sha256 !== sha256.toLowerCase())
      return await closed(opened, altered("its SHA-256 is not that of the bytes that were stored"));
    if (heldBytes === undefined) return opened;
    return { ...opened, read: async () => heldBytes, stream: (from = 0) => piecesFrom(heldBytes, from) };
  } catch (error) {
    return closed(opened, { reason: `it could not be read: ${systemReason(error)}`, kind: "unreadable" });
  }
}

/** Why a file of another size was altered. */
export function otherSize(bytes: number, stored: number): string {
  return `it has ${bytes} bytes, and ${stored} were stored`;
}

function altered(reason: string): NotInside {
  return { reason, kind: "altered" };
}

async function closed(opened: OpenInside, why: NotInside): Promise<NotInside> {
  await opened.close();
  return why;
}

async function* piecesFrom(content: Uint8Array, from: number): AsyncGenerator<Uint8Array> {
  if (from < content.length) yield content.subarray(from);
}

/** Compares a result with its recorded size and digest, without holding it. Returns why it was altered; `undefined` where it was not. */
export async function whyAltered(folder: string, entry: StoredEntry): Promise<string | undefined> {
  const stored = await openStored(folder, entry, 0);
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
    const { ResultDecodeError, UnreadVersionError } = await loadResults();
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

/** Loaded when there is a table to read: a run starts without the modules that decode results. */
const loadResults = () => import("@analytics-engines/core/results");

/**
 * The tables of an open result.
 * @param largest results of more bytes are refused; by default those that `refuseTooLarge` refuses
 * @throws ResultDecodeError for a result that is not STACH or Arrow, or is too large; UnreadVersionError for a version that is not read
 */
export async function decodeStored(
  stored: OpenInside,
  contentType: string,
  largest?: number,
): Promise<readonly Table[]> {
  const { decodeResultBytes, decodeResultStream, refuseTooLarge } = await loadResults();
  refuseTooLarge(stored.bytes, largest);
  if (stored.bytes > MAX_HELD_BYTES && /json/i.test(contentType)) return decodeResultStream(stored.stream());
  return decodeResultBytes(await stored.read(), contentType);
}

/** The end of the name of a commentary. No result has such a name. */
export const COMMENTARY_ENDING = ".commentary.json";
/** The largest commentary that is shown, bytes. */
const MAX_COMMENTARY_BYTES = 4_000_000;

/** The file of a unit's commentary: beside the file of its result, with the same name. */
export function commentaryFileOf(resultFile: string): string {
  return resultFile.replace(/\.[^./]*$/, "") + COMMENTARY_ENDING;
}

/**
 * The JSON text of the commentary of a unit, or why it is not shown; `undefined` where the unit has none. No manifest has its digest: it was
 * requested after the run.
 */
export async function readStoredCommentary(
  folder: string,
  unit: ManifestUnit,
): Promise<{ readonly text: string } | { readonly reason: string } | undefined> {
  if (unit.file === undefined) return undefined;
  const file = commentaryFileOf(unit.file);
  const opened = await openInside(folder, file);
  if ("reason" in opened)
    return opened.kind === "missing" ? undefined : { reason: `The commentary ${file} is not shown: ${opened.reason}.` };
  try {
    if (opened.bytes > MAX_COMMENTARY_BYTES)
      return { reason: `The commentary is too long to be shown here. It is in ${file}.` };
    return { text: new TextDecoder().decode(await opened.read()) };
  } catch (error) {
    return { reason: `The commentary ${file} is not shown: it could not be read: ${systemReason(error)}.` };
  } finally {
    await opened.close();
  }
}
