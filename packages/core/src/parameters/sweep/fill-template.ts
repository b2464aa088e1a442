import {
  entries,
  findName,
  fromPointer,
  isObject,
  type JsonObject,
  type JsonPath,
  property,
} from "../../json/value.ts";
import { Findings } from "../issues/findings.ts";
import { parseText } from "../read/parse.ts";
import { listed, nearestHint, quoted } from "../text/words.ts";
import type { CellType } from "./schema.ts";
import { addError, type CsvSource, type JsonSource, type UnplacedFinding } from "./sources.ts";

const cellTypes: readonly CellType[] = ["text", "number", "boolean", "json"];

/** A text made of cells, with the columns by their numbers. */
export type ColumnPattern = readonly (string | number)[];

/** A place of the template, and what fills it. */
export interface Substitution {
  /** In the parameters of the unit. */
  readonly path: JsonPath;
  readonly pattern: ColumnPattern;
  readonly type: CellType;
  /** Whether an empty cell keeps the value of the template. */
  readonly isOptional: boolean;
  /** The place of this filling in the sweep. */
  readonly fillPath: JsonPath;
}

/** The most places that a sweep fills: far above what a person writes. Each is compared with all others. */
const MAX_FILLS = 1000;

/** Reads the member `fill` of a sweep, whose shape has been checked. Reports columns and places that do not exist. */
export function readSubstitutions(
  sweep: JsonSource,
  fill: unknown,
  unit: JsonObject,
  columns: readonly string[],
): Substitution[] {
  // A place may be inside of what an earlier one makes.
  const probe = structuredClone(unit);
  const fillings: Substitution[] = [];
  const fillCount = entries(fill).length;
  if (fillCount > MAX_FILLS) {
    const message = `A sweep fills at most ${MAX_FILLS} places, and this one fills ${fillCount}: put the rest into the template.`;
    addError(sweep, "unknown-value", message, ["fill"]);
    return fillings;
  }
  for (const [pointer, value] of entries(fill)) {
    const fillPath = ["fill", pointer];
    const where = findPlace(probe, pointer);
    if ("reason" in where) {
      addError(sweep, "unknown-property", where.reason, fillPath, "key");
      continue;
    }
    const { path } = where;
    const overlap = fillings.find((filling) => startsWith(path, filling.path) || startsWith(filling.path, path));
    if (overlap !== undefined)
      addError(sweep, "duplicate-key", `${quoted(String(overlap.fillPath[1]))} fills the same place.`, fillPath, "key");
    const source = readSource(sweep, value, columns, fillPath);
    if (source === undefined) continue;
    fillings.push({ path, fillPath, ...source });
    if (where.value === undefined) putValue(probe, path, null);
  }
  return fillings;
}

function readSource(
  sweep: JsonSource,
  value: unknown,
  columns: readonly string[],
  fillPath: JsonPath,
): Pick<Substitution, "pattern" | "type" | "isOptional"> | undefined {
  if (!isObject(value)) {
    const pattern = readColumnPattern(sweep, String(value), columns, fillPath);
    return pattern && { pattern, type: "text", isOptional: false };
  }
  const type = cellTypes.find((cellType) => cellType === value["type"]) ?? "text";
  const column = findSweepColumn(sweep, String(value["column"]), columns, [...fillPath, "column"]);
  return column === undefined ? undefined : { pattern: [column], type, isOptional: value["optional"] === true };
}

/** Reads a text such as `Client:/{account}.ACCT`; `{{` and `}}` are braces. Reports columns that do not exist. */
export function readColumnPattern(
  sweep: JsonSource,
  text: string,
  columns: readonly string[],
  path: JsonPath,
): ColumnPattern | undefined {
  const pieces = text.match(/\{\{|\}\}|\{[^{}]+\}|[^{}]+/g) ?? [];
  if (pieces.join("") !== text) {
    addError(sweep, "wrong-type", "A brace has no partner. Write {column}, and {{ or }} for a brace itself.", path);
    return undefined;
  }
  const pattern = pieces.map((piece) => {
    if (piece === "{{" || piece === "}}") return piece.charAt(0);
    return piece.startsWith("{") ? findSweepColumn(sweep, piece.slice(1, -1), columns, path) : piece;
  });
  return pattern.includes(undefined) ? undefined : pattern.filter((piece) => piece !== undefined);
}

/** The number of a column. Reports a name that no column has. */
export function findSweepColumn(
  sweep: JsonSource,
  name: string,
  columns: readonly string[],
  path: JsonPath,
): number | undefined {
  const index = columns.indexOf(name);
  if (index >= 0) return index;
  const hint = nearestHint(name, columns, `The columns are ${listed(columns)}.`);
  addError(sweep, "unknown-value", `There is no column ${quoted(name)}. ${hint}`, path);
  return undefined;
}

/** Called for what is wrong with a cell, such as one without a value of the needed type. */
export type ReportCell = (row: number, column: number, finding: UnplacedFinding) => void;

