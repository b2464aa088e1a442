import { join } from "node:path";
import { count } from "@analytics-engines/core/basics";
import {
  cellText,
  cellValue,
  changedRowText,
  columnFormat,
  columnLabels,
  grandTotalRow,
  isExactNumber,
  keyColumns,
  parseDay,
  readTable,
  type Table,
} from "@analytics-engines/core/results";
import { readChecksReport } from "../checks/read-report.ts";
import { ensureRunFolder } from "../files/disk.ts";
import { MANIFEST_NAME } from "../folder/manifest/format.ts";
import type { Manifest, ManifestFile, ManifestUnit } from "../folder/manifest/manifest.ts";
import { readDigestedManifest } from "../folder/manifest/manifest-file.ts";
import { readStored } from "../folder/results/read-stored.ts";
import { UserError } from "../user-error.ts";
import {
  type CheckRow,
  encodeRows,
  type HistoryRow,
  type HistoryTable,
  type NumberRow,
  tableNames,
  type UnitDetails,
  type UnitRow,
} from "./records.ts";
import { tablesOfRun, writeStoreFile } from "./store.ts";

/** A unit whose numbers are not in the history, and why. */
export interface UnreadUnit {
  /** The parameter file. */
  readonly path: string;
  readonly unit: string;
  /** Which version or form its tables have, and which are read. */
  readonly reason: string;
}

/** A run that is in a store. */
export interface AddedRun {
  /** The id of the run in the store: when it began, and the beginning of the SHA-256 of its manifest. */
  readonly run: string;
  /** Whether the store had all of the run before: then nothing was written. */
  readonly isKnown: boolean;
  /** How many rows were written. */
  readonly numbers: number;
  readonly checks: number;
  readonly units: number;
  /** The units whose tables were not read, so that their numbers are missing. Empty if the store had all of the run before. */
  readonly unread: readonly UnreadUnit[];
}

/**
 * Adds a finished run to a store: its numbers, what its checks found, and then its units. Makes the store if it does not exist. A run that
 * was added before is left as it is. After a kill, the same call adds what is missing.
 * @param root a folder that no link may lead the store out of
 * @throws UserError for a folder without a finished run, and for results that were altered; the errors of the disk
 */
export async function addToHistory(folder: string, store: string, root?: string): Promise<AddedRun> {
  const run = await readAddableRun(folder);
  const month = new Date(run.manifest.startedAt).toISOString().slice(0, 7);
  const storedTables = await tablesOfRun(store, run.run);
  const checkRows = await readCheckRows(run);
  const missingTables = tableNames.filter(
    (table) => !storedTables.has(table) && (table !== "checks" || checkRows.length > 0),
  );
  const unread: UnreadUnit[] = [];
  const rows: Record<HistoryTable, () => AsyncIterable<HistoryRow> | Iterable<HistoryRow>> = {
    numbers: () => numberRows(run, (unit) => unread.push(unit)),
    checks: () => checkRows,
    units: () => unitRows(run),
  };
  const counts = { numbers: 0, checks: 0, units: 0 };
  async function* countedRows(table: HistoryTable): AsyncGenerator<HistoryRow> {
    for await (const row of rows[table]()) {
      counts[table]++;
      yield row;
    }
  }
  if (missingTables.length > 0) ensureRunFolder(store, root);
  for (const table of missingTables)
    await writeStoreFile(store, { table, month, run: run.run }, encodeRows(table, countedRows(table)));
  return { run: run.run, isKnown: missingTables.length === 0, ...counts, unread };
}

async function readAddableRun(folder: string): Promise<AddableRun> {
  const path = join(folder, MANIFEST_NAME);
  const { manifest, manifestSha256 } = await readDigestedManifest(path, {
    explain: (reason) => `${path}: ${reason}. Name a run folder.`,
  });
  if (manifest.finishedAt === undefined)
    throw new UserError(`The run in ${folder} has not finished. Resume it, and add it then.`);
  const startedAt = new Date(manifest.startedAt);
  if (Number.isNaN(startedAt.getTime()))
    throw new UserError(`${path}: startedAt is not a time. Restore the run folder.`);
  const start = startedAt.toISOString().replace(/[-:.]/g, "");
  return { folder, manifest, run: `${start}-${manifestSha256.slice(0, 12)}` };
}

