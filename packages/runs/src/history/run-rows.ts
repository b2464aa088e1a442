import { families, nameInSweep, pathOfSource } from "@analytics-engines/core/basics";
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
import type { Manifest, ManifestFile, ManifestUnit } from "../folder/manifest/manifest.ts";
import { readStored } from "../folder/results/read-stored.ts";
import { sourceOfUnit, type UnitName, type UnitOfRun } from "../review/unit-review.ts";
import { UserError } from "../user-error.ts";
import type { AddableRun } from "./addable-run.ts";
import type { CheckRow, NumberRow, UnitDetails, UnitRow } from "./records.ts";

// The rows of a run in each table. A unit is known by its parameter file and id, and one of a sweep by the sweep and its row: a row that is
// inserted before it can move it into another job.

/** A unit whose numbers are not in the history, and why. */
export interface UnreadUnit {
  /** The parameter file. */
  readonly path: string;
  readonly unit: string;
  /** Which version or form its tables have, and which are read. */
  readonly reason: string;
}

/** Which run a row is of. */
function runColumns({ run, state, startedAt: time }: AddableRun): Pick<UnitRow, "run" | "state" | "time"> {
  return { run, state, time };
}

/** What a job without units comes from: its file, or its sweep, with the row if the job has a row of its own. */
function sourceOfJob({ path, family }: ManifestFile): UnitName {
  const row = families[family].answers === "units" ? undefined : nameInSweep(path);
  return { path: pathOfSource(path), unit: row ?? "" };
}

/** A unit of a run, and what it comes from. */
interface SourcedUnit extends UnitOfRun {
  readonly source: UnitName;
}

/** The units of a run in the order of what they come from. */
function sortedUnits({ files }: Manifest): readonly SourcedUnit[] {
  return files
    .flatMap((file) => file.units.map((unit) => ({ file, unit, source: sourceOfUnit({ file, unit }) })))
    .sort((first, second) =>
      compareTexts([first.source.path, first.source.unit], [second.source.path, second.source.unit]),
    );
}

function compareTexts(firstTexts: readonly string[], secondTexts: readonly string[]): number {
  const at = firstTexts.findIndex((text, index) => text !== secondTexts[index]);
  return at < 0 ? 0 : (firstTexts[at] ?? "") < (secondTexts[at] ?? "") ? -1 : 1;
}

/** The rows of the units of a run, by file and unit. A job that has no units is one row. */
export function unitRows(run: AddableRun): UnitRow[] {
  const { manifest, reusedFrom } = run;
  const columns = { ...runColumns(run), name: run.name, batch: batchOf(manifest) };
  const ofUnits = sortedUnits(manifest).map(
    ({ file, unit, source }): UnitRow => ({
      ...columns,
      ...{ file: source.path, unit: source.unit, job: file.path, family: file.family, status: unit.status },
      problem: unit.errors[0]?.detail ?? unit.errors[0]?.title ?? null,
      warnings: unit.warnings.length,
      reused: unit.reused === undefined ? null : reusedFrom(unit.reused.startedAt),
      ...detailsOf(manifest, file, unit),
    }),
  );
  const jobsWithoutUnits = manifest.files.filter(({ units }) => units.length === 0);
  const ofJobs = jobsWithoutUnits.map((file): UnitRow => {
    const source = sourceOfJob(file);
    return {
      ...columns,
      ...{ file: source.path, unit: source.unit, job: file.path, family: file.family, status: file.status },
      ...{ problem: file.problem?.message ?? null, warnings: 0, reused: null },
      ...detailsOf(manifest, file),
    };
  });
  return [...ofUnits, ...ofJobs].sort((first, second) =>
    compareTexts([first.file, first.unit, first.job], [second.file, second.unit, second.job]),
  );
}

