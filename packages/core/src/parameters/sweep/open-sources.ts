import type { FamilyId } from "../../families/families.ts";
import { isObject, type JsonObject, property } from "../../json/value.ts";
import type { Steps } from "../steps.ts";
import { quoted } from "../text/words.ts";
import { readCsv } from "./csv.ts";
import { lockedRowsPath, pathBeside } from "./names.ts";
import { csvRows, inlineRows, type SweepRows } from "./rows.ts";
import { addError, CsvSource, JsonSource } from "./sources.ts";
import { readSweepTemplate, type SweepTemplate } from "./template.ts";

/** The text of a file that a sweep names, or why there is none: the rest of a sentence that begins with its name. */
export type SweepFile = { readonly text: string } | { readonly problem: string };

/** A sweep whose files are opened. */
interface Opening {
  readonly sweep: JsonSource;
  /** The files that were opened. The sweep is the first. */
  readonly sources: (JsonSource | CsvSource)[];
  readonly files: ReadonlyMap<string, SweepFile>;
}

/** The CSV file of rows, as the sweep names it: beside the sweep for rows that come from the service. */
export function rowsPath(rows: unknown, sweep: string): unknown {
  return isObject(rows) ? lockedRowsPath(sweep.slice(sweep.lastIndexOf("/") + 1)) : rows;
}

/** The member `template` of a sweep. Reports what is wrong with it. */
export function openTemplate(opening: Opening, template: unknown, family: FamilyId): SweepTemplate | undefined {
  if (typeof template !== "string") return readSweepTemplate(opening.sweep, template, ["template"], family);
  const file = openFile(opening, "template", template);
  if (file === undefined) return undefined;
  const source = new JsonSource(file.path, file.text);
  opening.sources.push(source);
  return source.value === undefined ? undefined : readSweepTemplate(source, source.value, [], family);
}

/** The member `rows` of a sweep. Reports what is wrong with it. */
export function* openRows(opening: Opening, rows: unknown): Steps<SweepRows | undefined> {
  const { sweep, sources } = opening;
  if (Array.isArray(rows)) return inlineRows(sweep, rows);
  const name = rowsPath(rows, sweep.path);
  if (typeof name !== "string" || (isObject(rows) && !isDirectory(rows))) {
    const message =
      'Rows are the name of a CSV file, a list of objects, or { "accounts": "Client:/Growth" } for the accounts of a directory.';
    addError(sweep, "wrong-type", message, ["rows"]);
    return undefined;
  }
  const file = openFile(opening, "rows", name);
  if (file === undefined) return undefined;
  const source = new CsvSource(file.path, yield* readCsv(file.text));
  sources.push(source);
  const names = source.table.columns.filter((column) => column !== "");
  // The header is wrong, which is reported there.
  return names.length === 0 || new Set(names).size < names.length ? undefined : csvRows(source);
}

function isDirectory(rows: JsonObject): boolean {
  return typeof rows["accounts"] === "string" && Object.keys(rows).length === 1;
}

function openFile(
  { sweep, files }: Opening,
  member: "template" | "rows",
  name: string,
): { readonly path: string; readonly text: string } | undefined {
  const path = pathBeside(sweep.path, name);
  const file = files.get(path) ?? { problem: "is missing" };
  if ("text" in file) return { path, text: file.text };
  const isLocked = member === "rows" && isObject(property(sweep.value, "rows"));
  const remedy = isLocked
    ? " The rows come from the service: write them with `analytics-engines sweep lock`, and check the file in."
    : "";
  addError(sweep, "missing-file", `The file ${quoted(path)} ${file.problem}.${remedy}`, [member]);
  return undefined;
}
