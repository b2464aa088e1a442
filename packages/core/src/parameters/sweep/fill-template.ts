import {
  entries,
  findName,
  fromPointer,
  isObject,
  items,
  type JsonObject,
  type JsonPath,
  property,
} from "../../json/value.ts";
import { numbersMeant } from "../corrections/meanings.ts";
import { Findings } from "../issues/findings.ts";
import { renameKey } from "../issues/fixes.ts";
import { parseText } from "../read/parse.ts";
import { quoted } from "../text/words.ts";
import { type ColumnPattern, findSweepColumn, readColumnPattern } from "./columns.ts";
import type { CellType } from "./schema.ts";
import { addError, type CellChange, type CellFinding, type CsvSource, type JsonSource } from "./sources.ts";

const cellTypes: readonly CellType[] = ["text", "number", "boolean", "json"];

/** A place of the template, and what fills it. */
export interface Substitution {
  /** In the parameters of the unit. */
  readonly path: JsonPath;
  /** Undefined if it cannot be read. */
  readonly pattern: ColumnPattern | undefined;
  readonly type: CellType;
  /** Whether an empty cell keeps the value of the template. */
  readonly isOptional: boolean;
  /** The place of this filling in the sweep. */
  readonly fillPath: JsonPath;
}

/** The most places that a sweep fills: far above what a person writes. Each is compared with all others. */
const MAX_FILLS = 1000;

/**
 * Reads the member `fill` of a sweep, whose shape has been checked. Reports columns and places that do not exist.
 * @param unit undefined if the template cannot be read: then the places are not checked
 * @param columns undefined if the rows cannot be read: then the columns are not checked
 */
export function readSubstitutions(
  sweep: JsonSource,
  fill: unknown,
  unit: JsonObject | undefined,
  columns: readonly string[] | undefined,
): Substitution[] {
  // A place may be inside of what an earlier one makes.
  const probe = structuredClone(unit ?? {});
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
      if (unit !== undefined) {
        const isPointer = !pointer.startsWith("/") && "path" in findPlace(probe, `/${pointer}`);
        const fixes = isPointer ? [renameKey("Begin it with a slash", `/${pointer}`, false)] : [];
        sweep.add({
          code: "unknown-property",
          severity: "error",
          message: where.reason,
          path: fillPath,
          at: "key",
          fixes,
        });
      }
      readSource(sweep, value, columns, fillPath);
      continue;
    }
    const { path } = where;
    const overlap = fillings.find((filling) => overlaps(path, filling.path));
    if (overlap !== undefined)
      addError(sweep, "duplicate-key", `${quoted(String(overlap.fillPath[1]))} fills the same place.`, fillPath, "key");
    const source = readSource(sweep, value, columns, fillPath);
    fillings.push({ path, fillPath, ...(source ?? { pattern: undefined, type: "text", isOptional: false }) });
    if (where.value === undefined) putValue(probe, path, null);
  }
  return fillings;
}

function readSource(
  sweep: JsonSource,
  value: unknown,
  columns: readonly string[] | undefined,
  fillPath: JsonPath,
): Pick<Substitution, "pattern" | "type" | "isOptional"> | undefined {
  // A value or a column of a wrong type is an issue of the shape.
  if (typeof value === "string") {
    const pattern = readColumnPattern(sweep, value, columns, fillPath);
    return pattern && { pattern, type: "text", isOptional: false };
  }
  const { column: name, type: written = "text", optional } = isObject(value) ? value : {};
  if (typeof name !== "string") return undefined;
  const column = findSweepColumn(sweep, name, columns, [...fillPath, "column"]);
  const type = cellTypes.find((cellType) => cellType === written);
  if (column === undefined || type === undefined) return undefined;
  return { pattern: [column], type, isOptional: optional === true };
}

/** Called for what is wrong with a cell, such as one without a value of the needed type. */
export type ReportCell = (row: number, column: number, finding: CellFinding) => void;

/**
 * Fills the places of a unit with the cells of a row.
 * @returns the fillings without a value, for which a cell is to blame that is reported
 */
export function fillUnit(
  unit: JsonObject,
  fillings: readonly Substitution[],
  rows: CsvSource,
  row: number,
  report: ReportCell,
): Substitution[] {
  const unfilled: Substitution[] = [];
  for (const filling of fillings) {
    const { path, pattern, type, isOptional } = filling;
    if (pattern === undefined) {
      unfilled.push(filling);
      continue;
    }
    const columns = pattern.filter((piece) => typeof piece === "number");
    const faulty = columns.filter((column) => rows.isFaulty(row, column));
    const empty = columns.filter((column) => !faulty.includes(column) && rows.cellOf(row, column) === "");
    if (faulty.length > 0 || (empty.length > 0 && !isOptional)) unfilled.push(filling);
    if (!isOptional)
      for (const column of empty)
        report(row, column, { code: "wrong-type", message: "The cell is empty, and its value is needed." });
    if (faulty.length + empty.length > 0) continue;
    const { value, findings } = readCell(fillText(pattern, rows, row), type);
    for (const finding of findings) report(row, columns[0] ?? 0, finding);
    if (value === undefined) unfilled.push(filling);
    else putValue(unit, path, value);
  }
  return unfilled;
}

/** Puts a text at the places of a unit that have no value, so that the only mistake there is the one of the cell. */
export function fillProvisionally(unit: JsonObject, unfilled: readonly Substitution[]): void {
  for (const { path } of unfilled) if (!hasPath(unit, path)) putValue(unit, path, "");
}

/** Whether a unit has something at a path. */
export function hasPath(unit: JsonObject, path: JsonPath): boolean {
  let at: unknown = unit;
  for (const segment of path) {
    const name = Array.isArray(at) ? String(segment) : findName(at, String(segment));
    at = Array.isArray(at) ? items(at)[Number(segment)] : property(at, name ?? "");
    if (at === undefined) return false;
  }
  return true;
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
  readonly findings: readonly CellFinding[];
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
        numbersMeant(cell).map((number) => ({ title: `Change to ${quoted(number)}`, text: number })),
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
  if (value === undefined || strict.text !== cell) return refuse(`${quoted(cell)} is not JSON.`);
  return {
    value,
    findings: [...problems, ...findings.list].map(({ code, severity, message }) => ({
      code,
      message,
      ...(severity !== undefined && { severity }),
    })),
  };
}

function refuse(message: string, changes: readonly CellChange[] = []): ReadCell {
  return { value: undefined, findings: [{ code: "wrong-type", message, changes }] };
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
export function putValue(unit: JsonObject, path: JsonPath, value: unknown): void {
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

/** The item or the member of a value that a segment of a path names. */
export function childOf(parent: unknown, segment: string | number): unknown {
  return Array.isArray(parent) ? parent[Number(segment)] : property(parent, String(segment));
}

/** Whether a path is another one or leads through it, with names in any letter case. */
export function startsWith(path: JsonPath, start: JsonPath): boolean {
  const wordAt = (segments: JsonPath, index: number) => String(segments[index]).toLowerCase();
  return start.length <= path.length && start.every((_, index) => wordAt(path, index) === wordAt(start, index));
}

/** Whether one of two paths is the other, or leads through it. */
export function overlaps(path: JsonPath, other: JsonPath): boolean {
  return startsWith(path, other) || startsWith(other, path);
}
