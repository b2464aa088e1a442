import { type FamilyId, families } from "../../families/families.ts";
import { findName, isObject, items, type JsonObject, type JsonPath, property } from "../../json/value.ts";
import { removeApostrophes } from "../../text/spreadsheet.ts";
import { pathBeside } from "../file-names.ts";
import { type Finding, Findings, MAX_FINDINGS } from "../issues/findings.ts";
import { type FilePlace, type Issue, type IssueCode, issueKinds, type LocatedFinding } from "../issues/issue.ts";
import { issueOf, LineIndex, placeFindings, ValueFinder } from "../issues/place.ts";
import { type Parsed, parseText } from "../read/parse.ts";
import { payloadShape } from "../shapes/shape.ts";
import { quoted } from "../text/words.ts";
import { type CsvTable, readCsv } from "./csv.ts";

/** A file that a sweep consists of: the sweep itself, its template or its rows. */
export interface SweepSource {
  readonly path: string;
  /** The text that the places of the issues belong to; empty where the file could not be read. */
  readonly text: string;
  /** Sorted by position. */
  readonly issues: readonly Issue[];
}

/** A JSON text with what is wrong in it. The same finding at the same place is listed once, however many rows have it. */
export class JsonSource {
  readonly path: string;
  readonly findings = new Findings();
  readonly #text: string;
  readonly #parsed: Parsed;
  readonly #keys = new Set<string>();
  readonly #finder: ValueFinder;

  constructor(path: string, text: string) {
    this.path = path;
    this.#text = text;
    this.#parsed = parseText(text, this.findings);
    this.#finder = new ValueFinder(text, this.#parsed.places);
  }

  /** Undefined where the text is not JSON. */
  get value(): unknown {
    return this.#parsed.value;
  }

  get hasErrors(): boolean {
    const { problems } = this.#parsed;
    return (
      this.findings.errors > 0 || problems.some(({ code, severity }) => (severity ?? issueKinds[code][0]) === "error")
    );
  }

  add(finding: Finding): void {
    const key = JSON.stringify([finding.code, finding.path, finding.message]);
    if (this.#keys.has(key)) return;
    if (this.#keys.size < MAX_FINDINGS) this.#keys.add(key);
    this.findings.add(finding);
  }

  /** The range of the value at a path, or of its name; undefined where the text has none. @param path names in any letter case */
  rangeOf(path: JsonPath, part?: "key"): FilePlace | undefined {
    const spelledPath: (string | number)[] = [];
    let at = this.value;
    for (const segment of path) {
      const name = Array.isArray(at) ? Number(segment) : (findName(at, String(segment)) ?? segment);
      spelledPath.push(name);
      at = typeof name === "number" ? items(at)[name] : property(at, name);
    }
    const range = this.#finder.find(spelledPath, part);
    return range && { ...range, path: this.path };
  }

  finish(): SweepSource {
    const issues = placeFindings(this.#text, this.#parsed, this.findings);
    return { path: this.path, text: this.#text, issues };
  }
}

/** What is wrong in a cell. */
export type UnplacedFinding = Pick<Finding, "code" | "severity" | "message">;

/** The rows of a sweep: a CSV text with what is wrong in it. */
export class CsvSource {
  readonly path: string;
  readonly table: CsvTable;
  readonly #findings: LocatedFinding[] = [];
  #lines: LineIndex | undefined;
  #dropped = 0;
  #errors = 0;

  constructor(path: string, table: CsvTable) {
    this.path = path;
    this.table = table;
    for (const finding of table.findings) this.#add(finding);
  }

  get hasErrors(): boolean {
    return this.#errors > 0;
  }

  get columns(): readonly string[] {
    return this.table.columns;
  }

  /** How many rows there are after the header. */
  get length(): number {
    return this.table.length;
  }

  /**
   * A cell as text; empty where the row has none. A spreadsheet may have shown the file, so the apostrophes that keep a cell from running are
   * no part of it.
   */
  cellOf(row: number, column: number): string {
    return removeApostrophes(this.table.cellOf(row, column));
  }

  /** Adds a finding at a cell. */
  report(row: number, column: number, finding: UnplacedFinding): void {
    this.#add({ ...finding, ...this.table.placeOf(row, column), fixes: [] });
  }

  rangeOf(row: number, column: number): FilePlace {
    return { ...this.#lineIndex().rangeOf(this.table.placeOf(row, column)), path: this.path };
  }

  /** The line of a row in the file, from 1. */
  lineOf(row: number): number {
    return this.rangeOf(row, 0).start.line;
  }

  finish(): SweepSource {
    const { text } = this.table;
    const lines = this.#lineIndex();
    const message = `Not listed here: ${this.#dropped} more issues.`;
    const rest: LocatedFinding = { code: "too-many-issues", message, start: 0, end: 0, fixes: [] };
    const issues = [...this.#findings, ...(this.#dropped > 0 ? [rest] : [])]
      .sort((a, b) => a.start - b.start || a.end - b.end)
      .map((finding) => issueOf(finding, lines));
    return { path: this.path, text, issues };
  }

  #lineIndex(): LineIndex {
    this.#lines ??= new LineIndex(this.table.text);
    return this.#lines;
  }

  #add(finding: LocatedFinding): void {
    if ((finding.severity ?? issueKinds[finding.code][0]) === "error") this.#errors++;
    if (this.#findings.length < MAX_FINDINGS) this.#findings.push(finding);
    else this.#dropped++;
  }
}

/** Adds a finding at a path of a JSON text, with the severity of an error. */
export function addError(source: JsonSource, code: IssueCode, message: string, path: JsonPath, at?: "key"): void {
  source.add({ code, severity: "error", message, path, ...(at !== undefined && { at }) });
}

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

/** Opens the member `rows` of a sweep. Reports what is wrong with it. */
export function openRows(open: OpenFiles, name: string): CsvSource | undefined {
  const file = openFile(open, "rows", name);
  if (file === undefined) return undefined;
  const source = new CsvSource(file.path, readCsv(file.text));
  open.sources.push(source);
  const columns = source.columns.filter((column) => column !== "");
  // The header is wrong, which is reported there.
  return columns.length === 0 || new Set(columns).size < columns.length ? undefined : source;
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
    return undefined;
  }
  return { ...origin, unit, unitPath: [...dataPath, id], shared };
}
