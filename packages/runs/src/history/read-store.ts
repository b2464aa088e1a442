import { hasCode } from "../files/system-reason.ts";
import { UserError } from "../user-error.ts";
import { DamagedStoreFileError, openStoreFile, type RowReadOptions } from "./open-store-file.ts";
import type { HistoryRow, HistoryTable } from "./records.ts";
import { listStore, type StoreFile, type StoreListing } from "./store-files.ts";

/** A file of a store that is left out, or a run that is not whole. */
export interface StoreProblem {
  /** Relative to the store. */
  readonly file: string;
  /** The rest of a sentence that begins with the file. */
  readonly reason: string;
}

/** A file that is as it was written, and the runs that are read from it. */
export interface CountedFile extends StoreFile {
  /** The runs in the file. */
  readonly runs: readonly string[];
  /** Those that no file before it has. A run counts once, also if a compaction was killed before it removed the files that it replaced. */
  readonly countedRuns: ReadonlySet<string>;
}

/** What is in a store. */
export interface OpenStore {
  readonly listing: StoreListing;
  /** The files that can be read, in the order in which they count: those with the most runs first. */
  readonly files: readonly CountedFile[];
  readonly problems: readonly StoreProblem[];
}

const MAX_ATTEMPTS = 5;

/** As `openHistory`. @throws UserError where there is no store */
export async function openExistingStore(store: string, tables: readonly HistoryTable[]): Promise<OpenStore> {
  const opened = await openHistory(store, tables);
  const { files, temporary, foreign } = opened.listing;
  if (files.length + temporary.length + foreign.length === 0)
    throw new UserError(`${store} has no history. Name the folder that "history add" wrote to, or add a run first.`);
  return opened;
}

/**
 * Opens each file of some tables of a store, and compares it with its digest. A store that does not exist has no files.
 * @param month `2026-11`; default: all months
 */
export async function openHistory(store: string, tables: readonly HistoryTable[], month?: string): Promise<OpenStore> {
  const listing = await listStore(store);
  const isRead = (file: StoreFile) => tables.includes(file.table) && (month === undefined || file.month === month);
  const problems: StoreProblem[] = listing.foreign.map((file) => ({ file, reason: "is not a file of a history" }));
  const readable: (StoreFile & { readonly runs: readonly string[] })[] = [];
  for (const file of listing.files.filter(isRead)) {
    try {
      await using opened = await openStoreFile(file);
      readable.push({ ...file, runs: opened.runs });
    } catch (error) {
      if (!(error instanceof DamagedStoreFileError)) throw error;
      problems.push({ file: file.name, reason: error.message });
    }
  }
  readable.sort((one, other) => other.runs.length - one.runs.length || (one.name < other.name ? -1 : 1));
  const counted = new Map(tables.map((table) => [table, new Set<string>()]));
  const files = readable.map((file): CountedFile => {
    const seenRuns = counted.get(file.table) ?? new Set();
    const countedRuns = new Set(file.runs.filter((run) => !seenRuns.has(run)));
    for (const run of countedRuns) seenRuns.add(run);
    return { ...file, countedRuns };
  });
  return { listing, files, problems };
}

/** The rows of one table, each run once. */
export async function* readRowsOf(
  { files }: Pick<OpenStore, "files">,
  table: HistoryTable,
  selection: RowReadOptions = {},
): AsyncGenerator<HistoryRow> {
  for (const file of files) {
    if (file.table !== table || file.countedRuns.size === 0) continue;
    await using opened = await openStoreFile(file, true);
    for await (const row of opened.readRows(selection)) {
      const { run } = row;
      if (typeof run === "string" && file.countedRuns.has(run)) yield row;
    }
  }
}

/**
 * Reads a store again where a compaction removed a file between two reads.
 * @param read reads all that is needed, from the list of files on
 */
export async function readWhileItChanges<T>(store: string, read: () => Promise<T>): Promise<T> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    try {
      return await read();
    } catch (error) {
      if (!hasCode(error, "ENOENT")) throw error;
    }
  }
  throw new UserError(`Other processes keep changing ${store}. Try again when they have ended.`);
}

/** The runs that a table has. */
export function runsOfTable({ files }: Pick<OpenStore, "files">, table: HistoryTable): Set<string> {
  return new Set(files.flatMap((file) => (file.table === table ? file.runs : [])));
}

/** The runs whose numbers were added, but not their units: a writer was killed. */
export function unfinishedRuns(opened: Pick<OpenStore, "files">): StoreProblem[] {
  const wholeRuns = runsOfTable(opened, "units");
  return opened.files
    .filter(({ table }) => table === "numbers")
    .flatMap(({ name, countedRuns }) =>
      [...countedRuns]
        .filter((run) => !wholeRuns.has(run))
        .map((run) => ({ file: name, reason: `has run ${run}, which was not added to its end: add the run again` })),
    );
}
