import { codeQuote, shorten, starPattern, unitMatcher } from "@analytics-engines/core/basics";
import { closestColumn, columnMatcher } from "@analytics-engines/core/results";
import { UserError } from "../user-error.ts";
import type { CheckRow, NumberRow, UnitDetails } from "./records.ts";
import { type OpenStore, openStore, readRows, type StoreProblem } from "./store.ts";
import type { RowFilter } from "./store-file.ts";

/** What is read over runs: numbers, or what checks found. */
export type SeriesKind = "numbers" | "checks";

/** Which numbers are read. All that are absent match everything. */
export interface NumberFilter {
  /** A glob of parameter files. One without a slash matches the file's name. */
  readonly file?: string;
  /** A glob of units. */
  readonly unit?: string;
  /** Patterns, in which `*` stands for any characters. That of columns may be what a page shows of a header. */
  readonly table?: string;
  readonly column?: string;
  readonly row?: string;
}

/**
 * The place of a number in each run, and its values over runs. Of a check, `table` is the checks file, `row` the id of the check, and `column`
 * the column that it is about, if any.
 */
export interface NumberOverRuns extends Pick<NumberRow, "file" | "unit" | "table" | "row" | "column" | "measure"> {
  /** The oldest first. */
  readonly points: readonly SeriesPoint[];
}

/** A number of one run. */
export interface SeriesPoint extends Pick<NumberRow, "run" | "time" | "value" | "digits">, UnitDetails {
  /** What people call the run. */
  readonly runName: string;
  /** Why it is another number than in the run before; absent if it is not. */
  readonly reason?: JumpReason;
  /** What a check found, if the number is the value of a check. */
  readonly check?: Pick<CheckRow, "status" | "message" | "limit">;
}

/** Numbers over runs. */
export interface NumberHistory {
  /** In the order of file, unit, table, row and column. */
  readonly series: readonly NumberOverRuns[];
  readonly problems: readonly StoreProblem[];
}

/** A number with the run and the cell that it is from. */
export type KeyedNumber = Omit<NumberOverRuns, "points"> & Omit<SeriesPoint, "runName">;

/** More numbers are not read at once: they would not fit into the memory of a runner. */
const MAX_NUMBERS = 2_000_000;
const detailColumns = ["start", "end", "parameters", "result", "commit"] as const;
const runUnitColumns = ["run", "time", "file", "unit"] as const;

/**
 * Reads numbers of a store over runs, each with the reason why it changed.
 * @throws UserError where there is no store, or the filter selects too many numbers
 *
 * @example
 * ```ts
 * import { readSeries } from "@analytics-engines/runs/review";
 *
 * const { series } = await readSeries("history", { unit: "weights", row: "Total" });
 * for (const { column, points } of series) console.log(column, points.at(-1)?.value);
 * ```
 */
export async function readSeries(
  store: string,
  filter: NumberFilter,
  kind: SeriesKind = "numbers",
): Promise<NumberHistory> {
  const opened = await openStore(store);
  const collected = await collectSeries(opened, kind, { filter });
  requireColumn(filter, [collected]);
  return { series: collected.series, problems: opened.problems };
}

/** The series of one kind, and the labels of the columns among which a filter chose them. */
interface CollectedSeries {
  readonly series: readonly NumberOverRuns[];
  readonly columns: ReadonlySet<string>;
  /** Whether the oldest runs are in it too. */
  readonly isWhole: boolean;
}

/** @throws UserError if a filter names a column, and the units that it names have others alone */
export function requireColumn({ column }: NumberFilter, collected: readonly CollectedSeries[]): void {
  const labels = new Set(collected.flatMap(({ columns }) => [...columns]));
  if (column === undefined || labels.size === 0) return;
  const isMeant = columnMatcher(column);
  if ([...labels].some((label) => isMeant(label))) return;
  const quoted = (text: string) => codeQuote(shorten(text, 200));
  const closest = closestColumn(column, labels);
  const hint = closest === undefined ? "" : ` The closest one is ${quoted(closest)}.`;
  throw new UserError(`No column of these numbers matches ${quoted(column)}.${hint}`);
}

/** Which series are collected. */
interface Selection {
  readonly filter: NumberFilter;
  /** Whether only the numbers of the whole are wanted: of the total of a table, or of its only row. */
  readonly onlyTotals?: boolean;
  /** Older runs are left out when there are more numbers. Default: no run is left out. */
  readonly enough?: number;
}

