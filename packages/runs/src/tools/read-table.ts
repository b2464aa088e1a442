import {
  type Column,
  cellValue,
  closestColumn,
  columnFormat,
  findNamedColumns,
  isoDate,
  type LabelledColumn,
  labelColumns,
  type Table,
} from "@analytics-engines/core/results";
import * as z from "zod";
import type { ManifestUnit } from "../folder/manifest/manifest.ts";
import { readStored } from "../folder/results/read-stored.ts";
import { MAX_IN_FACT, type ToolAnswer } from "./answer.ts";
import { type OpenRun, openRun, runInput } from "./open-files.ts";
import { defineTool, pageInput, quotedInput, ToolInputError } from "./tool.ts";

const input = z.strictObject({
  ...pageInput,
  run: runInput,
  file: z.string().max(1000).optional().describe("The parameter file of the unit, if several files have the unit."),
  unit: z.string().max(300).optional().describe("The unit. Without it, the answer lists the units of the run."),
  table: z
    .string()
    .max(300)
    .optional()
    .describe("The id of the table, or its number from 1. Default: the first table."),
  columns: z
    .array(z.string().max(300))
    .min(1)
    .max(MAX_IN_FACT)
    .optional()
    .describe("Only these columns, by header or name; * stands for any characters."),
  firstColumn: z.int().min(0).default(0).describe("The first column of these, from 0."),
  rows: z.int().min(1).max(100).default(20).describe("The number of rows."),
});
type TableRequest = z.output<typeof input>;

export const readTable = defineTool({
  name: "readTable",
  title: "Read a table of a result",
  description:
    "Reads rows of a table of a stored result, with the exact values and the columns with their formats and units of measure; without a unit, lists the units of a run with status, warnings and errors. Reads at most 100 rows at a time.",
  input,
  async answer(request, world) {
    const run = await openRun(world, request.run);
    return request.unit === undefined ? unitsOf(run, request) : tableOf(run, request.unit, request);
  },
});

function unitsOf({ name, manifest }: OpenRun, { file }: TableRequest): ToolAnswer {
  const { status, service, startedAt, finishedAt, files } = manifest;
  const items = files
    .filter(({ path }) => file === undefined || path === file)
    .flatMap(({ path, family, problem, units }) =>
      units.map(({ id, status: outcome, warnings, errors, dates, tables = [] }) => ({
        file: path,
        family,
        unit: id,
        status: outcome,
        ...(dates !== undefined && { dates }),
        tables: tables.slice(0, 20).map((table) => table.id),
        ...(warnings.length > 0 && { warnings: warnings.slice(0, 5) }),
        ...(errors.length > 0 && { errors: errors.slice(0, 5) }),
        ...(problem !== undefined && { problem: problem.message }),
      })),
    );
  const facts = {
    run: name,
    status,
    service,
    startedAt,
    finishedAt,
    files: files.length,
  };
  return { facts, list: { name: "units", items, rest: "Name a parameter file in file." } };
}

async function tableOf(run: OpenRun, id: string, request: TableRequest): Promise<ToolAnswer> {
  const { file, unit } = unitOf(run, id, request.file);
  const tables = await tablesOf(run, unit);
  const table = selectTable(tables, request.table);
  const selected = selectColumns(table, request.columns);
  const firstColumn = Math.min(request.firstColumn, selected.length);
  const columns = selected.slice(firstColumn, firstColumn + MAX_COLUMNS);
  const start = Math.min(request.offset, table.rowCount);
  const end = Math.min(start + request.rows, table.rowCount);
  const items = Array.from({ length: end - start }, (_, index) =>
    columns.map(({ column }) => cellValue(column, start + index)),
  );
  const { startDate, endDate, currency } = table.metadata;
  const nextColumn = firstColumn + columns.length;
  return {
    facts: {
      run: run.name,
      file,
      unit: unit.id,
      table: table.id,
      tableCount: tables.length,
      tables: tables.slice(0, 20).map((resultTable) => ({ id: resultTable.id, rows: resultTable.rowCount })),
      startDate: startDate && isoDate(startDate),
      endDate: endDate && isoDate(endDate),
      currency,
      rowCount: table.rowCount,
      offset: start,
      columnCount: selected.length,
      ...(nextColumn < selected.length && { nextColumns: { firstColumn: nextColumn } }),
      columns: columns.map(({ label, column }) => ({
        label,
        type: column.type,
        format: column.format,
        measure: measureOf(column),
        isDimension: column.isDimension,
      })),
    },
    list: {
      name: "rows",
      items,
      before: start,
      after: table.rowCount - end,
      rest: "Or name fewer columns in columns.",
    },
  };
}