/** Fills the places of a unit with the cells of a row. */
export function fillUnit(
  unit: JsonObject,
  fillings: readonly Substitution[],
  rows: CsvSource,
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
export function fillText(pattern: ColumnPattern, rows: CsvSource, row: number): string {
  let text = "";
  for (const piece of pattern) text += typeof piece === "number" ? rows.cellOf(row, piece) : piece;
  return text;
}

/** What a cell is read as. */
interface ReadCell {
  /** Undefined if the cell has no value of the type. */
  readonly value: unknown;
  readonly findings: readonly UnplacedFinding[];
}

/** Reads a cell as a value of a type. */
function readCell(cell: string, type: CellType): ReadCell {
  switch (type) {
    case "text":
      return { value: cell, findings: [] };
    case "number":
      if (/^-?(0|[1-9]\d*)(\.\d+)?([eE][-+]?\d+)?$/.test(cell) && Number.isFinite(Number(cell))) return readJson(cell);
      return refuse(
        `${quoted(cell)} is no number. Write it as in JSON: with a point, and without separators of thousands.`,
      );
    case "boolean":
      if (/^(true|false)$/i.test(cell)) return { value: cell.toLowerCase() === "true", findings: [] };
      return refuse(`${quoted(cell)} is neither true nor false.`);
    case "json":
      return readJson(cell);
  }
}

/** A text that becomes JSON goes through the reader of parameter files, so that what is wrong there is wrong here. */
function readJson(cell: string): ReadCell {
  const findings = new Findings();
  const { value, strict, problems } = parseText(cell, findings);
  // The reader corrects a text that is nearly JSON, for the fixes of an editor.
  if (value === undefined || strict !== cell) return refuse(`${quoted(cell)} is not JSON.`);
  return {
    value,
    findings: [...problems, ...findings.list].map(({ code, severity, message }) => ({
      code,
      message,
      ...(severity !== undefined && { severity }),
    })),
  };
}

function refuse(message: string): ReadCell {
  return { value: undefined, findings: [{ code: "wrong-type", message }] };
}

/** A place of a template with its value, undefined where it has none yet; or why there is no such place. */
type PlaceOrReason = { readonly path: JsonPath; readonly value: unknown } | { readonly reason: string };

/** Finds the place of a JSON pointer in the parameters of a unit: names in any letter case, and one item more than a list has. */
function findPlace(unit: JsonObject, pointer: string): PlaceOrReason {
  const segments = fromPointer(pointer);
  if (segments === undefined || segments.length === 0)
    return { reason: "A place is a JSON pointer into the parameters of the unit, such as /accounts/0/id." };
  const path: (string | number)[] = [];
  let at: unknown = unit;
  for (const segment of segments) {
    if (segment === "__proto__") return { reason: `${quoted(segment)} cannot be a name.` };
    at ??= undefined;
    if (Array.isArray(at) || (at === undefined && segment === "0")) {
      const list: readonly unknown[] = Array.isArray(at) ? at : [];
      if (!/^(0|[1-9]\d{0,5})$/.test(segment) || Number(segment) > list.length) {
        const last = list.length === 0 ? "it is empty, so 0 adds an item" : `${list.length} adds an item`;
        return { reason: `${quoted(segment)} is no index of this list: ${last}.` };
      }
      path.push(Number(segment));
      at = list[Number(segment)];
    } else if (at === undefined || isObject(at)) {
      const name = findName(at, segment) ?? segment;
      path.push(name);
      at = property(at, name);
    } else return { reason: `There is nothing at ${quoted(segment)}: the template has a plain value there.` };
  }
  return { path, value: at };
}

/** Puts a value at a place that `findPlace` found. Objects and lists that are missing on the way are made. */
function putValue(unit: JsonObject, path: JsonPath, value: unknown): void {
  let at: JsonObject | unknown[] = unit;
  for (const [depth, segment] of path.entries()) {
    const isLast = depth === path.length - 1;
    const next: unknown = isLast ? value : childOf(at, segment);
    const child =
      isLast || isObject(next) || Array.isArray(next) ? next : typeof path[depth + 1] === "number" ? [] : {};
    if (Array.isArray(at)) at[Number(segment)] = child;
    else at[String(segment)] = child;
    if (isLast || !(isObject(child) || Array.isArray(child))) return;
    at = child;
  }
}

function childOf(parent: JsonObject | unknown[], segment: string | number): unknown {
  return Array.isArray(parent) ? parent[Number(segment)] : property(parent, String(segment));
}

/** Whether a path is another one or leads through it, with names in any letter case. */
export function startsWith(path: JsonPath, start: JsonPath): boolean {
  const wordAt = (segments: JsonPath, index: number) => String(segments[index]).toLowerCase();
  return start.length <= path.length && start.every((_, index) => wordAt(path, index) === wordAt(start, index));
}
