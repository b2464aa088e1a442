import {
  type InsideOpener,
  type NotInside,
  type OpenInside,
  openAsStored,
  readAllInside,
} from "../../files/find-inside.ts";
import { digestPieces } from "../../files/sha256.ts";
import { systemReason } from "../../files/system-reason.ts";
import type { ManifestUnit } from "../manifest/manifest.ts";
import { MAX_HELD_BYTES } from "./max-held-bytes.ts";

/** A stored file as a manifest or a journal records it. */
export interface StoredEntry {
  readonly file?: string | undefined;
  readonly bytes?: number | undefined;
  readonly sha256?: string | undefined;
}

/** The stored files of a unit: its result, its info document and its commentary. */
export function storedEntries(unit: ManifestUnit): readonly (StoredEntry & { readonly file: string })[] {
  const { file, bytes, sha256, info, infoBytes, infoSha256, commentary, commentaryBytes, commentarySha256 } = unit;
  return [
    ...(file === undefined ? [] : [{ file, bytes, sha256 }]),
    ...(info === undefined ? [] : [{ file: info, bytes: infoBytes, sha256: infoSha256 }]),
    ...(commentary === undefined ? [] : [{ file: commentary, bytes: commentaryBytes, sha256: commentarySha256 }]),
  ];
}

/** A result with the recorded size and digest. It stays open, so that the checked bytes are the ones that are read. Close it. */
export interface OpenStored {
  readonly bytes: number;
  /** Reads all bytes. */
  read(): Promise<Uint8Array>;
  /** Reads the bytes from an offset on, in pieces that are not reused. */
  stream(from?: number): AsyncGenerator<Uint8Array>;
  close(): Promise<void>;
}

/**
 * Opens a result of a run folder and compares it with its recorded size and digest, before it is shown or converted. Never throws for what a
 * file is or holds.
 * @param open opens a file of the folder; by default as it is on disk
 *
 * @example
 * ```ts
 * import { openStored, readManifest } from "@analytics-engines/runs";
 *
 * for (const unit of (await readManifest("analytics-run")).files.flatMap(({ units }) => units)) {
 *   const stored = await openStored("analytics-run", unit);
 *   if (!("reason" in stored)) await stored.close();
 * }
 * ```
 */
export function openStored(
  folder: string,
  entry: StoredEntry,
  open: InsideOpener = openAsStored,
): Promise<OpenStored | NotInside> {
  return openChecked(folder, entry, MAX_HELD_BYTES, open);
}

async function openChecked(
  folder: string,
  { file, bytes, sha256 }: StoredEntry,
  largestHeld: number,
  open: InsideOpener,
): Promise<OpenStored | NotInside> {
  if (file === undefined || bytes === undefined || sha256 === undefined)
    return altered("the manifest has no file, size or digest for it");
  const opened = await open(folder, file);
  if ("reason" in opened) return opened;
  try {
    const why = opened.bytes === bytes ? undefined : altered(otherSize(opened.bytes, bytes));
    const checked = why ?? (await check(opened, sha256.toLowerCase(), largestHeld));
    if (!("reason" in checked)) return checked;
    await opened.close();
    return checked;
  } catch (error) {
    await opened.close();
    return { reason: `it could not be read: ${systemReason(error)}`, kind: "unreadable" };
  }
}

/** Compares a result with its recorded size and digest, without holding it. Returns why it was altered; `undefined` where it was not. */
export async function whyAltered(
  folder: string,
  entry: StoredEntry,
  open: InsideOpener = openAsStored,
): Promise<string | undefined> {
  const stored = await openChecked(folder, entry, 0, open);
  if ("reason" in stored) return stored.reason;
  await stored.close();
  return undefined;
}

/** Why a file of another size was altered. */
export function otherSize(bytes: number, stored: number): string {
  return `it has ${bytes} bytes, and ${stored} were stored`;
}

async function check(opened: OpenInside, sha256: string, largestHeld: number): Promise<OpenStored | NotInside> {
  const { bytes } = opened;
  const held = bytes <= largestHeld ? await readAllInside(opened) : undefined;
  const found = await digestPieces(held === undefined ? opened.stream() : heldFrom(held, 0));
  if (found.sha256 !== sha256) return altered("its SHA-256 is not that of the bytes that were stored");
  return {
    bytes,
    read: async () => held ?? (await readAllInside(opened)),
    stream: (from = 0) => (held === undefined ? opened.stream(from) : heldFrom(held, from)),
    close: () => opened.close(),
  };
}

async function* heldFrom(held: Uint8Array, from: number): AsyncGenerator<Uint8Array> {
  if (from < held.length) yield held.subarray(from);
}

function altered(reason: string): NotInside {
  return { reason, kind: "altered" };
}
