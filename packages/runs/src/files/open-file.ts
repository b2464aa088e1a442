import { isUtf8 } from "node:buffer";
import { createHash } from "node:crypto";
import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, type Stats } from "node:fs";
import { type FileHandle, lstat, open } from "node:fs/promises";
import { hasCode, systemReason, UserError } from "../user-error.ts";
import { retryBusy } from "./busy-files.ts";

// The only module that opens an existing file of a run folder. A run folder comes from other machines and programs: a name in it can be a
// link, a pipe or a device, and a file can have a second name outside of the folder.

/** How a file is opened. */
export interface OpenRules {
  /** Default: `read`. `make` and `append` make a file that does not exist; `append` writes at its end. */
  readonly access?: keyof typeof accessFlags;
  /** The largest file that is opened, bytes. Default: any. */
  readonly maxBytes?: number;
  /** Whether a user named this very file: then a link may lead to it, and it may have other names. */
  readonly isNamedByUser?: boolean;
}

/** A name that leads to no file that may be opened. */
export class UnusableFileError extends UserError {
  /** The rest of a sentence that begins with the name of the file, such as "is a folder". */
  readonly reason: string;
  constructor(path: string, reason: string, { isNamedByUser = false }: OpenRules = {}) {
    const remedy = isNamedByUser ? "Name another file" : "Remove it, or restore it from the run's artifact or a backup";
    super(`${path} ${reason}. ${remedy}.`);
    this.reason = reason;
  }
}

const accessFlags = {
  read: constants.O_RDONLY,
  change: constants.O_RDWR,
  make: constants.O_RDWR | constants.O_CREAT,
  append: constants.O_RDWR | constants.O_CREAT | constants.O_APPEND,
} as const;

const NO_FOLLOW = constants.O_NOFOLLOW ?? 0;
/** Without waiting: a pipe would never open. */
const NO_WAIT = constants.O_NONBLOCK ?? 0;
/** Of a file that is made. */
const MODE = 0o644;

/**
 * Opens a regular file that no link leads to and that has one name. Never waits. Close it.
 * @throws UnusableFileError where anything else has the name; the errors of the system, such as ENOENT
 */
