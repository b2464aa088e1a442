import {
  decodeResultBytes,
  decodeResultStream,
  ResultDecodeError,
  type Table,
  UnreadVersionError,
} from "@analytics-engines/core/results";
import { systemReason } from "../../files/system-reason.ts";
import type { ManifestUnit } from "../manifest/manifest.ts";
import { MAX_HELD_BYTES } from "./max-held-bytes.ts";
import type { OpenStored } from "./open-checked.ts";
import { openStored } from "./open-stored.ts";

export { whyAltered } from "./open-stored.ts";

/** The result of a unit in a run folder. */
export type Stored =
  | { readonly kind: "tables"; readonly tables: readonly Table[] }
  /** The result is unchanged, and its tables are in a version or a form that is not read, as `reason` says. */
  | { readonly kind: "unread"; readonly reason: string }
  /** The result is unchanged and has no tables. */
  | { readonly kind: "no-tables"; readonly reason: string }
  /** The result is missing or was altered: it must not be used. */
  | { readonly kind: "altered"; readonly reason: string };

/** Larger results are not compared, bytes: the tables of two would not fit into the memory of a runner. */
const MAX_COMPARED_BYTES = 1024 * 1024 * 1024;

/**
 * Reads the tables of a unit with a result, if its bytes have the recorded digest. Never throws for what a file is or holds.
 * @param open opens a file of the folder; by default as it is on disk
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
    if (stored.bytes > MAX_COMPARED_BYTES)
      return noTables(`it has ${(stored.bytes / 1e9).toFixed(1)} GB, too much to be compared here`);
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

/** The tables of an open result. @throws ResultDecodeError where it is not STACH or Arrow */
export async function decodeStored(stored: OpenStored, contentType: string): Promise<readonly Table[]> {
  if (stored.bytes > MAX_HELD_BYTES && /json/i.test(contentType)) return decodeResultStream(stored.stream());
  return decodeResultBytes(await stored.read(), contentType);
}
