import { entries, type JsonObject, type JsonPath, property } from "../../json/value.ts";
import { nearestFew } from "../../text/nearest.ts";
import { MAX_CLOSE_OFFERED, replaceWritten } from "../issues/fixes.ts";
import { listed, quoted } from "../text/words.ts";
import { addError, type JsonSource } from "./sources.ts";

/** A text made of cells, with the columns by their numbers. */
export type ColumnPattern = readonly (string | number)[];

const COLUMN_IN_BRACES = /\{\{|\}\}|\{[^{}]+\}|[^{}]+/g;

/** The names of the columns that a sweep reads, whether the rows have them or not. @param sweep its members */
export function namedColumns({ id, fill, exclude }: JsonObject): readonly string[] {
  const inBraces = (text: unknown) =>
    typeof text === "string"
      ? (text.match(COLUMN_IN_BRACES) ?? []).filter((piece) => /^\{[^{]/.test(piece)).map((piece) => piece.slice(1, -1))
      : [];
  const sources = entries(fill).map(([, value]) => value);
  const columns = [exclude, ...sources.map((value) => property(value, "column"))];
  return [
    ...new Set([...inBraces(id), ...sources.flatMap(inBraces), ...columns.filter((name) => typeof name === "string")]),
  ];
}

/** Reads a text such as `Client:/{account}.ACCT`; `{{` and `}}` are braces. Reports columns that do not exist. */
export function readColumnPattern(
  sweep: JsonSource,
  text: string,
  columns: readonly string[] | undefined,
  path: JsonPath,
): ColumnPattern | undefined {
  const pieces = text.match(COLUMN_IN_BRACES) ?? [];
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

/**
 * The number of a column. Reports a name that no column has; then it is the number of the column with the closest name, so that the cells are
 * checked in the meantime: no job is made of a sweep with an error.
 * @param columns undefined if the rows cannot be read: then the name is not checked
 */
export function findSweepColumn(
  sweep: JsonSource,
  name: string,
  columns: readonly string[] | undefined,
  path: JsonPath,
): number | undefined {
  if (columns === undefined) return undefined;
  const index = columns.indexOf(name);
  if (index >= 0) return index;
  const named = columns.filter((column) => column !== "");
  const closeNames = nearestFew(name, named, MAX_CLOSE_OFFERED);
  const hint =
    closeNames[0] === undefined ? `The columns are ${listed(named)}.` : `Did you mean ${quoted(closeNames[0])}?`;
  const fixes = closeNames.map((close) => {
    const written = (column: string) => JSON.stringify(column).slice(1, -1);
    return replaceWritten(`Change to ${quoted(close)}`, (value) =>
      value === JSON.stringify(name)
        ? JSON.stringify(close)
        : value.replaceAll(`{${written(name)}}`, () => `{${written(close)}}`),
    );
  });
  sweep.add({ code: "unknown-value", message: `There is no column ${quoted(name)}. ${hint}`, path, fixes });
  const closest = columns.indexOf(closeNames[0] ?? "");
  return closest >= 0 ? closest : undefined;
}
