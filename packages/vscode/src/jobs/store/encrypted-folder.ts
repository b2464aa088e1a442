import type { FileHandle } from "node:fs/promises";
import path from "node:path";
import { folderInside, type InsideOpener, listInside, type OpenInside, openAsStored } from "@analytics-engines/runs";
import { replaceWith, writeBatches } from "@analytics-engines/runs/files";
import { hasCode, UserError } from "@analytics-engines/runs/host";
import * as l10n from "@vscode/l10n";
import { ADDED_BYTES, decrypt, encrypt } from "./encrypt.ts";

// The run folders of ended runs. Each file is encrypted in chunks, so that a large result needs little memory. The place of a chunk has the run,
// the file, its number, and whether it is the last, so that none can be moved, exchanged or left out.

/** The beginning of an encrypted file. No result, manifest or journal begins like this. */
const mark = Buffer.from("analytics-engines: encrypted, 1\n");
const CHUNK_BYTES = 1 << 20;
/** The ending of a file that is not whole yet. */
const TEMPORARY_ENDING = ".encrypting";

/** What encrypts a run folder. */
export interface FolderKey {
  readonly key: Uint8Array;
  /** The id of the run, which the content of the folder is bound to. */
  readonly run: string;
}

/** Encrypts the files of a run folder that are not encrypted. A kill leaves each file either plain or encrypted. */
export function encryptFolder(folder: string, by: FolderKey): Promise<void> {
  return replaceAll(folder, async (file, opened) =>
    (await isEncrypted(opened)) ? undefined : encryptedPieces(opened, file, by),
  );
}

/** Decrypts the encrypted files of a run folder, so that the run can continue. */
export function decryptFolder(folder: string, keyOf: () => Promise<FolderKey>): Promise<void> {
  return replaceAll(folder, async (file, opened) =>
    (await isEncrypted(opened)) ? decrypting(opened, file, await keyOf()).stream() : undefined,
  );
}

/**
 * Opens the files of a run folder, encrypted or not.
 * @param keyOf is called for encrypted files only
 */
export function decryptingOpener(keyOf: () => Promise<FolderKey>): InsideOpener {
  return async (folder, file) => {
    const opened = await openAsStored(folder, file);
    if ("reason" in opened) return opened;
    try {
      if (!(await isEncrypted(opened))) return opened;
      return decrypting(opened, file, await keyOf());
    } catch (error) {
      await opened.close();
      throw error;
    }
  };
}

async function isEncrypted({ bytes, stream }: OpenInside): Promise<boolean> {
  if (bytes < mark.length) return false;
  for await (const head of chunksOf(stream(), mark.length)) return head.equals(mark);
  return false;
}

/** Replaces each file that `piecesOf` returns new content for. */
async function replaceAll(
  folder: string,
  piecesOf: (file: string, opened: OpenInside) => Promise<AsyncIterable<Uint8Array> | undefined>,
): Promise<void> {
  // A run that has not begun has no folder.
  const files = await listInside(folder).catch((error: unknown) => {
    if (hasCode(error, "ENOENT")) return [];
    throw error;
  });
  for (const { file, isFile } of files) {
    // What a killed process left is written again.
    if (!isFile || file.endsWith(TEMPORARY_ENDING)) continue;
    const opened = await openAsStored(folder, file);
    if ("reason" in opened) throw new Error(`${file} in ${folder} cannot be read: ${opened.reason}`);
    try {
      const pieces = await piecesOf(file, opened);
      const name = path.basename(file);
      const temporary = `${name}${TEMPORARY_ENDING}`;
      const write = async (to: FileHandle) => {
        await writeBatches(to, pieces ?? []);
        // Windows replaces no open file.
        await opened.close();
      };
      if (pieces !== undefined) await replaceWith(await folderInside(folder, file), name, write, { temporary });
    } finally {
      await opened.close();
    }
  }
}

/** The place of a chunk of a file. */
function placeOf(file: string, { run }: FolderKey, index: number, count: number): string {
  return `${run}/${file}#${index}${index === count - 1 ? " last" : ""}`;
}

async function* encryptedPieces({ bytes, stream }: OpenInside, file: string, by: FolderKey) {
  yield mark;
  const count = Math.max(1, Math.ceil(bytes / CHUNK_BYTES));
  let index = 0;
  let encryptedBytes = 0;
  for await (const chunk of bytes === 0 ? [Buffer.alloc(0)] : chunksOf(stream(), CHUNK_BYTES)) {
    yield encrypt(chunk, by.key, placeOf(file, by, index, count));
    index++;
    encryptedBytes += chunk.length;
  }
  if (encryptedBytes !== bytes) throw new Error(`it has ${encryptedBytes} bytes, and had ${bytes} before`);
}

function decrypting({ bytes, stream, close }: OpenInside, file: string, by: FolderKey): OpenInside {
  const encryptedBytes = CHUNK_BYTES + ADDED_BYTES;
  const count = Math.ceil((bytes - mark.length) / encryptedBytes);
  return {
    bytes: Math.max(0, bytes - mark.length - count * ADDED_BYTES),
    async *stream(from = 0) {
      const first = Math.min(Math.floor(from / CHUNK_BYTES), count - 1);
      let index = first;
      for await (const chunk of chunksOf(stream(mark.length + first * encryptedBytes), encryptedBytes)) {
        const content = decrypt(chunk, by.key, placeOf(file, by, index, count));
        if (content === undefined) throw cannotDecrypt();
        yield index === first ? content.subarray(from - first * CHUNK_BYTES) : content;
        index++;
      }
      if (index !== count || count === 0) throw cannotDecrypt();
    },
    close,
  };
}

function cannotDecrypt(): UserError {
  return new UserError(
    l10n.t(
      "The results of this run cannot be decrypted: its key is no longer in the system's keyring, or a file is damaged. Run the parameter file again.",
    ),
  );
}

/** The bytes in chunks of one size; the last can be smaller. */
async function* chunksOf(pieces: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Buffer> {
  let chunks: Uint8Array[] = [];
  let length = 0;
  for await (const piece of pieces) {
    chunks.push(piece);
    length += piece.length;
    if (length < size) continue;
    const all = Buffer.concat(chunks);
    let at = 0;
    for (; length - at >= size; at += size) yield all.subarray(at, at + size);
    chunks = [all.subarray(at)];
    length -= at;
  }
  if (length > 0) yield Buffer.concat(chunks);
}
