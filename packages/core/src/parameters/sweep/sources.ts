import { findName, items, type JsonPath, property } from "../../json/value.ts";
import { removeApostrophes } from "../../text/spreadsheet.ts";
import { type IssueFinding, IssueFindings, MAX_FINDINGS } from "../issues/findings.ts";
import { type FilePlace, type Issue, type IssueCode, issueKinds, type Severity } from "../issues/issue.ts";
import { placeFindings } from "../issues/place.ts";
import { type Parsed, parseText } from "../read/parse.ts";
import { LineIndex } from "../text/lines.ts";
import { ValueFinder } from "../text/value-finder.ts";
import type { CsvTable, TextSpan } from "./csv.ts";

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
  readonly findings = new IssueFindings();
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

  add(finding: IssueFinding): void {
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
export interface CellFinding {
  readonly code: IssueCode;
  readonly severity?: Severity;
  readonly message: string;
}

/** The rows of a sweep: a CSV text with what is wrong in it. */
export class CsvSource {
  readonly path: string;
  readonly table: CsvTable;
  readonly #findings: (CellFinding & TextSpan)[] = [];
  #lines: LineIndex | undefined;
  #dropped = 0;
  #errors = 0;

  constructor(path: string, table: CsvTable) {
    this.path = path;
    this.table = table;
    for (const problem of this.table.problems) this.#add({ code: "csv", ...problem });
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
  report(row: number, column: number, finding: CellFinding): void {
    this.#add({ ...finding, ...this.table.placeOf(row, column) });
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
    const rest: CellFinding & TextSpan = { code: "too-many-issues", message, start: 0, end: 0 };
    const issues = [...this.#findings, ...(this.#dropped > 0 ? [rest] : [])]
      .sort((a, b) => a.start - b.start || a.end - b.end)
      .map(({ code, severity = issueKinds[code][0], message: words, ...span }): Issue => {
        return { code, severity, message: words, pointer: "", range: lines.rangeOf(span), fixes: [] };
      });
    return { path: this.path, text, issues };
  }

  #lineIndex(): LineIndex {
    this.#lines ??= new LineIndex(this.table.text);
    return this.#lines;
  }

  #add(finding: CellFinding & TextSpan): void {
    if ((finding.severity ?? issueKinds[finding.code][0]) === "error") this.#errors++;
    if (this.#findings.length < MAX_FINDINGS) this.#findings.push(finding);
    else this.#dropped++;
  }
}

/** Adds a finding at a path of a JSON text, with the severity of an error. */
export function addError(source: JsonSource, code: IssueCode, message: string, path: JsonPath, at?: "key"): void {
  source.add({ code, severity: "error", message, path, ...(at !== undefined && { at }) });
}
