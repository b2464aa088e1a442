import path from "node:path";
import { count, printable } from "@analytics-engines/core/basics";
import {
  cellValue,
  csvFileOptions,
  csvLines,
  exportName,
  formatCell,
  parquetPieces,
  ResultDecodeError,
  type Table,
  tableToArrow,
} from "@analytics-engines/core/results";
import { findManifest, runFolderOf } from "@analytics-engines/runs";
import { inBatches, makeFolders, replaceWith, writeBatches } from "@analytics-engines/runs/files";
import { systemReason, UserError } from "@analytics-engines/runs/progress";
import { isRunFolder } from "../run-folder.ts";
import { createFileDigests, repeatOnChange } from "../runs/watch.ts";
import { widthFor } from "../terminal/columns.ts";
import { type ExitCode, isLarge, paintFor, printableJson } from "../terminal/output.ts";
import { createProgress } from "../terminal/progress.ts";
import { STANDARD } from "../terminal/standard.ts";
import { findUnitResult, listUnits, preview, readTables, unitsToJson } from "./read-tables.ts";

export interface TablesOptions {
  /** The folder that gets a CSV file of each table. */
  readonly csv?: string;
  /** The folder that gets an Arrow file of each table. */
  readonly arrow?: string;
  /** The folder that gets a Parquet file of each table. */
  readonly parquet?: string;
  readonly json?: true;
  readonly hidden?: true;
  readonly formatted?: true;
  /** Whether texts that a spreadsheet would run get an apostrophe. Default `true`, since people open CSV files in spreadsheets. */
  readonly inertFormulas?: boolean;
}

/**
 * Shows the tables of a stored result, or writes them as CSV, Arrow or Parquet files or as JSON. The result is a file, or that of a unit of a run
 * folder. A run folder without a unit shows its units with their tables.
 */
export async function tablesCommand(name: string, unit: string | undefined, options: TablesOptions): Promise<ExitCode> {
  if (unit === undefined && !isRunFolder(name)) return showTables(name, options);
  if (unit !== undefined) {
    if (!isRunFolder(name))
      throw new UserError(`${name} is not a run folder, so it has no unit ${unit}. Name one of the two.`);
    return showTables(await findUnitResult(name, unit), options);
  }
  if ((options.csv ?? options.arrow ?? options.parquet) !== undefined)
    throw new UserError(
      `${name} is a run folder: also name one of its units. Without an option, the command lists them.`,
    );
  if (options.json) process.stdout.write(`${printableJson(await unitsToJson(name))}\n`);
  else process.stdout.write(await listUnits(name, paintFor(process.stdout), widthFor(process.stdout)));
  return 0;
}

async function showTables(file: string, options: TablesOptions): Promise<ExitCode> {
  const { csv, arrow, parquet, json, hidden: includeHidden = false, formatted = false, inertFormulas = true } = options;
  const progress = createProgress();
  progress.step(`reading ${file}`, isLarge(file));
  const tables = await readTables(file);
  progress.clear();
  if (csv !== undefined) {
    const csvOptions = { ...csvFileOptions, includeHidden, formatted, inertFormulas };
    await writeTableFiles(csv, "csv", file, tables, (table) => inBatches(csvLines(table, csvOptions)));
  } else if (arrow !== undefined) {
    await writeTableFiles(arrow, "arrow", file, tables, async (table) => [
      await tableToArrow(includeHidden ? table : visiblePart(table)),
    ]);
  } else if (parquet !== undefined) {
    await writeTableFiles(parquet, "parquet", file, tables, (table) => parquetPieces(table, { includeHidden }));
  } else if (json === true) {
    await print(inBatches(tablesToJson(tables, { includeHidden, formatted })));
  } else {
    const view = {
      includeHidden,
      width: widthFor(process.stdout),
      paint: paintFor(process.stdout),
    };
    await print(tables.map((table, index) => `${index === 0 ? "" : "\n"}${preview(table, view)}`));
  }
  return 0;
}

/** `NAME.csv`, or `NAME-1.csv`, `NAME-2.csv` if there are several tables, in the order of the result. */
function tableFile(source: string, extension: string, index: number, count: number): string {
  const name = source === STANDARD ? "result" : path.basename(source, path.extname(source));
  return `${exportName(name, index, count)}.${extension}`;
}

