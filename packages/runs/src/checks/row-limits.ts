import { codeQuote, shorten } from "@analytics-engines/core/basics";
import {
  checkLimitColumns,
  hasLimitColumn,
  listSweepFiles,
  type ReadChecks,
  type RowCells,
  readChecks,
  readSweepTable,
  type SweepFile,
  type SweepRows,
  type SweepTable,
} from "@analytics-engines/core/files";
import type { Issue } from "@analytics-engines/core/parameters";
import type { NamingRules } from "../files/confine.ts";
import { findFiles } from "../files/find-files.ts";
import type { CheckedFile } from "../files/parameter-files.ts";
import type { ManifestUnit } from "../folder/manifest/manifest.ts";

// Limits of checks that stand in the rows of sweeps: the cells of a row, and what is wrong with them before a run.

/** Reads a file of a project: its text, or why there is none. */
export type ReadProjectFile = (path: string) => SweepFile | Promise<SweepFile>;

/** What the sweeps of a project are read from. */
export interface SweepFolder<File extends SweepFile | Promise<SweepFile> = SweepFile | Promise<SweepFile>> {
  /** The paths of all sweeps. */
  readonly listSweeps: () => readonly string[];
  readonly read: (path: string) => File;
}

/** All sweeps of a folder. */
export function listSweeps(folder: string, rules: NamingRules): readonly string[] {
  return findFiles(folder, { patterns: ["**/*.sweep.json"] }, rules).files;
}

/** A name of a run folder or of a project in a message. */
export function quote(name: string): string {
  return codeQuote(shorten(name, 200));
}

/**
 * Makes a function that finds the row that a unit comes from. Each sweep is read once.
 * @param reads what sweeps are read from; a cell that the first one lacks is that of the next one
 */
export function createRowReader(
  reads: readonly ReadProjectFile[],
): (unit: ManifestUnit) => Promise<RowCells | undefined> {
  const openers = reads.map(createOpener);
  return async ({ row }) => {
    if (row === undefined) return undefined;
    const opened = await Promise.all(openers.map((open) => open(row.sweep)));
    const sources = opened.flatMap((rows) => {
      const rowNumber = "reason" in rows ? undefined : rows.rowById.get(row.row);
      return "reason" in rows || rowNumber === undefined ? [] : [{ table: rows.table, rowNumber }];
    });
    const [source] = sources;
    const reason = opened.flatMap((rows) => ("reason" in rows ? rows.reason : []))[0];
    if (source === undefined) return { reason: reason ?? `${quote(row.sweep)} has no row ${quote(row.row)} any more.` };
    const { path = row.sweep, start } = source.table.rangeOf(source.rowNumber) ?? { start: { line: row.line ?? 1 } };
    return {
      name: `${path}:${start.line}`,
      cellOf: (column) => sources.flatMap(({ table, rowNumber }) => table.namedCell(rowNumber, column)?.text ?? [])[0],
    };
  };
}

function createOpener(read: ReadProjectFile): (sweep: string) => Promise<OpenedRows> {
  const sweeps = new Map<string, Promise<OpenedRows>>();
  return (sweep) => {
    const opening = sweeps.get(sweep) ?? openRows(sweep, read);
    sweeps.set(sweep, opening);
    return opening;
  };
}

type OpenedRows =
  | { readonly table: SweepTable; readonly rowById: ReadonlyMap<string, number> }
  | { readonly reason: string };

async function openRows(sweep: string, read: ReadProjectFile): Promise<OpenedRows> {
  const file = await read(sweep);
  if ("problem" in file) return { reason: `The limits of the rows are not known: ${quote(sweep)} ${file.problem}.` };
  const table = await readTable(sweep, file.text, read);
  if (table === undefined)
    return { reason: `The limits of the rows are not known: ${quote(sweep)} has errors. Check it with \`validate\`.` };
  const { rows, ids } = table.units;
  return { table, rowById: new Map(rows.map((row, index) => [ids[index] ?? "", row])) };
}

async function readTable(sweep: string, text: string, read: ReadProjectFile): Promise<SweepTable | undefined> {
  const files = new Map<string, SweepFile>();
  for (const path of listSweepFiles(text, sweep)) files.set(path, await read(path));
  return readSweepTable(text, sweep, { files });
}

/** Checks the text of a checks file. It is followed by the CSV files of sweeps in which it has limits that are wrong. */
export async function checkChecksText(
  name: string,
  text: string,
  project: SweepFolder,
): Promise<readonly [CheckedFile, ...CheckedFile[]]> {
  const file = readChecks(text);
  const checked = { path: name, text, parameters: undefined, problem: undefined };
  const byFile = Map.groupBy(await checkRowLimits(file, project), ({ range }) => range.path);
  const rows: CheckedFile[] = [];
  for (const [path, rowIssues] of byFile) {
    if (path === undefined) continue;
    const csv = await project.read(path);
    if ("text" in csv) rows.push({ ...checked, path, text: csv.text, issues: rowIssues });
  }
  return [{ ...checked, issues: [...file.issues, ...(byFile.get(undefined) ?? [])] }, ...rows];
}

/**
 * What is wrong with the limits that a checks file has in the rows of sweeps: see `checkLimitColumns`. Sweeps are read only for a file with
 * such limits; one that cannot be read reports that itself.
 */
async function checkRowLimits(file: ReadChecks, { listSweeps, read }: SweepFolder): Promise<readonly Issue[]> {
  if (!file.checks.some(hasLimitColumn)) return [];
  const sweeps: SweepRows[] = [];
  for (const path of listSweeps()) {
    const sweep = await read(path);
    const table = "text" in sweep ? await readTable(path, sweep.text, read) : undefined;
    if (table !== undefined) sweeps.push({ path, table });
  }
  return checkLimitColumns(file, sweeps);
}