/** What was added to a store. */
export function addedText({ isKnown, numbers, checks, units }: AddedRun): string {
  return isKnown
    ? "the store has it already"
    : `added ${count(numbers, "number")}, ${count(checks, "check")} and ${count(units, "unit")}`;
}

/** A line for each unit of a run whose numbers are not in the history. */
export function unreadLines({ unread }: AddedRun): string[] {
  return unread.map(({ path, unit, reason }) => `${path}, unit ${unit}: its numbers were left out: ${reason}`);
}

/** A run whose numbers and units become rows. */
interface AddableRun {
  readonly folder: string;
  readonly manifest: Manifest;
  /** The id of the run in the store. */
  readonly run: string;
}

/** The rows of the units of a run, by file and unit. A job that has no units is one row. */
function unitRows({ run, manifest }: AddableRun): UnitRow[] {
  const time = new Date(manifest.startedAt);
  const batch = batchOf(manifest);
  return sortedFiles(manifest).flatMap((file): UnitRow[] => {
    const place = { run, time, file: file.path, family: file.family, batch };
    if (file.units.length > 0)
      return sortedUnits(file).map((unit) => ({
        ...place,
        unit: unit.id,
        status: unit.status,
        problem: unit.errors[0]?.detail ?? unit.errors[0]?.title ?? null,
        warnings: unit.warnings.length,
        reused: unit.reused?.startedAt ?? null,
        ...detailsOf(manifest, file, unit),
      }));
    const { status, problem } = file;
    const outcome = { status, problem: problem?.message ?? null, warnings: 0, reused: null };
    return [{ ...place, unit: "", ...outcome, ...detailsOf(manifest, file) }];
  });
}

/** The rows of what the checks of a run found: none if it was not checked. @throws UserError for a damaged `checks.json` */
async function readCheckRows({ folder, run, manifest }: AddableRun): Promise<readonly CheckRow[]> {
  const { findings = [] } = (await readChecksReport(folder)) ?? {};
  const time = new Date(manifest.startedAt);
  return findings.map(({ file: checks, id: check, path: file = "", unit = "", ...finding }) => {
    const { rule, severity, status, message, table = null, column = null, value = null, limit = null } = finding;
    return { run, time, file, unit, checks, check, rule, severity, table, column, status, message, value, limit };
  });
}

/** Small results are read together up to this size, because the disk answers many files sooner than one after the other. */
const MAX_BATCH_BYTES = 1 << 20;

/**
 * The numbers of a run, by file and unit: the cells of its visible columns that are numbers, without those that name rows. Reads one large
 * result at a time.
 * @param onUnread called for each unit whose tables are in a version or a form that is not read: it has no numbers
 * @throws UserError after the last number, which names each result that was altered
 */
