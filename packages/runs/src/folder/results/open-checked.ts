// Opens results of run folders and checks them, in any host. Imports nothing of Node.

import { type FolderHost, type NotInside, type OpenInside, readAllInside } from "../../files/inside.ts";
import { systemReason } from "../../files/system-reason.ts";

/** A stored file as a manifest or a journal records it. */
export interface StoredEntry {
  readonly file?: string | undefined;
  readonly bytes?: number | undefined;
  readonly sha256?: string | undefined;
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
 * Opens a result of a run folder and compares it with its recorded size and digest. Never throws for what a file is or holds.
 * @param largestHeld larger results are not held in memory, bytes
 */
export async function openChecked(
  folder: string,
  { file, bytes, sha256 }: StoredEntry,
  host: FolderHost,
  largestHeld: number,
): Promise<OpenStored | NotInside> {
  if (file === undefined || bytes === undefined || sha256 === undefined)
    return altered("the manifest has no file, size or digest for it");
  const opened = await host.open(folder, file);
  if ("reason" in opened) return opened;
  try {
    const why = opened.bytes === bytes ? undefined : altered(otherSize(opened.bytes, bytes));
    const checked = why ?? (await check(opened, sha256.toLowerCase(), host, largestHeld));
    if (!("reason" in checked)) return checked;
    await opened.close();
    return checked;
  } catch (error) {
    await opened.close();
    return { reason: `it could not be read: ${systemReason(error)}`, kind: "unreadable" };
  }
}

/** Why a file of another size was altered. */
export function otherSize(bytes: number, stored: number): string {
  return `it has ${bytes} bytes, and ${stored} were stored`;
}

async function check(
  opened: OpenInside,
  sha256: string,
  host: FolderHost,
  largestHeld: number,
): Promise<OpenStored | NotInside> {
  const { bytes } = opened;
  const heldBytes = bytes <= largestHeld ? await readAllInside(opened) : undefined;
  const digest = await host.sha256(heldBytes === undefined ? opened.stream() : [heldBytes]);
  if (digest !== sha256) return altered("its SHA-256 is not that of the bytes that were stored");
  return {
    bytes,
    read: async () => heldBytes ?? (await readAllInside(opened)),
    stream: (from = 0) => (heldBytes === undefined ? opened.stream(from) : piecesFrom(heldBytes, from)),
    close: () => opened.close(),
  };
}

async function* piecesFrom(content: Uint8Array, from: number): AsyncGenerator<Uint8Array> {
  if (from < content.length) yield content.subarray(from);
}

function altered(reason: string): NotInside {
  return { reason, kind: "altered" };
}