export async function openFile(path: string, rules: OpenRules = {}): Promise<FileHandle> {
  let file: FileHandle;
  const openOnce = async () => {
    if (mustLookFirst(rules)) await lookFirst(path, rules);
    return open(path, flagsOf(rules), MODE);
  };
  try {
    file = await retryBusy(openOnce, { path });
  } catch (error) {
    throw explained(path, error, rules);
  }
  try {
    checkStats(path, await file.stat(), rules);
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** The bytes of a file that `openFile` would open, and when they last changed; `undefined` where there is no file. Throws as `openFile`. */
export function readFileNow(
  path: string,
  rules: OpenRules = {},
): { readonly content: Buffer; readonly stats: Stats } | undefined {
  let file: number;
  try {
    if (mustLookFirst(rules)) checkStats(path, lstatSync(path), rules);
    file = openSync(path, flagsOf(rules));
  } catch (error) {
    if (hasCode(error, "ENOENT")) return undefined;
    throw explained(path, error, rules);
  }
  try {
    const stats = fstatSync(file);
    checkStats(path, stats, rules);
    return { content: readFileSync(file), stats };
  } finally {
    closeSync(file);
  }
}

function flagsOf({ access = "read", isNamedByUser = false }: OpenRules): number {
  return accessFlags[access] | NO_WAIT | (isNamedByUser ? 0 : NO_FOLLOW);
}

/** Windows has no flag against links. */
function mustLookFirst({ isNamedByUser = false }: OpenRules): boolean {
  return NO_FOLLOW === 0 && !isNamedByUser;
}

async function lookFirst(path: string, rules: OpenRules): Promise<void> {
  const stats = await lstat(path).catch((error: unknown) => {
    if (hasCode(error, "ENOENT")) return undefined;
    throw error;
  });
  if (stats !== undefined) checkStats(path, stats, rules);
}

function checkStats(path: string, stats: Stats, rules: OpenRules): void {
  const { maxBytes = Infinity, isNamedByUser = false } = rules;
  const unusable = (reason: string) => new UnusableFileError(path, reason, rules);
  if (stats.isDirectory()) throw unusable(FOLDER);
  if (stats.isSymbolicLink()) throw unusable(LINK);
  if (!stats.isFile()) throw unusable(NO_FILE);
  if (!isNamedByUser && stats.nlink > 1)
    throw unusable(`has ${stats.nlink} names (hard links), and a file of a run has one`);
  if (stats.size > maxBytes) throw unusable(`has ${stats.size} bytes, and at most ${maxBytes} are read`);
}

const FOLDER = "is a folder and not a file";
const LINK = "is a link, and no link in a run folder is followed";
const NO_FILE = "is a pipe, a socket or a device and not a file";

/** The errors of the system for what is no file of a run, in words. */
function explained(path: string, error: unknown, rules: OpenRules): unknown {
  // Systems differ in what they call a link that may not be followed.
  if (hasCode(error, "ELOOP", "EMLINK", "EFTYPE")) return new UnusableFileError(path, LINK, rules);
  if (hasCode(error, "EISDIR")) return new UnusableFileError(path, FOLDER, rules);
  if (hasCode(error, "ENXIO", "ENODEV", "EOPNOTSUPP")) return new UnusableFileError(path, NO_FILE, rules);
  return error;
}

/** The size of an open file, at once: a check right before a write must not leave time for another process. */
export function sizeNow({ fd }: FileHandle): number {
  return fstatSync(fd).size;
}

/** Cuts a file to a length. Throws as `openFile`. */
export async function truncateFile(path: string, bytes: number): Promise<void> {
  // Windows cuts no file that is open to append to it.
  await using file = await openFile(path, { access: "change" });
  await file.truncate(bytes);
}

/** All bytes of a file. Throws as `openFile`. */
export async function readWhole(path: string, rules?: OpenRules): Promise<Buffer> {
  await using file = await openFile(path, rules);
  return await file.readFile();
}

const PIECE_BYTES = 1 << 18;

/** The bytes of an open file from an offset on, in pieces that are not reused. The file stays open. */
export async function* piecesOf(file: FileHandle, from = 0, pieceBytes = PIECE_BYTES): AsyncGenerator<Buffer> {
  for (let at = from; ; ) {
    // Most results are small, and a large buffer for each of thousands takes longer than the reading.
    const size = Math.min(pieceBytes, sizeNow(file) - at);
    if (size <= 0) return;
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafeSlow(size), 0, size, at);
    if (bytesRead === 0) return;
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

/** Opens a file and reads its bytes as `piecesOf` does. Throws as `openFile`. */
export async function* readPieces(
  path: string,
  { from, pieceBytes, ...rules }: OpenRules & { readonly from?: number; readonly pieceBytes?: number } = {},
): AsyncGenerator<Buffer> {
  await using file = await openFile(path, rules);
  yield* piecesOf(file, from, pieceBytes);
}

/**
 * The text of a file that a person wrote: UTF-8, or UTF-16 with its byte-order mark, as PowerShell's `>` and Excel's "Unicode Text" write it;
 * `undefined` for other bytes. The mark of UTF-8 stays in the text: in a parameter file it is an issue.
 */
export function decodeText(bytes: Buffer): string | undefined {
  const isLittleEndian = bytes[0] === 0xff && bytes[1] === 0xfe;
  const isBigEndian = bytes[0] === 0xfe && bytes[1] === 0xff;
  if (!isLittleEndian && !isBigEndian) return isUtf8(bytes) ? bytes.toString("utf8") : undefined;
  try {
    return new TextDecoder(isLittleEndian ? "utf-16le" : "utf-16be", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/**
 * The text of a file with a key or certificates, or of standard input. A byte-order mark, as Windows programs write it, is no part of it. Comments
 * of a certificate may be in any encoding.
 */
export function decodeKeyText(bytes: Buffer): string {
  return (decodeText(bytes) ?? bytes.toString("utf8")).replace(/^\uFEFF/, "");
}

/** The largest file with certificates, a key or a configuration, bytes: the authorities of a whole system have 300 kB. */
const MAX_NAMED_BYTES = 4 * 1024 * 1024;

/**
 * The text of a file that a user names in an option or a variable, such as a certificate. It never waits, and reads neither a pipe nor a device.
 * @returns the text, or why there is none: the end of a sentence, which repeats nothing of the path, because it may be a secret
 */
export function readNamedFile(file: string): { readonly text: string } | { readonly reason: string } {
  try {
    const read = readFileNow(file, { isNamedByUser: true, maxBytes: MAX_NAMED_BYTES });
    return read === undefined ? { reason: "no such file or directory" } : { text: decodeKeyText(read.content) };
  } catch (error) {
    if (error instanceof UnusableFileError) return { reason: `it ${error.reason}` };
    return { reason: error instanceof Error && "syscall" in error ? systemReason(error) : "it cannot be opened" };
  }
}

/** The size and digest of bytes. */
export interface Written {
  readonly bytes: number;
  /** Hex. */
  readonly sha256: string;
}

/** SHA-256 of bytes, or of text in UTF-8; hex. Of Node, not of the web: Web Crypto takes longer to load than all digests of a run. */
export function sha256(content: Uint8Array | string): string {
  return createHash("sha256").update(content).digest("hex");
}

/** `sha256` of a text that people write. CR LF counts as LF, because git checks a text out with either: it is the same text. */
export function textDigest(text: string): string {
  return sha256(text.replaceAll("\r\n", "\n"));
}

/** The count and the digest of bytes that arrive in pieces. */
export async function digestPieces(pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Written> {
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const piece of pieces) {
    hash.update(piece);
    bytes += piece.length;
  }
  return { bytes, sha256: hash.digest("hex") };
}
