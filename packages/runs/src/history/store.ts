import { count } from "@analytics-engines/core/basics";
import { removeTemporary } from "../files/busy-files.ts";
import { UserError } from "../user-error.ts";
import { type HistoryTable, type NamedFile, rowGuard, type StoreRow } from "./records.ts";
import {
  ADD_AGAIN,
  DamagedStoreFileError,
  type FileContent,
  LaterVersionError,
  OTHER_BYTES,
  type RowFilter,
  readContent,
  rowsOf,
  whyForeign,
} from "./store-file.ts";
import { fileName, listStore, monthFolder, type StoreFile } from "./store-files.ts";

/** A file of a store that is left out or missing, or a run that is not whole. */
export interface StoreProblem {
  /** Relative to the store. */
  readonly file: string;
  /** The rest of a sentence that begins with the file. */
  readonly reason: string;
}

/** What is in a store. */
export interface OpenStore {
  /** The files of the newest state of each run that was added to its end, the oldest run first. */
  readonly files: readonly StoreFile[];
  /** Grows while files are read. */
  readonly problems: StoreProblem[];
}

/**
 * Lists a store, and finds the newest state of each run that was added to its end: that with its units, which are written last and name the
 * other files of the run.
 * @throws UserError where there is no store; the errors of the disk
 */
export async function openStore(store: string): Promise<OpenStore> {
  const { files, foreign, isEmpty } = await listStore(store);
  if (isEmpty)
    throw new UserError(`${store} has no history. Name the folder that "history add" wrote to, or add a run first.`);
  const opened: { readonly files: StoreFile[]; readonly problems: StoreProblem[] } = { files: [], problems: [] };
  for (const file of foreign) opened.problems.push({ file: file.name, reason: await whyForeign(file) });
  const runs = [...Map.groupBy(files, ({ run }) => run)].sort(([run], [otherRun]) => (run < otherRun ? -1 : 1));
  for (const [, filesOfRun] of runs) {
    const newest = await findNewest(filesOfRun);
    opened.files.push(...newest.files);
    opened.problems.push(...newest.problems, ...newest.unfinished);
  }
  return opened;
}

/** The newest state of a run in a store. */
interface NewestState {
  /** Absent if the run was never added to its end. */
  readonly state?: string;
  /** The files of the state that are there. */
  readonly files: readonly StoreFile[];
  /** What is wrong with its files. */
  readonly problems: readonly StoreProblem[];
  /** The files of older states, if this one is whole. A writer that was killed leaves some. */
  readonly superseded: readonly StoreFile[];
  /** A file of a newer state that was not added to its end. */
  readonly unfinished: readonly StoreProblem[];
}

/** @param files those of one run */
async function findNewest(files: readonly StoreFile[]): Promise<NewestState> {
  const units = files
    .filter(({ table }) => table === "units")
    .sort(byState)
    .at(-1);
  const unfinished = files
    .filter(({ state }) => units === undefined || state > units.state)
    .slice(0, 1)
    .map(({ name, run }) => ({
      file: name,
      reason: `has run ${run}, which was not added to its end: ${ADD_AGAIN}`,
    }));
  const problems: StoreProblem[] = [];
  const content = units && (await readWithProblems(units, problems));
  if (units === undefined || content === undefined)
    return { ...(units && { state: units.state }), files: [], problems, superseded: [], unfinished };
  const wholeFiles: StoreFile[] = [units];
  for (const expected of content.contents.files ?? []) {
    const file = files.find((candidate) => isFileOf(units, expected, candidate));
    if (file === undefined) problems.push(missingFile(units, expected));
    else if (file.bytes !== expected.bytes) problems.push({ file: file.name, reason: OTHER_BYTES });
    else wholeFiles.push(file);
  }
  const superseded = files.filter((file) => !wholeFiles.includes(file) && file.state <= units.state);
  return {
    state: units.state,
    files: wholeFiles,
    problems,
    superseded: problems.length === 0 ? superseded : [],
    unfinished,
  };
}

/** Two versions of this tool can write different bytes for one state. */
function byState(first: StoreFile, second: StoreFile): number {
  if (first.state === second.state) return first.sha256 < second.sha256 ? -1 : 1;
  return first.state < second.state ? -1 : 1;
}

function isFileOf({ state }: StoreFile, { table, sha256 }: NamedFile, file: StoreFile): boolean {
  return file.table === table && file.state === state && file.sha256 === sha256;
}

function missingFile(units: StoreFile, { table, sha256, rows }: NamedFile): StoreProblem {
  const name = `${table}/${monthFolder(units.run)}/${fileName(units, sha256)}`;
  return { file: name, reason: `is missing, with ${count(rows, "row")} of run ${units.run}: ${ADD_AGAIN}` };
}

/**
 * The newest state of a run that was added to its end, and what is wrong with its files; `undefined` if the store has none.
 * @throws UserError for a state that a later version of this tool wrote; the errors of the disk
 */
export async function readNewestState(
  store: string,
  run: string,
): Promise<{ readonly state: string; readonly problem: StoreProblem | undefined } | undefined> {
  const filesOfRun = (await listStore(store, run)).files;
  for (const file of filesOfRun) if (file.table === "units") await refuseLaterVersion(file);
  const { state, files, problems } = await findNewest(filesOfRun);
  if (state === undefined) return undefined;
  const allProblems = [...problems];
  for (const file of files) await readWithProblems(file, allProblems);
  return { state, problem: allProblems[0] };
}

async function refuseLaterVersion(file: StoreFile): Promise<void> {
  try {
    await readContent(file);
  } catch (error) {
    if (error instanceof LaterVersionError) throw new UserError(`${file.path} ${error.message}.`);
    if (!(error instanceof DamagedStoreFileError)) throw error;
  }
}

/** Removes the files of older states of a run. One that cannot be removed stays: no command reads it. */
export async function removeSuperseded(store: string, run: string): Promise<void> {
  const { superseded } = await findNewest((await listStore(store, run)).files);
  for (const { path } of superseded) await removeTemporary(path);
}

/** The chosen columns of the rows of one table in some files. Files that are damaged become problems. */
export async function* readRows<Table extends HistoryTable, Name extends keyof StoreRow<Table> & string>(
  { files, problems }: OpenStore,
  table: Table,
  columns: readonly Name[],
  filter?: RowFilter,
): AsyncGenerator<Pick<StoreRow<Table>, Name>> {
  const hasCells = rowGuard(table, columns);
  for (const file of files) {
    const content = file.table === table ? await readWithProblems(file, problems) : undefined;
    if (content === undefined) continue;
    for await (const row of rowsOf(content, table, columns, filter)) {
      if (!hasCells(row)) throw new TypeError(`a cell of ${file.name} has not the type of its column`);
      yield row;
    }
  }
}

async function readWithProblems(file: StoreFile, problems: StoreProblem[]): Promise<FileContent | undefined> {
  try {
    return await readContent(file);
  } catch (error) {
    if (!(error instanceof DamagedStoreFileError)) throw error;
    // A file can be read twice.
    if (problems.every(({ file: name }) => name !== file.name))
      problems.push({ file: file.name, reason: error.message });
    return undefined;
  }
}