async function* numberRows(
  { folder, run, manifest }: AddableRun,
  onUnread: (unit: UnreadUnit) => void,
): AsyncGenerator<NumberRow> {
  const time = new Date(manifest.startedAt);
  const problems: string[] = [];
  for (const batch of resultBatches(manifest)) {
    const results = await Promise.all(
      batch.map(async (one) => ({ ...one, stored: await readStored(folder, one.unit) })),
    );
    for (const { file, unit, stored } of results) {
      if (stored.kind === "altered")
        problems.push(`${folder}: ${unit.file ?? `${file.path}#${unit.id}`}: ${stored.reason}.`);
      if (stored.kind === "unread") onUnread({ path: file.path, unit: unit.id, reason: stored.reason });
      if (stored.kind !== "tables") continue;
      const place = { run, time, file: file.path, unit: unit.id };
      const details = detailsOf(manifest, file, unit);
      for (const [index, table] of stored.tables.entries())
        for (const number of numbersOf(table, index)) yield { ...place, ...number, ...details };
    }
  }
  if (problems.length > 0)
    throw new UserError([...problems, "The run was not added. Restore its results, or run the files again."]);
}

/** The units with results, in batches of one large result or several small ones. */
function* resultBatches(manifest: Manifest): Generator<readonly { file: ManifestFile; unit: ManifestUnit }[]> {
  const units = sortedFiles(manifest).flatMap((file) => sortedUnits(file).map((unit) => ({ file, unit })));
  let batch: typeof units = [];
  let batchBytes = 0;
  for (const one of units.filter(({ unit }) => unit.status === "success")) {
    const { bytes = 0 } = one.unit;
    if (batch.length > 0 && batchBytes + bytes > MAX_BATCH_BYTES) {
      yield batch;
      [batch, batchBytes] = [[], 0];
    }
    batch.push(one);
    batchBytes += bytes;
  }
  if (batch.length > 0) yield batch;
}

/** An id that is no name: the service can make another one for each result, so the number of the table takes its place. */
const MADE_ID = /^[0-9a-f-]{16,}$/i;

function* numbersOf(
  table: Table,
  tableIndex: number,
): Generator<Omit<NumberRow, "run" | "time" | "file" | "unit" | keyof UnitDetails>> {
  const name = MADE_ID.test(table.id) ? String(tableIndex) : table.id;
  const { names: rows, keys } = nameRows(table);
  const labels = columnLabels(table.columns);
  const whole = grandTotalRow(readTable(table));
  for (const [index, column] of table.columns.entries()) {
    if (column.isDimension || column.isHidden || column.values.kind === "text" || keys.has(index)) continue;
    const measure = columnFormat(column).unit || null;
    for (const [at, row] of rows.entries()) {
      const cell = cellValue(column, at);
      const digits = isExactNumber(cell) ? cell.rawJSON : null;
      const value = digits === null ? cell : Number(digits);
      if (typeof value !== "number") continue;
      yield { table: name, row, column: labels[index] ?? "", value, digits, measure, total: at === whole };
    }
  }
}

/**
 * The name of each row: its cells in the dimensions; without any, in the columns that identify rows, else its position. Rows with equal names
 * also get their cells in the other columns that tell rows apart, so that a new row renames no others; else a number.
 */
function nameRows(table: Table): { readonly names: readonly string[]; readonly keys: ReadonlySet<number> } {
  const { columns, rowCount } = table;
  const keys = keyColumns([{ columns, rowCount }]).filter((index) => columns[index]?.isHidden !== true);
  const dimensions = keys.filter((index) => columns[index]?.isDimension === true);
  const first = dimensions.length > 0 ? dimensions : keys;
  const named = Array.from({ length: rowCount }, (_, row) =>
    first.length === 0 ? String(row + 1) : nameOfRow(table, first, row),
  );
  const byName = Map.groupBy(named.keys(), (row) => named[row] ?? "");
  const unique = named.map((name, row) => {
    if (first.length === keys.length || byName.get(name)?.length === 1) return name;
    return nameOfRow(table, keys, row);
  });
  return { names: columnLabels(unique.map((name) => ({ header: [name] }))), keys: new Set(keys) };
}

function nameOfRow(table: Table, key: readonly number[], row: number): string {
  const { dates } = readTable(table);
  const cells = key.flatMap((index) => {
    const column = table.columns[index];
    if (column === undefined) return [];
    return [dates.has(index) && !column.isDimension ? cellText(column, row) : cellValue(column, row)];
  });
  return changedRowText(cells);
}

function sortedFiles({ files }: Manifest): readonly ManifestFile[] {
  return files.toSorted((one, other) => (one.path < other.path ? -1 : 1));
}

function sortedUnits({ units }: ManifestFile): readonly ManifestUnit[] {
  return units.toSorted((one, other) => (one.id < other.id ? -1 : 1));
}

function detailsOf({ provenance }: Manifest, file: ManifestFile, unit?: ManifestUnit): UnitDetails {
  const { commit = null, uncommitted = false } = provenance ?? {};
  return {
    start: dayOf(unit?.dates?.start),
    end: dayOf(unit?.dates?.end),
    parameters: unit?.parametersSha256 ?? file.parametersSha256,
    result: unit?.status === "success" ? (unit.sha256 ?? null) : null,
    commit: uncommitted && commit !== null ? `${commit}+` : commit,
  };
}

function dayOf(text: string | undefined): Date | null {
  const day = text === undefined ? undefined : parseDay(text);
  return day === undefined ? null : new Date(day);
}

/** The plan of a shard, and the run of the workflow: a later run can have the same plan. */
function batchOf({ shard, provenance }: Manifest): string | null {
  return shard === undefined ? null : `${shard.planSha256}-${provenance?.workflow?.runId ?? ""}`;
}
