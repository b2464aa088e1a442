import type { Table } from "../table.ts";
import { type Effects, readEffects } from "./effects.ts";
import { readHeader } from "./header.ts";
import { completeMeasures, type Measure, readMeasures } from "./measures.ts";
import { type NameColumns, readNames, rowLabel } from "./names.ts";
import { type RowRoles, readRows } from "./rows.ts";
import { type Days, daysOf, type HeaderBlock, type RowTime, readBlocks, readRowTime } from "./time.ts";

/** What a table is. Figures, charts, comparison and checks decide nothing of this themselves. */
export interface TableReading extends RowRoles, NameColumns {
  readonly table: Table;
  /** The columns of dates, also those that are no time. */
  readonly dates: ReadonlyMap<number, Days>;
  /** The time of the rows; undefined if the rows are not of days or periods. */
  readonly time: RowTime | undefined;
  /** The days and periods of the headers, by their last day; the block of all periods is the last. */
  readonly blocks: readonly HeaderBlock[];
  /** All columns of numbers, as their headers and the table say. */
  readonly measures: readonly Measure[];
  /** The measures that figures and charts are about: those of the last block of the headers, or of the block of all periods. */
  readonly current: readonly Measure[];
  /** The effects among the current measures. */
  readonly effects: Effects;
  /** Whether the rows are measures of different units, and the columns are accounts: no axis fits them, and no sum. */
  readonly rowsAreMeasures: boolean;
}

const readings = new WeakMap<Table, TableReading>();

/** Reads a table, once: what its rows, columns and numbers are. Never throws. */
export function readTable(table: Table): TableReading {
  const reading = readings.get(table) ?? makeReading(table);
  readings.set(table, reading);
  return reading;
}

function makeReading(table: Table): TableReading {
  const dates = new Map(
    table.columns.flatMap((column, index) => {
      const days = column.isHidden ? undefined : daysOf(column);
      return days === undefined ? [] : [[index, days] as const];
    }),
  );
  const nameColumns = readNames(table, dates);
  const header = readMeasures(table, dates);
  const { blocks, blockOfColumn } = readBlocks(table, header, dates);
  const placed = header.map((measure) => ({ ...measure, block: blockOfColumn.get(measure.index) ?? -1 }));
  const measures = completeMeasures(table, placed);
  const current = measures.filter(({ block }) => block < 0 || block === blocks.length - 1);
  const rows = readRows(table, nameColumns.names, current);
  return {
    table,
    dates,
    ...nameColumns,
    ...rows,
    time: readRowTime(table, dates, nameColumns.names, rows.roles),
    blocks,
    measures,
    current,
    effects: readEffects(current, table.rowCount),
    rowsAreMeasures: areMeasures(table, nameColumns, rows, current),
  };
}

/** More rows than this are not read as names of measures. */
const MAX_MEASURE_ROWS = 200;

/** Whether at least half of the rows are called as measures of several units are, under columns whose headers say no meaning. */
function areMeasures(table: Table, columns: NameColumns, { roles }: RowRoles, measures: readonly Measure[]): boolean {
  const rows = [...roles.keys()].filter((row) => roles[row] === "leaf");
  const isNameless = measures.every(({ meaning }) => meaning === "unknown" || meaning === "other-number");
  if (rows.length < 2 || rows.length > MAX_MEASURE_ROWS || measures.length === 0 || !isNameless) return false;
  const units = rows.flatMap((row) => {
    const { meaning, unit } = readHeader([rowLabel(table, columns, row)]);
    const isNumber = unit !== "none" && meaning !== "unknown";
    return isNumber ? [`${meaning} ${unit}`] : [];
  });
  return units.length * 2 >= rows.length && new Set(units).size > 1;
}

/** The rows of the whole: the only row, or the totals; in a table over time, those of this day. */
export function totalRows({ roles, time, table }: TableReading, day?: number): readonly number[] {
  if (table.rowCount === 1) return [0];
  const rows = [...roles.keys()].filter((row) => roles[row] === "total");
  return day === undefined || time === undefined ? rows : rows.filter((row) => time.dayOfRow[row] === day);
}

/** The row of the whole; undefined if there is none, or several, such as one for each date. */
export function grandTotalRow(reading: TableReading): number | undefined {
  const [row, ...others] = totalRows(reading);
  return others.length === 0 ? row : undefined;
}

/** The rows that are sums of no other rows. */
export function leafRows({ roles }: RowRoles): readonly number[] {
  return [...roles.keys()].filter((row) => roles[row] === "leaf");
}

/** How far a table as text indents each row: the totals least, the rows of groups by the levels above them. Undefined for a table without groups. */
export function rowIndents({ levels, roles, table }: TableReading): Uint8Array | undefined {
  const { groupLevels } = table;
  const hasGroups = roles.includes("group") || groupLevels?.some((level) => level !== groupLevels[0]) === true;
  if (!hasGroups) return undefined;
  const least = levels.reduce((level, other) => Math.min(level, other), 255);
  return levels.map((level) => level - least);
}