/** The rows of what the checks of a run found: none if it was not checked. */
export function checkRows(run: AddableRun): readonly CheckRow[] {
  const { manifest, checks: report } = run;
  const sources = new Map(
    manifest.files.flatMap((file) => [
      [keyOf(file.path, ""), sourceOfJob(file)] as const,
      ...file.units.map((unit) => [keyOf(file.path, unit.id), sourceOfUnit({ file, unit })] as const),
    ]),
  );
  return (report?.findings ?? []).map(
    ({ file: checks, id: check, path = "", unit: unitId = "", ...finding }): CheckRow => {
      const { rule, line, because = null, severity, status, message } = finding;
      const { table = null, column = null, value = null, limit = null } = finding;
      const { path: file, unit } = sources.get(keyOf(path, unitId)) ?? { path, unit: unitId };
      const number = numberOf(value);
      return {
        ...runColumns(run),
        ...{ file, unit, checks, check, rule, line, because, severity },
        ...{ table, column, status, message, value, number, limit },
      };
    },
  );
}

function keyOf(path: string, unit: string): string {
  return JSON.stringify([path, unit]);
}

/** The number that a text is; null if it is none. */
function numberOf(text: string | null): number | null {
  const number = text === null || text.trim() === "" ? Number.NaN : Number(text);
  return Number.isNaN(number) ? null : number;
}

/** Small results are read together up to this size, because the disk answers many files sooner than one after the other. */
const MAX_BATCH_BYTES = 1 << 20;

/**
 * The numbers of a run, by file and unit: the cells of its visible columns that are numbers, without those that name rows. Reads one large
 * result at a time.
 * @param onUnread called for each unit whose tables are in a version or a form that is not read: it has no numbers
 * @throws UserError after the last number, which names each result that was altered
 */
export async function* numberRows(run: AddableRun, onUnread: (unit: UnreadUnit) => void): AsyncGenerator<NumberRow> {
  const { folder, manifest } = run;
  const problems: string[] = [];
  for (const batch of resultBatches(manifest)) {
    const results = await Promise.all(
      batch.map(async (entry) => ({ ...entry, stored: await readStored(folder, entry.unit) })),
    );
    for (const { file, unit, source, stored } of results) {
      if (stored.kind === "altered")
        problems.push(`${folder}: ${unit.file ?? `${file.path}#${unit.id}`}: ${stored.reason}.`);
      if (stored.kind === "unread") onUnread({ path: file.path, unit: unit.id, reason: stored.reason });
      if (stored.kind !== "tables") continue;
      const columns = { ...runColumns(run), file: source.path, unit: source.unit };
      const details = detailsOf(manifest, file, unit);
      for (const [index, table] of stored.tables.entries())
        for (const number of numbersOf(table, index)) yield { ...columns, ...number, ...details };
    }
  }
  if (problems.length > 0)
    throw new UserError([...problems, "The run was not added. Restore its results, or run the files again."]);
}

/** The units with results, in batches of one large result or several small ones. */
function* resultBatches(manifest: Manifest): Generator<readonly SourcedUnit[]> {
  let batch: SourcedUnit[] = [];
  let batchBytes = 0;
  for (const entry of sortedUnits(manifest).filter(({ unit }) => unit.status === "success")) {
    const { bytes = 0 } = entry.unit;
    if (batch.length > 0 && batchBytes + bytes > MAX_BATCH_BYTES) {
      yield batch;
      [batch, batchBytes] = [[], 0];
    }
    batch.push(entry);
    batchBytes += bytes;
  }
  if (batch.length > 0) yield batch;
}

/** An id that is no name: the service can make another one for each result, so the number of the table takes its place. */
const MADE_ID = /^[0-9a-f-]{16,}$/i;

/** A cell of a result: the number of its table and its row, both from 0, and the label of its column. */
export interface ResultCell {
  readonly table: number;
  readonly row: number;
  readonly column: string;
}

/** How series name the cell of a result: its table, its row and its column. Undefined for a cell that the result does not have. */
export function placeOfCell(
  tables: readonly Table[],
  cell: ResultCell,
): Pick<NumberRow, "table" | "row" | "column"> | undefined {
  const table = tables[cell.table];
  const row = table && nameRows(table).names[cell.row];
  return table && row !== undefined ? { table: nameOfTable(table, cell.table), row, column: cell.column } : undefined;
}

function nameOfTable({ id }: Table, index: number): string {
  return MADE_ID.test(id) ? String(index) : id;
}

function* numbersOf(
  table: Table,
  tableIndex: number,
): Generator<Omit<NumberRow, "run" | "state" | "time" | "file" | "unit" | keyof UnitDetails>> {
  const name = nameOfTable(table, tableIndex);
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