/** Writes a file for each table. */
async function writeTableFiles(
  folder: string,
  extension: string,
  source: string,
  tables: readonly Table[],
  convert: (table: Table) => Iterable<string> | AsyncIterable<Uint8Array> | Promise<readonly Uint8Array[]>,
): Promise<void> {
  for (const [index, table] of tables.entries()) {
    const name = tableFile(source, extension, index, tables.length);
    const file = await writeFileWhole(folder, name, await convert(table));
    process.stdout.write(`${printable(file)}: ${count(table.rowCount, "row")}\n`);
  }
}

/**
 * Writes a file whole or not at all, and replaces an existing one. Creates the folder if it does not exist.
 *
 * @throws UserError if the file cannot be written
 * @throws ResultDecodeError if the content cannot be decoded
 */
async function writeFileWhole(
  folder: string,
  name: string,
  content: Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>,
): Promise<string> {
  const file = path.join(folder, name);
  try {
    makeFolders(folder);
    await replaceWith(folder, name, (temporaryFile) => writeBatches(temporaryFile, content), {
      temporary: `${name}.${process.pid}.partial`,
    });
    return file;
  } catch (error) {
    if (error instanceof ResultDecodeError || error instanceof UserError) throw error;
    throw new UserError(`${file} could not be written: ${systemReason(error)}. Name another folder.`);
  }
}

function visiblePart(table: Table): Table {
  return { ...table, columns: table.columns.filter(({ isHidden }) => !isHidden) };
}

/** Prints text, and waits if the reader is slower. */
async function print(pieces: Iterable<string>): Promise<void> {
  for (const piece of pieces)
    if (!process.stdout.write(piece)) await new Promise((resolve) => process.stdout.once("drain", resolve));
}

/**
 * Tables of any size as JSON, in pieces: `{ version, tables: [{ id, metadata, columns, rows }] }`, with each row as a list of cells.
 */
export function* tablesToJson(
  tables: readonly Table[],
  { includeHidden, formatted }: { includeHidden: boolean; formatted: boolean },
): Generator<string> {
  yield '{"version":1,"tables":[';
  for (const [index, table] of tables.entries()) {
    const columns = table.columns.filter((column) => includeHidden || !column.isHidden);
    const described = columns.map(({ values, ...column }) => column);
    const head = { id: table.id, metadata: table.metadata, columns: described };
    yield `${index === 0 ? "" : ","}\n${printableJson(head, 0).slice(0, -1)},"rows":[`;
    const levels = table.groupLevels;
    for (let row = 0; row < table.rowCount; row++) {
      const cells = columns.map((column) => (formatted ? formatCell(column, row) : cellValue(column, row)));
      yield `${row === 0 ? "" : ","}\n${printableJson(cells, 0)}`;
    }
    yield levels === undefined ? "]}" : `],"groupLevels":[${levels.join(",")}]}`;
  }
  yield "]}\n";
}

/** Shows tables as `tablesCommand` does, and again whenever their result changes, until a signal ends it. */
export async function watchTables(name: string, unit: string | undefined, options: TablesOptions): Promise<ExitCode> {
  if (name === STANDARD) throw new UserError("--watch needs a file or a run folder: standard input is read once.");
  const digest = createFileDigests(process.cwd());
  let latest: ReadonlyMap<string, string> = new Map();
  return repeatOnChange(
    async () => {
      const files = await digest(await filesOf(name, unit));
      // While a file is being replaced, and a run is in progress, the tables of before are the latest.
      if (files.size > 0) latest = files;
      return latest;
    },
    () => tablesCommand(name, unit, options),
  );
}

/** The file whose tables are shown; of a run folder without a unit, the manifest. None while the run is in progress. */
async function filesOf(name: string, unit: string | undefined): Promise<readonly string[]> {
  if (unit === undefined && !isRunFolder(name)) return [name];
  const folder = runFolderOf(name);
  const manifest = path.join(folder, "manifest.json");
  try {
    if ((await findManifest(folder))?.finishedAt === undefined) return [];
    return [unit === undefined ? manifest : await findUnitResult(name, unit)];
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    // The unit has no result in this run, which the command says.
    return [manifest];
  }
}