/** The most columns of an answer: so many labels, formats and units of measure leave half of it for the rows. */
const MAX_COLUMNS = 30;

/** How a number of a column is to be read, if it is a percentage. */
function measureOf(column: Column): string | undefined {
  if (column.scale === "fraction") return "fraction: 0.125 means 12.5 %";
  return columnFormat(column).unit === "%" ? "percent: 12.5 means 12.5 %" : undefined;
}

function unitOf({ name, manifest }: OpenRun, id: string, path: string | undefined) {
  const all = manifest.files.flatMap((file) => file.units.map((unit) => ({ file: file.path, unit })));
  const matches = all.filter(({ file, unit }) => unit.id === id && (path === undefined || file === path));
  const [only, secondMatch] = matches;
  if (only !== undefined && secondMatch === undefined) return only;
  const choices = (secondMatch === undefined ? all : matches)
    .slice(0, 10)
    .map(({ file, unit }) => `${quotedInput(unit.id)} of ${quotedInput(file)}`)
    .join(", ");
  throw new ToolInputError(
    `The run ${quotedInput(name)} has ${secondMatch === undefined ? "no" : "several"} units ${quotedInput(id)}. Name unit and file of one of its ${all.length} units: ${choices}.`,
  );
}

async function tablesOf({ folder, name }: OpenRun, unit: ManifestUnit): Promise<readonly Table[]> {
  const stored = unit.file === undefined ? undefined : await readStored(folder, unit);
  if (stored?.kind === "tables") return stored.tables;
  const why = stored === undefined ? `its status is ${unit.status} and it has no result` : stored.reason;
  throw new ToolInputError(
    `The unit ${quotedInput(unit.id)} of the run ${quotedInput(name)} cannot be read: ${why}. Read another unit.`,
  );
}

function selectTable(tables: readonly Table[], idOrNumber: string | undefined): Table {
  const table =
    idOrNumber === undefined
      ? tables[0]
      : (tables.find(({ id }) => id === idOrNumber) ?? tables[Number(idOrNumber) - 1]);
  if (table !== undefined) return table;
  const ids = tables.slice(0, 20).map(({ id }) => quotedInput(id));
  throw new ToolInputError(
    `The result has no table ${quotedInput(idOrNumber ?? "")}. Name one of its ${tables.length} tables: ${ids.join(", ")}.`,
  );
}

function selectColumns(table: Table, columnNames: readonly string[] | undefined): readonly LabelledColumn[] {
  const all = labelColumns(table.columns);
  const visibleColumns = all.filter(({ column }) => !column.isHidden);
  if (columnNames === undefined) return visibleColumns;
  const namedColumns = columnNames.flatMap((name) => {
    const columns = findNamedColumns(name, all);
    if (columns.length > 0) return columns;
    const labels = visibleColumns.map(({ label }) => label);
    const closest = closestColumn(name, labels);
    const hint = closest === undefined ? "" : ` The closest one is ${quotedInput(closest)}.`;
    throw new ToolInputError(
      `The table ${quotedInput(table.id)} has no column ${quotedInput(name)}.${hint} Its columns are ${labels.slice(0, 30).map(quotedInput).join(", ")}.`,
    );
  });
  return [...new Set(namedColumns)];
}
