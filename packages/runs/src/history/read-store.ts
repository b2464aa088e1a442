import { hasCode } from "../files/system-reason.ts";
import { UserError } from "../user-error.ts";
import { DamagedStoreFileError, openStoreFile, type RowFilter } from "./open-store-file.ts";
import { type HistoryTable, rowGuard, type StoreRow } from "./records.ts";
import { COMPACTED, listStore, type StoreFile, type StoreListing } from "./store-files.ts";

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
  readonly rowCount: number;
  readonly bytes: number;
}

/** What is in a store. */
export interface OpenStore {
  readonly listing: StoreListing;
  /** The files that can be read, in the order in which they count: those with the most runs first. */
  readonly files: readonly CountedFile[];
  /** The runs that were added to their end. */
  readonly wholeRuns: ReadonlySet<string>;
  readonly problems: readonly StoreProblem[];
}

const MAX_ATTEMPTS = 5;

/**
 * Opens the files of some tables, compares each with its digest, and reads what is needed of them: again where a compaction removed a file
 * in between.
 * @throws UserError where there is no store
 */
export async function readStore<T>(
  store: string,
  tables: readonly HistoryTable[],
  read: (opened: OpenStore) => Promise<T>,
): Promise<T> {
  return retryWhileItChanges(store, async () => {
    const opened = await openStore(store, tables);
    const { files, temporary, foreign } = opened.listing;
    if (files.length + temporary.length + foreign.length === 0)
      throw new UserError(`${store} has no history. Name the folder that "history add" wrote to, or add a run first.`);
    return read(opened);
  });
}

/** The tables that have a run in a month: none where there is no store. Files that cannot have it are not opened: a store of years has thousands. */
export function tablesOfRun(store: string, month: string, run: string): Promise<ReadonlySet<HistoryTable>> {
  return retryWhileItChanges(store, async () => {
    const tables = new Set<HistoryTable>();
    for (const file of (await listStore(store)).files)
      if (file.month === month && !tables.has(file.table) && (await hasRun(file, run))) tables.add(file.table);
    return tables;
  });
}

async function hasRun(file: StoreFile, run: string): Promise<boolean> {
  if (file.prefix !== run && file.prefix !== COMPACTED) return false;
  try {
    await using opened = await openStoreFile(file);
    return opened.runs.includes(run);
  } catch (error) {
    if (error instanceof DamagedStoreFileError) return false;
    throw error;
  }
}

async function retryWhileItChanges<T>(store: string, read: () => Promise<T>): Promise<T> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    try {
      return await read();
    } catch (error) {
      if (!hasCode(error, "ENOENT")) throw error;
    }
  }
  throw new UserError(`Other processes keep changing ${store}. Try again when they have ended.`);
}

async function openStore(store: string, tables: readonly HistoryTable[]): Promise<OpenStore> {
  const listing = await listStore(store);
  const problems: StoreProblem[] = listing.foreign.map((file) => ({ file, reason: "is not a file of a history" }));
  const readable: Omit<CountedFile, "countedRuns">[] = [];
  for (const file of listing.files.filter(({ table }) => tables.includes(table))) {
    try {
      await using opened = await openStoreFile(file);
      const { runs, rowCount, bytes } = opened;
      readable.push({ ...file, runs, rowCount, bytes });
    } catch (error) {
      if (!(error instanceof DamagedStoreFileError)) throw error;
      problems.push({ file: file.name, reason: error.message });
    }
  }
  readable.sort((one, other) => other.runs.length - one.runs.length || (one.name < other.name ? -1 : 1));
  const seenRuns = new Set<string>();
  const files = readable.map((file): CountedFile => {
    const countedRuns = new Set(file.runs.filter((run) => !seenRuns.has(`${file.table} ${run}`)));
    for (const run of countedRuns) seenRuns.add(`${file.table} ${run}`);
    return { ...file, countedRuns };
  });
  const wholeRuns = new Set(files.filter(({ table }) => table === "units").flatMap(({ runs }) => runs));
  return { listing, files, wholeRuns, problems: [...problems, ...unfinishedRuns(files, wholeRuns)] };
}

/** The chosen columns of the rows of one table, each run once. */
export async function* readRowsOf<Table extends HistoryTable, Name extends keyof StoreRow<Table> & string>(
  files: readonly CountedFile[],
  table: Table,
  columns: readonly Name[],
  filter?: RowFilter,
): AsyncGenerator<Pick<StoreRow<Table>, Name>> {
  const hasCells = rowGuard(table, columns);
  for (const file of files) {
    if (file.table !== table || file.countedRuns.size === 0) continue;
    await using opened = await openStoreFile(file, true);
    for await (const row of opened.readRows(["run", ...columns], filter)) {
      if (!file.countedRuns.has(String(row["run"]))) continue;
      if (!hasCells(row)) throw new TypeError(`a cell of ${file.name} has not the type of its column`);
      yield row;
    }
  }
}

/** The runs whose numbers were added, but not their units: a writer was killed. */
function unfinishedRuns(files: readonly CountedFile[], wholeRuns: ReadonlySet<string>): StoreProblem[] {
  return files
    .filter(({ table }) => table === "numbers")
    .flatMap(({ name, countedRuns }) =>
      [...countedRuns]
        .filter((run) => !wholeRuns.has(run))
        .map((run) => ({ file: name, reason: `has run ${run}, which was not added to its end: add the run again` })),
    );
}
