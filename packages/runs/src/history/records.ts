// What the files of a store hold: tables of numbers, of checks and of units.

/** The tables of a store, each with a folder of its name. Units are written last: a run without them was not added to its end. */
export const TABLES = ["numbers", "checks", "units"] as const;
export type HistoryTable = (typeof TABLES)[number];

export type HistoryCellType = "text" | "time" | "day" | "double" | "count";

/** A column of a table. */
export interface HistoryColumn {
  readonly name: string;
  readonly type: HistoryCellType;
  readonly isOptional?: true;
}

/** One row as the file has it, by the names of its columns. */
export type HistoryRow = Readonly<Record<string, unknown>>;

const text = (name: string) => ({ name, type: "text" }) as const;
const optionalText = (name: string) => ({ name, type: "text", isOptional: true }) as const;
const optionalDay = (name: string) => ({ name, type: "day", isOptional: true }) as const;
const place = [text("run"), { name: "time", type: "time" }, text("file"), text("unit")] as const;
const details = [
  optionalDay("start"),
  optionalDay("end"),
  optionalText("parameters"),
  optionalText("result"),
  optionalText("commit"),
] as const;

export const historyColumns: Readonly<Record<HistoryTable, readonly HistoryColumn[]>> = {
  numbers: [
    ...place,
    text("table"),
    text("row"),
    text("column"),
    { name: "value", type: "double" },
    optionalText("digits"),
    optionalText("measure"),
    ...details,
  ],
  checks: [
    ...place,
    text("checks"),
    { name: "check", type: "count" },
    text("rule"),
    text("severity"),
    optionalText("table"),
    text("status"),
    text("message"),
    optionalText("value"),
    optionalText("limit"),
  ],
  units: [
    ...place,
    text("family"),
    text("status"),
    optionalText("problem"),
    { name: "warnings", type: "count" },
    optionalText("reused"),
    ...details,
  ],
};

/** Which unit of which run a record is about. */
interface RecordPlace {
  /** Of a run: when it began, and the beginning of the SHA-256 of its manifest. */
  readonly run: string;
  /** When the run began. */
  readonly time: Date;
  /** The parameter file and the unit; the unit is empty for a job without units. */
  readonly file: string;
  readonly unit: string;
}

/** What was computed: days without a time, digests in hex. */
export interface UnitDetails {
  readonly start: Date | null;
  readonly end: Date | null;
  readonly parameters: string | null;
  readonly result: string | null;
  /** Ends with `+` if files had uncommitted changes. */
  readonly commit: string | null;
}

/** How a unit of a run ended. */
export interface UnitRow extends RecordPlace, UnitDetails {
  readonly family: string;
  readonly status: string;
  readonly problem: string | null;
  readonly warnings: number;
  /** When the run began that computed it, ISO 8601, if this run did not. */
  readonly reused: string | null;
}

/** What a check found in a table of a unit. File and unit are empty if it selects no unit of the run. */
export interface CheckRow extends RecordPlace {
  /** The checks file, and the position of the check in it, from 0. */
  readonly checks: string;
  readonly check: number;
  readonly rule: string;
  readonly severity: string;
  readonly table: string | null;
  /** `passed`, `failed` or `skipped`. */
  readonly status: string;
  readonly message: string;
  readonly value: string | null;
  readonly limit: string | null;
}

/** A number of a table of a result. */
export interface NumberRow extends RecordPlace, UnitDetails {
  readonly table: string;
  readonly row: string;
  readonly column: string;
  readonly value: number;
  /** All digits of a number that a double cannot hold. */
  readonly digits: string | null;
  /** The unit of measure, such as `%`. */
  readonly measure: string | null;
}

/** @throws TypeError for a row that has not the cells of a unit */
export function toUnitRow(row: HistoryRow): UnitRow {
  return {
    ...placeOf(row),
    family: textOf(row["family"]),
    status: textOf(row["status"]),
    problem: optionalTextOf(row["problem"]),
    warnings: numberOf(row["warnings"]),
    reused: optionalTextOf(row["reused"]),
    ...detailsOf(row),
  };
}

/** @throws TypeError for a row that has not the cells of a check */
export function toCheckRow(row: HistoryRow): CheckRow {
  return {
    ...placeOf(row),
    checks: textOf(row["checks"]),
    check: numberOf(row["check"]),
    rule: textOf(row["rule"]),
    severity: textOf(row["severity"]),
    table: optionalTextOf(row["table"]),
    status: textOf(row["status"]),
    message: textOf(row["message"]),
    value: optionalTextOf(row["value"]),
    limit: optionalTextOf(row["limit"]),
  };
}

/** @throws TypeError for a row that has not the cells of a number */
export function toNumberRow(row: HistoryRow): NumberRow {
  return {
    ...placeOf(row),
    table: textOf(row["table"]),
    row: textOf(row["row"]),
    column: textOf(row["column"]),
    value: numberOf(row["value"]),
    digits: optionalTextOf(row["digits"]),
    measure: optionalTextOf(row["measure"]),
    ...detailsOf(row),
  };
}

function placeOf(row: HistoryRow): RecordPlace {
  return { run: textOf(row["run"]), time: timeOf(row["time"]), file: textOf(row["file"]), unit: textOf(row["unit"]) };
}

function detailsOf(row: HistoryRow): UnitDetails {
  return {
    start: optionalTimeOf(row["start"]),
    end: optionalTimeOf(row["end"]),
    parameters: optionalTextOf(row["parameters"]),
    result: optionalTextOf(row["result"]),
    commit: optionalTextOf(row["commit"]),
  };
}

function textOf(value: unknown): string {
  if (typeof value !== "string") throw new TypeError("a cell is not a text");
  return value;
}

function optionalTextOf(value: unknown): string | null {
  return value === null || value === undefined ? null : textOf(value);
}

function numberOf(value: unknown): number {
  if (typeof value !== "number") throw new TypeError("a cell is not a number");
  return value;
}

function timeOf(value: unknown): Date {
  if (!(value instanceof Date) || Number.isNaN(value.getTime())) throw new TypeError("a cell is not a time");
  return value;
}

function optionalTimeOf(value: unknown): Date | null {
  return value === null || value === undefined ? null : timeOf(value);
}
