import { type FamilyId, families } from "../../families/families.ts";
import { findName, isObject, type JsonObject, type JsonPath } from "../../json/value.ts";
import { pathBeside } from "../file-names.ts";
import { payloadShape } from "../shapes/shape.ts";
import { quoted } from "../text/words.ts";
import { readCsv } from "./csv.ts";
import { addError, CsvSource, JsonSource } from "./sources.ts";

/** The text of a file that a sweep names, or why there is none: the rest of a sentence that begins with its name. */
export type SweepFile =
  | { readonly text: string }
  | { readonly problem: string /** Whether the file is there and its bytes are no text. */; readonly isNoText?: true };

/** A sweep whose files are opened. */
interface OpenFiles {
  readonly sweep: JsonSource;
  /** The files that were opened. The sweep is the first. */
  readonly sources: (JsonSource | CsvSource)[];
  readonly files: ReadonlyMap<string, SweepFile>;
}

/** The template of a sweep: the parameters of one unit, and what all units of a job share. */
export interface SweepTemplate {
  readonly source: JsonSource;
  /** The parameters of the unit. */
  readonly unit: JsonObject;
  /** Where they are in the source. */
  readonly unitPath: JsonPath;
  /** What stands beside `data` in the envelope, such as `meta`. */
  readonly shared: JsonObject;
  /** Where the envelope is in the source. */
  readonly rootPath: JsonPath;
}

/**
 * Opens the member `rows` of a sweep. Reports what is wrong with it.
 * @param columns the columns that the sweep names
 * @returns undefined if there are no rows, or no names of their columns
 */
export function openRows(open: OpenFiles, name: string, columns: readonly string[]): CsvSource | undefined {
  const file = openFile(open, "rows", name);
  if (file === undefined) return undefined;
  const source = new CsvSource(file.path, readCsv(file.text, columns));
  open.sources.push(source);
  return source.columns.length === 0 ? undefined : source;
}

/** Opens the member `template` of a sweep. Reports what is wrong with it. */
export function openTemplate(open: OpenFiles, template: unknown, family: FamilyId): SweepTemplate | undefined {
  if (typeof template !== "string") return readTemplate(open.sweep, template, ["template"], family);
  const file = openFile(open, "template", template);
  if (file === undefined) return undefined;
  const source = new JsonSource(file.path, file.text);
  open.sources.push(source);
  return source.value === undefined ? undefined : readTemplate(source, source.value, [], family);
}

function openFile(
  { sweep, files }: OpenFiles,
  member: "template" | "rows",
  name: string,
): { readonly path: string; readonly text: string } | undefined {
  const path = pathBeside(sweep.path, name);
  const file = files.get(path) ?? { problem: "is missing" };
  if ("text" in file) return { path, text: file.text };
  const noTextCode = member === "rows" ? "csv" : "syntax";
  const code = file.isNoText === true ? noTextCode : "missing-file";
  addError(sweep, code, `The file ${quoted(path)} ${file.problem}.`, [member]);
  return undefined;
}

/**
 * Finds the unit in a template, which is the parameters of one unit, or a whole request with one unit. Reports what is wrong with it.
 *
 * @param value the template, at `rootPath` of the source
 */
function readTemplate(
  source: JsonSource,
  value: unknown,
  rootPath: JsonPath,
  family: FamilyId,
): SweepTemplate | undefined {
  if (!isObject(value)) {
    addError(
      source,
      "wrong-type",
      "A template is an object: the parameters of one unit, or a whole request.",
      rootPath,
    );
    return undefined;
  }
  const { $schema: _, ...root } = value;
  const origin = { source, rootPath };
  const dataKey = families[family].answers === "bare" ? undefined : findName(root, "data");
  if (dataKey === undefined) return { ...origin, unit: root, unitPath: rootPath, shared: {} };
  const { [dataKey]: data, ...shared } = root;
  const dataPath = [...rootPath, dataKey];
  if (!isObject(data)) {
    addError(source, "wrong-type", `${quoted(dataKey)} is an object.`, dataPath);
    return undefined;
  }
  if (payloadShape(family).location === "data") return { ...origin, unit: data, unitPath: dataPath, shared };
  const [[id, unit] = [], ...others] = Object.entries(data);
  if (id === undefined || others.length > 0 || !isObject(unit)) {
    const message = `A template has one unit, and this one has ${Object.keys(data).length}. Each row gives a unit like it.`;
    addError(source, "wrong-root", message, dataPath, "key");
  }
  if (id === undefined || !isObject(unit)) return undefined;
  return { ...origin, unit, unitPath: [...dataPath, id], shared };
}
