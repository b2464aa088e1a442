import type { JsonPath } from "../../json/pointer.ts";
import { entries, isObject, type JsonObject } from "../../json/value.ts";
import { listed, nearestHint, quoted } from "../text/words.ts";
import { readCell } from "./cell.ts";
import { findPlace, putValue, startsWith } from "./places.ts";
import type { SweepRows } from "./rows.ts";
import { addError, type CellFinding, type JsonSource } from "./sources.ts";
import { type CellType, cellTypes } from "./sweep-shape.ts";

/** A text made of cells, with the columns by their numbers. */
export type ColumnPattern = readonly (string | number)[];

/** A place of the template, and what fills it. */
export interface Filling {
  /** In the parameters of the unit. */
  readonly path: JsonPath;
  readonly pattern: ColumnPattern;
  readonly type: CellType;
  /** Whether an empty cell keeps the value of the template. */
  readonly isOptional: boolean;
  /** The place of this filling in the sweep. */
  readonly place: JsonPath;
}

/** Reads the member `fill` of a sweep, whose shape has been checked. Reports columns and places that do not exist. */
export function readFillings(
  sweep: JsonSource,
  fill: unknown,
  unit: JsonObject,
  columns: readonly string[],
): Filling[] {
  // A place may be inside of what an earlier one makes.
  const probe = structuredClone(unit);
  const fillings: Filling[] = [];
  for (const [pointer, value] of entries(fill)) {
    const place = ["fill", pointer];
    const where = findPlace(probe, pointer);
    if ("reason" in where) {
      addError(sweep, "unknown-property", where.reason, place, "key");
      continue;
    }
    const { path } = where;
    const other = fillings.find((each) => startsWith(path, each.path) || startsWith(each.path, path));
    if (other !== undefined)
      addError(sweep, "duplicate-key", `${quoted(String(other.place[1]))} fills the same place.`, place, "key");
    const source = readSource(sweep, value, columns, place);
    if (source === undefined) continue;
    fillings.push({ path, place, ...source });
    if (where.value === undefined) putValue(probe, path, null);
  }
  return fillings;
}

function readSource(
  sweep: JsonSource,
  value: unknown,
  columns: readonly string[],
  place: JsonPath,
): Pick<Filling, "pattern" | "type" | "isOptional"> | undefined {
  if (!isObject(value)) {
    const pattern = readColumnPattern(sweep, String(value), columns, place);
    return pattern && { pattern, type: "text", isOptional: false };
  }
  const type = cellTypes.find((each) => each === (value["type"] ?? "text")) ?? "text";
  const column = findSweepColumn(sweep, String(value["column"]), columns, [...place, "column"]);
  return column === undefined ? undefined : { pattern: [column], type, isOptional: value["optional"] === true };
}

/** Reads a text such as `Client:/{account}.ACCT`; `{{` and `}}` are braces. Reports columns that do not exist. */
export function readColumnPattern(
  sweep: JsonSource,
  text: string,
  columns: readonly string[],
  place: JsonPath,
): ColumnPattern | undefined {
  const pieces = text.match(/\{\{|\}\}|\{[^{}]+\}|[^{}]+/g) ?? [];
  if (pieces.join("") !== text) {
    addError(sweep, "wrong-type", "A brace has no partner. Write {column}, and {{ or }} for a brace itself.", place);
    return undefined;
  }
  const pattern = pieces.map((piece) => {
    if (piece === "{{" || piece === "}}") return piece.charAt(0);
    return piece.startsWith("{") ? findSweepColumn(sweep, piece.slice(1, -1), columns, place) : piece;
  });
  return pattern.includes(undefined) ? undefined : pattern.filter((piece) => piece !== undefined);
}

/** The number of a column. Reports a name that no column has. */
export function findSweepColumn(
  sweep: JsonSource,
  name: string,
  columns: readonly string[],
  place: JsonPath,
): number | undefined {
  const index = columns.indexOf(name);
  if (index >= 0) return index;
  const hint = nearestHint(name, columns, `The columns are ${listed(columns)}.`);
  addError(sweep, "unknown-value", `There is no column ${quoted(name)}. ${hint}`, place);
  return undefined;
}

/** Called for what is wrong with a cell, such as one without a value of the needed type. */
export type ReportCell = (row: number, column: number, finding: CellFinding) => void;

/** Fills the places of a unit with the cells of a row. */
export function fillUnit(
  unit: JsonObject,
  fillings: readonly Filling[],
  rows: SweepRows,
  row: number,
  report: ReportCell,
): void {
  for (const { path, pattern, type, isOptional } of fillings) {
    const empty = pattern.find((piece) => typeof piece === "number" && rows.cellOf(row, piece) === "");
    if (typeof empty === "number") {
      if (!isOptional)
        report(row, empty, { code: "wrong-type", message: "The cell is empty, and its value is needed." });
      continue;
    }
    const text = fillText(pattern, rows, row);
    const { value, findings } = readCell(text, type);
    const column = pattern.find((piece) => typeof piece === "number") ?? 0;
    for (const finding of findings) report(row, column, finding);
    if (value !== undefined) putValue(unit, path, value);
  }
}

/** The text that a pattern gives with the cells of a row. */
export function fillText(pattern: ColumnPattern, rows: SweepRows, row: number): string {
  let text = "";
  for (const piece of pattern) text += typeof piece === "number" ? rows.cellOf(row, piece) : piece;
  return text;
}
