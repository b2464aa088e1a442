import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { decodeResultBytes, decodeResultStream } from "../results/decode-bytes.ts";
import { ResultDecodeError } from "../results/errors.ts";
import type { Table } from "../results/table.ts";
import { findInside } from "./find-inside.ts";
import type { ManifestUnit } from "./manifest.ts";
import { systemReason } from "./system-reason.ts";

export { findInside, isBelow } from "./find-inside.ts";

/** What a run folder holds of a unit. */
export type Stored =
  | { readonly kind: "tables"; readonly tables: readonly Table[] }
  /** The result is what the run stored, and it has no tables. */
  | { readonly kind: "no-tables"; readonly reason: string }
  /** The result is not what the run stored: nothing of it counts. */
  | { readonly kind: "altered"; readonly reason: string };

/** Larger results are decoded as a stream, without being held. */
const largestHeld = 32 * 1024 * 1024;
/** The tables of two larger ones would not fit into a runner's memory beside each other. */
const largestCompared = 1024 * 1024 * 1024;

/** Holds a result against the manifest's digest, without decoding it. Says what is wrong; undefined where nothing is. */
export async function whyAltered(folder: string, unit: ManifestUnit): Promise<string | undefined> {
  try {
    const found = await findStored(folder, unit);
    if ("reason" in found) return found.reason;
    const hash = createHash("sha256");
    if (found.bytes <= largestHeld) hash.update(await readFile(found.file));
    else for await (const chunk of createReadStream(found.file)) hash.update(chunk);
    return hash.digest("hex") === found.sha256 ? undefined : anotherDigest;
  } catch (error) {
    return `it could not be read: ${systemReason(error)}`;
  }
}

/** Reads the tables of a unit that has a result. Its bytes are held against the manifest's digest as they are read. Never throws for what a file is or holds. */
export async function readStored(folder: string, unit: ManifestUnit): Promise<Stored> {
  const { contentType = "" } = unit;
  const mayHoldTables = /[/+]json\b|arrow|feather/i.test(contentType);
  if (!mayHoldTables) {
    const reason = await whyAltered(folder, unit);
    return reason === undefined ? { kind: "no-tables", reason: `its type is ${contentType}` } : altered(reason);
  }
  const hash = createHash("sha256");
  let decoded: readonly Table[] | ResultDecodeError;
  try {
    const found = await findStored(folder, unit);
    if ("reason" in found) return altered(found.reason);
    if (found.bytes > largestCompared)
      return { kind: "no-tables", reason: `it has ${(found.bytes / 1e9).toFixed(1)} GB, too much to be compared here` };
    decoded = await decode(found, contentType, hash);
    if (!(decoded instanceof ResultDecodeError) && hash.digest("hex") !== found.sha256) return altered(anotherDigest);
  } catch (error) {
    return altered(`it could not be read: ${systemReason(error)}`);
  }
  if (decoded instanceof ResultDecodeError) {
    // What cannot be decoded may not have been read to its end.
    const reason = await whyAltered(folder, unit);
    return reason === undefined ? { kind: "no-tables", reason: decoded.message } : altered(reason);
  }
  return decoded.length === 0
    ? { kind: "no-tables", reason: "it holds no tables" }
    : { kind: "tables", tables: decoded };
}

const anotherDigest = "its SHA-256 is not the manifest's";

function altered(reason: string): Stored {
  return { kind: "altered", reason };
}

interface Found {
  readonly file: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** The file of a result, where it is of the size that it had. */
async function findStored(
  folder: string,
  { file, bytes, sha256 }: ManifestUnit,
): Promise<Found | { readonly reason: string }> {
  if (file === undefined || bytes === undefined || sha256 === undefined)
    return { reason: "the manifest has no file, size or digest of it" };
  const found = await findInside(folder, file);
  if ("reason" in found) return found;
  if (found.bytes !== bytes) return { reason: `it has ${found.bytes} bytes; the manifest says ${bytes}` };
  return { ...found, sha256: sha256.toLowerCase() };
}

async function decode(
  { file, bytes }: Found,
  contentType: string,
  hash: ReturnType<typeof createHash>,
): Promise<readonly Table[] | ResultDecodeError> {
  try {
    if (bytes > largestHeld && /json/i.test(contentType)) return await decodeResultStream(hashed(file, hash));
    const content = await readFile(file);
    hash.update(content);
    return await decodeResultBytes(content, contentType);
  } catch (error) {
    if (error instanceof ResultDecodeError) return error;
    throw error;
  }
}

async function* hashed(file: string, hash: ReturnType<typeof createHash>): AsyncGenerator<Uint8Array> {
  for await (const chunk of createReadStream(file, { highWaterMark: 1 << 20 })) {
    hash.update(chunk);
    yield chunk;
  }
}