/**
 * Reads series run by run, the newest first, until they have more than `enough` numbers.
 * @throws UserError for too many numbers
 */
export async function collectSeries(
  opened: OpenStore,
  kind: SeriesKind,
  { filter, onlyTotals = false, enough = Infinity }: Selection,
): Promise<CollectedSeries> {
  const numbers: KeyedNumber[] = [];
  const runNames = new Map<string, string>();
  const columns = new Set<string>();
  const rows = { filter, onlyTotals, columns };
  for (const files of [...Map.groupBy(opened.files, ({ run }) => run).values()].reverse()) {
    if (numbers.length > enough) break;
    const run = { files, problems: opened.problems };
    for await (const { run: id, name } of readRows(run, "units", ["run", "name"])) runNames.set(id, name);
    for await (const number of kind === "checks" ? checkValues(run, rows) : numbersOf(run, rows))
      if (numbers.push(number) > MAX_NUMBERS)
        throw new UserError(
          `More than ${MAX_NUMBERS} numbers match. Name a file, a unit, a table, a column or a row, or read the Parquet files with DuckDB.`,
        );
  }
  return { series: seriesOfNumbers(numbers, runNames), columns, isWhole: numbers.length <= enough };
}

/**
 * The series of numbers in any order, by file, unit, table, row and column.
 * @param runNames what people call the runs, by their ids
 */
export function seriesOfNumbers(
  numbers: readonly KeyedNumber[],
  runNames: ReadonlyMap<string, string>,
): readonly NumberOverRuns[] {
  const ofKeys = [...Map.groupBy(numbers, keyOf).values()];
  return ofKeys.map((ofKey) => seriesOf(ofKey, runNames)).sort(compareKeys);
}

const numberKeyColumns = ["file", "unit", "table", "row", "column"] as const;

function keyOf(number: KeyedNumber): string {
  return JSON.stringify(numberKeyColumns.map((part) => number[part]));
}

/** Sorts `Total` before the rows below it, such as `Total / Energy`. */
function compareKeys(first: NumberOverRuns, second: NumberOverRuns): number {
  const part = numberKeyColumns.find((name) => first[name] !== second[name]);
  return part === undefined || first[part] > second[part] ? 1 : -1;
}

function numbersOf(run: OpenStore, rows: WantedRows): AsyncGenerator<KeyedNumber> {
  const columns = [
    ...runUnitColumns,
    "table",
    "row",
    "column",
    "value",
    "digits",
    "measure",
    ...detailColumns,
  ] as const;
  return readRows(run, "numbers", columns, rowFilter(rows, ["table", "row", "column"]));
}

/** The values of checks, with what was computed for their units. */
async function* checkValues(run: OpenStore, rows: WantedRows): AsyncGenerator<KeyedNumber> {
  if (!run.files.some(({ table }) => table === "checks")) return;
  const details = new Map<string, UnitDetails>();
  for await (const { file, unit, ...rest } of readRows(run, "units", ["file", "unit", ...detailColumns]))
    details.set(JSON.stringify([file, unit]), rest);
  const columns = [
    ...runUnitColumns,
    "checks",
    "check",
    "table",
    "column",
    "status",
    "message",
    "value",
    "number",
    "limit",
  ] as const;
  for await (const row of readRows(run, "checks", columns, rowFilter(rows, ["checks", "check", "column"]))) {
    yield numberOfCheck(row, details.get(JSON.stringify([row.file, row.unit])) ?? noDetails);
  }
}

type CheckedValue = Omit<CheckRow, "state" | "rule" | "severity" | "line" | "because">;

/** The value that a check judged, with what was computed for its unit. */
export function numberOfCheck(row: CheckedValue, details: UnitDetails): KeyedNumber {
  const { time, file, unit, status, message, limit } = row;
  const value = row.number ?? Number.NaN;
  return {
    ...details,
    ...{ run: row.run, time, file, unit, table: row.checks, measure: null, value },
    row: row.table ? `${row.check}, table ${row.table + 1}` : row.check,
    column: row.column ?? "",
    digits: row.value === String(value) ? null : row.value,
    check: { status, message, limit },
  };
}

const noDetails: UnitDetails = { start: null, end: null, parameters: null, result: null, commit: null };

