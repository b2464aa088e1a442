import { type Column, cellValue, readHeader, readTable, type Table, totalRows } from "@analytics-engines/core/results";
import { columnLabel, columnText } from "../column-text.ts";
import { t } from "../l10n.ts";
import { nounOfLevel, partsOfLevel, rowText, usefulLevels } from "../result-words.ts";
import { valuesFromCells } from "./comparison-table.ts";

/** A way to group the rows of a table. */
export interface TableGrouping {
  /** `level:NUMBER` of the table's own groups, or `column:LABEL`. */
  readonly key: string;
  /** What the groups are, such as `economic sector`. */
  readonly name: string;
}

/** A table with a row for each group. */
export interface Subtotals {
  readonly table: Table;
  /** Where the numbers are from, and which columns are left out: a sentence or two. */
  readonly note: string;
}

/** A column with more values names rows, not groups. */
const MAX_GROUPS = 200;

/** The groupings of a table: its own levels, whose subtotals the service computed; without levels, columns with repeated texts. */
export function groupingsOf(table: Table): readonly TableGrouping[] {
  const reading = readTable(table);
  const { dates } = reading;
  const levels = usefulLevels(reading);
  if (reading.roles.includes("group"))
    return levels.slice(0, -1).map((level) => ({ key: `level:${level}`, name: nounOfLevel(reading, level) }));
  // A sum over the rows of several days has no meaning.
  const isOfDays = [...dates].some(
    ([index, { labels }]) =>
      labels.size > 1 && readHeader(table.columns[index]?.header ?? []).meaning !== "date-attribute",
  );
  if (isOfDays || !table.columns.some(isAdded)) return [];
  return [...table.columns.keys()]
    .filter(
      (index) => table.columns[index]?.values.kind === "text" && !table.columns[index].isHidden && !dates.has(index),
    )
    .filter((index) => {
      const count = new Set(cellsOf(table, index)).size;
      return count > 1 && count < table.rowCount && count <= MAX_GROUPS;
    })
    .map((index) => ({ key: `column:${columnLabel(table, index)}`, name: columnLabel(table, index) }));
}

/** The subtotals of a table by one of its groupings. @throws Error if the table has no such grouping */
export function subtotals(table: Table, { key, name }: TableGrouping): Subtotals {
  if (!groupingsOf(table).some((grouping) => grouping.key === key))
    throw new Error(t("One of the tables has no groups by {0}. Choose another group.", name));
  return key.startsWith("level:") ? ofLevel(table, Number(key.slice("level:".length))) : ofColumn(table, name);
}

function ofLevel(table: Table, level: number): Subtotals {
  const reading = readTable(table);
  const totals = totalRows(reading);
  const rows = [...totals, ...partsOfLevel(reading, level)];
  const cells = (column: Column) => rows.map((row) => cellValue(column, row));
  // The columns of inner groups are empty. The last column with a text names the groups; a total gets its own name.
  const columns = table.columns.filter(({ values }, index) => {
    return values.kind !== "text" || !reading.names.includes(index) || cellsOf(table, index, rows).some(Boolean);
  });
  const groupColumn = columns.findLast(
    ({ values, isDimension, isHidden }) => values.kind === "text" && isDimension && !isHidden,
  );
  const nameOf = (cell: unknown, at: number) => cell ?? (at < totals.length ? rowText(reading, rows[at] ?? 0) : null);
  const subtotalColumns = columns.map((column) =>
    withCells(column, column === groupColumn ? cells(column).map(nameOf) : cells(column)),
  );
  return { table: withRows(table, rows.length, subtotalColumns), note: t("Subtotals as the service computed them.") };
}

function ofColumn(table: Table, name: string): Subtotals {
  const index = table.columns.findIndex((column) => columnText(column) === name);
  const group = table.columns[index];
  if (group === undefined) throw new Error(t("One of the tables has no column {0}. Choose another group.", name));
  const rows = Map.groupBy(new Array(table.rowCount).keys(), (row) => cellValue(group, row));
  const numeric = table.columns.filter(({ values, isHidden }) => values.kind === "number" && !isHidden);
  const summedColumns = numeric.filter(isAdded);
  const sums = summedColumns.map((column) =>
    withCells(
      column,
      Array.from(rows.values(), (groupRows) => sumOf(column, groupRows)),
    ),
  );
  const columns = [{ ...withCells(group, [...rows.keys()]), isDimension: true }, ...sums];
  const omittedNames = numeric.filter((column) => !summedColumns.includes(column)).map(columnText);
  const note =
    omittedNames.length === 0 ? "" : ` ${t("Left out, since they do not add up: {0}.", omittedNames.join(", "))}`;
  return { table: withRows(table, rows.size, columns), note: `${t("Sums of the rows.")}${note}` };
}

/** Whether the numbers add up over the rows of a table without groups. */
function isAdded({ values, isHidden, header }: Column): boolean {
  const { meaning, span } = readHeader(header);
  const isSum = /^(weight|effect-|contribution|market-value|quantity|count)/.test(meaning);
  return values.kind === "number" && !isHidden && isSum && (span === undefined || span === "period");
}

/** Null if no cell of the group has a number. A NaN makes the sum NaN. */
function sumOf(column: Column, rows: readonly number[]): number | null {
  const numbers = rows.map((row) => cellValue(column, row)).filter((value) => typeof value === "number");
  return numbers.length === 0 ? null : numbers.reduce((sum, value) => sum + value, 0);
}

function cellsOf(table: Table, index: number, rows: Iterable<number> = new Array(table.rowCount).keys()): unknown[] {
  const column = table.columns[index];
  return column === undefined ? [] : Array.from(rows, (row) => cellValue(column, row));
}

function withCells(column: Column, cells: readonly unknown[]): Column {
  return { ...column, values: valuesFromCells(column.values.kind, cells) };
}

/** The table with other rows, without its tree. */
function withRows({ id, metadata }: Table, rowCount: number, columns: readonly Column[]): Table {
  return { id, metadata, rowCount, columns };
}
