import { decodeResultBytes, decodeResultStream, ResultDecodeError, type Table } from "@analytics-engines/core/results";
import type { ManifestUnit } from "./manifest.ts";
import { LARGEST_HELD, type OpenStored, openStored } from "./open-stored.ts";
import { systemReason } from "./system-reason.ts";

export { whyAltered } from "./open-stored.ts";

/** What a run folder holds of a unit. */
export type Stored =
  | { readonly kind: "tables"; readonly tables: readonly Table[] }
  /** The result is what the run stored, and it has no tables. */
  | { readonly kind: "no-tables"; readonly reason: string }
  /** The result is not what the run stored: nothing of it counts. */
  | { readonly kind: "altered"; readonly reason: string };

/** The tables of two larger ones would not fit into a runner's memory beside each other. */
const largestCompared = 1024 * 1024 * 1024;

/** Reads the tables of a unit that has a result, once its bytes are those of the manifest's digest. Never throws for what a file is or holds. */
export async function readStored(folder: string, unit: ManifestUnit): Promise<Stored> {
  const { contentType = "" } = unit;
  const stored = await openStored(folder, unit);
  if ("reason" in stored) return { kind: "altered", reason: stored.reason };
  try {
    if (!/[/+]json\b|arrow|feather/i.test(contentType)) return noTables(`its type is ${contentType}`);
    if (stored.bytes > largestCompared)
      return noTables(`it has ${(stored.bytes / 1e9).toFixed(1)} GB, too much to be compared here`);
    const tables = await decode(stored, contentType);
    return tables.length === 0 ? noTables("it holds no tables") : { kind: "tables", tables };
  } catch (error) {
    if (error instanceof ResultDecodeError) return noTables(error.message);
    return { kind: "altered", reason: `it could not be read: ${systemReason(error)}` };
  } finally {
    await stored.close();
  }
}

function noTables(reason: string): Stored {
  return { kind: "no-tables", reason };
}

async function decode(stored: OpenStored, contentType: string): Promise<readonly Table[]> {
  if (stored.bytes > LARGEST_HELD && /json/i.test(contentType)) return decodeResultStream(stored.stream());
  return decodeResultBytes(await stored.read(), contentType);
}