function seriesOf(numbers: readonly KeyedNumber[], runNames: ReadonlyMap<string, string>): NumberOverRuns {
  // The id of a run begins with its time.
  const inOrder = numbers.toSorted((first, second) => (first.run < second.run ? -1 : 1));
  const points = inOrder.map((number, index): SeriesPoint => {
    const { file: _, unit: _u, table: _t, row: _r, column: _c, measure: _m, ...values } = number;
    const point = { ...values, runName: runNames.get(number.run) ?? "" };
    const before = inOrder[index - 1];
    const reason = before && jumpReason(before, number);
    return reason === undefined ? point : { ...point, reason };
  });
  const last = inOrder.at(-1);
  if (last === undefined) throw new Error("a series has a number");
  const { file, unit, table, row, column, measure } = last;
  return { file, unit, table, row, column, measure, points };
}

/** Which rows are read. */
interface WantedRows {
  readonly filter: NumberFilter;
  readonly onlyTotals: boolean;
  /** Gets the columns of all rows of the units. */
  readonly columns: Set<string>;
}

/** @param patternColumns the columns for the patterns of table, row and column */
function rowFilter({ filter, onlyTotals, columns }: WantedRows, patternColumns: readonly string[]): RowFilter {
  const { file = "*", unit = "*" } = filter;
  const matchesUnit = unitMatcher([`${file}#${unit}`]);
  const [tablePattern, rowPattern] = [filter.table, filter.row].map((pattern = "*") => starPattern(pattern, "i"));
  const matchesColumn = filter.column === undefined ? () => true : columnMatcher(filter.column);
  const verdicts = new Map<string, boolean>();
  const [start = ""] = /^[^*?[{\\]*/.exec(unit) ?? [];
  // The rows of a unit follow each other.
  let [lastPath, lastId, isUnit]: [unknown, unknown, boolean] = [undefined, undefined, false];
  return {
    columns: ["file", "unit", ...patternColumns, ...(onlyTotals ? ["total"] : [])],
    ...(start !== "" && { units: [start, `${start}\uffff`] as const }),
    matches([path, id, table, row, column, total]) {
      if (onlyTotals && total !== true) return false;
      if (path !== lastPath || id !== lastId)
        [lastPath, lastId, isUnit] = [path, id, matchesUnit(String(path), String(id))];
      if (!isUnit) return false;
      const label = String(column ?? "");
      const isColumn = verdicts.get(label) ?? matchesColumn(label);
      verdicts.set(label, isColumn);
      if (label !== "") columns.add(label);
      return (
        isColumn && tablePattern?.test(String(table ?? "")) === true && rowPattern?.test(String(row ?? "")) === true
      );
    },
  };
}

/**
 * Why a number is another one than in the run before. `parameters`: the parameters are others. `dates`: it was computed for other days.
 * `restatement`: the same parameters and days have another answer. `unknown`: the results do not name their days or parameters.
 */
export type JumpReason = "parameters" | "dates" | "parameters-and-dates" | "restatement" | "unknown";

/** A number of a run, with what was computed. */
export type ComparedNumber = Pick<NumberRow, "value" | "digits"> & Omit<UnitDetails, "result" | "commit">;

/** The reason for a change between two runs; `undefined` if the numbers are the same. NaN is the same as NaN. */
export function jumpReason(before: ComparedNumber, after: ComparedNumber): JumpReason | undefined {
  if (isSameNumber(before, after)) return undefined;
  const parameters = differ(before.parameters, after.parameters);
  const days = [differ(before.start, after.start), differ(before.end, after.end)];
  if (parameters === true) return days.includes(true) ? "parameters-and-dates" : "parameters";
  if (days.includes(true)) return "dates";
  return parameters === undefined || days.includes(undefined) ? "unknown" : "restatement";
}

function isSameNumber(before: ComparedNumber, after: ComparedNumber): boolean {
  if (before.digits !== null || after.digits !== null) return before.digits === after.digits;
  return before.value === after.value || (Number.isNaN(before.value) && Number.isNaN(after.value));
}

/** Whether two facts differ; `undefined` where one is not known. */
function differ(before: string | Date | null, after: string | Date | null): boolean | undefined {
  return before === null || after === null ? undefined : before.valueOf() !== after.valueOf();
}
