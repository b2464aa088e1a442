import { readStore, type StoreProblem } from "./read-store.ts";
import { tableNames } from "./records.ts";

/** Whether the files of a store are as they were written. */
export interface VerifiedStore {
  /** The number of files with the digest of their names. */
  readonly files: number;
  /** The number of runs that were added to their end. */
  readonly runs: number;
  readonly problems: readonly StoreProblem[];
  /** Files of writers that were killed, or that write now. They are no problem: nothing reads them. */
  readonly temporary: readonly string[];
}

/**
 * Compares each file of a store with its digest, and looks for runs that were not added to their end.
 * @throws UserError where there is no store
 */
export function verifyHistory(store: string): Promise<VerifiedStore> {
  return readStore(store, tableNames, async ({ files, wholeRuns, problems, listing }) => ({
    files: files.length,
    runs: wholeRuns.size,
    problems,
    temporary: listing.temporary.map(({ name }) => name),
  }));
}
