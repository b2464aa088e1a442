import { findName, items, type JsonPath, property } from "../../json/value.ts";
import { removeApostrophes } from "../../text/spreadsheet.ts";
import { type Finding, Findings, MAX_FINDINGS, severityOf } from "../issues/findings.ts";
import { replace } from "../issues/fixes.ts";
import type { FilePlace, Issue, IssueCode, LocatedFinding } from "../issues/issue.ts";
import { issueOf, LineIndex, placeFindings, ValueFinder } from "../issues/place.ts";
import { type Parsed, parseText } from "../read/parse.ts";
import { containsSecret } from "../text/words.ts";
import type { CsvTable } from "./csv.ts";

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
  readonly text: string;
  readonly #parsed: Parsed;
  readonly #keys = new Set<string>();
  readonly #finder: ValueFinder;

  constructor(path: string, text: string) {
    this.path = path;
    this.text = text;
    this.#parsed = parseText(text, this.findings);
    this.#finder = new ValueFinder(text, this.#parsed);
  }

  /** Undefined where the text is not JSON, or is not read to its end. */
  get value(): unknown {
    return Number.isFinite(this.#parsed.unreadFrom) ? undefined : this.#parsed.value;
  }

  get hasErrors(): boolean {
    const { problems } = this.#parsed;
    return this.findings.errors > 0 || problems.some((problem) => severityOf(problem) === "error");
  }

  /**
   * Adds a finding, unless it is there already.
   * @param finding.path names in any letter case; what the text lacks is marked where it would be
   * @param makeFixes makes the fixes of a finding that is new
   */
  add(finding: Finding, makeFixes = () => finding.fixes ?? []): void {
    const key = JSON.stringify([finding.code, finding.path, finding.message]);
    if (this.#keys.has(key)) return;
    if (this.#keys.size < MAX_FINDINGS) this.#keys.add(key);
    const { spelled, presentLength } = this.#spell(finding.path);
    const isPresent = presentLength === spelled.length;
    const withFixes = { ...finding, fixes: makeFixes() };
    this.findings.add(
      isPresent
        ? { ...withFixes, path: spelled }
        : { ...withFixes, path: spelled.slice(0, presentLength), at: "start" },
    );
  }

  /** The range of the value at a path, or of its name; undefined where the text has none. @param path names in any letter case */
  rangeOf(path: JsonPath, part?: "key"): FilePlace | undefined {
    const range = this.#finder.find(this.#spell(path).spelled, part);
    return range && { ...range, path: this.path };
  }

  /** A path with the names as the text spells them, and how many of its segments the text has. */
  #spell(path: JsonPath): { readonly spelled: JsonPath; readonly presentLength: number } {
    const spelled: (string | number)[] = [];
    let presentLength = 0;
    let at = this.value;
    for (const segment of path) {
      const name = Array.isArray(at) ? Number(segment) : (findName(at, String(segment)) ?? segment);
      spelled.push(name);
      at = typeof name === "number" ? items(at)[name] : property(at, name);
      if (at !== undefined) presentLength = spelled.length;
    }
    return { spelled, presentLength };
  }

  finish(): SweepSource {
    const issues = placeFindings(this.text, this.#parsed, this.findings);
    return { path: this.path, text: this.text, issues };
  }
}

/** What is wrong in a cell. */
export interface CellFinding extends Pick<Finding, "code" | "severity" | "message"> {
  /** Texts that the cell may mean. */
  readonly changes?: readonly CellChange[];
}

/** A text that a cell may mean. */
export interface CellChange {
  readonly title: string;
  readonly text: string;
}

/** The rows of a sweep: a CSV text with what is wrong in it. */
export class CsvSource {
  readonly path: string;
  readonly table: CsvTable;
  readonly #findings = new Findings<LocatedFinding>();
  /** The codes of the findings by their cells. */
  readonly #keys = new Set<string>();
  readonly #faultyCells = new Set<string>();
  #lines: LineIndex | undefined;

  constructor(path: string, table: CsvTable) {
    this.path = path;
    this.table = table;
    for (const finding of table.findings) this.#findings.add(finding);
  }

  get hasErrors(): boolean {
    return this.#findings.errors > 0;
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

  /** Adds a finding at a cell. A cell has each code once, because it may fill several places, and all of them have the same mistake. */
  report(row: number, column: number, { changes = [], ...finding }: CellFinding): void {
    const key = `${row}:${column}:${finding.code}`;
    if (this.#keys.has(key)) return;
    if (this.#keys.size < MAX_FINDINGS) this.#keys.add(key);
    const place = this.table.placeOf(row, column);
    const fixes = changes
      .filter(({ text }) => !containsSecret(text))
      .map(({ title, text }) => ({
        title,
        safe: false,
        edits: [replace(place.start, place.end, this.table.write(text))],
      }));
    this.#findings.add({ ...finding, ...place, fixes });
  }

  /** Adds an error at a cell that has no value, so that nothing else is said about it. */
  reportFaulty(row: number, column: number, finding: CellFinding): void {
    this.report(row, column, finding);
    this.#faultyCells.add(`${row}:${column}`);
  }

  /** Whether a cell has no value, which is reported. */
  isFaulty(row: number, column: number): boolean {
    return this.#faultyCells.has(`${row}:${column}`) || this.table.isBrokenCell(row, column);
  }

  /** Whether a cell is written between quotation marks. */
  isQuoted(row: number, column: number): boolean {
    return this.table.text[this.table.placeOf(row, column).start] === '"';
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
    const overflow = this.#findings.overflow();
    const issues = [...this.#findings.list, ...(overflow ? [{ ...overflow, start: 0, end: 0, fixes: [] }] : [])]
      .sort((a, b) => a.start - b.start || a.end - b.end)
      .map((finding) => issueOf(finding, lines));
    return { path: this.path, text, issues };
  }

  #lineIndex(): LineIndex {
    this.#lines ??= new LineIndex(this.table.text);
    return this.#lines;
  }
}

/** Adds a finding at a path of a JSON text, with the severity of an error. */
export function addError(source: JsonSource, code: IssueCode, message: string, path: JsonPath, at?: "key"): void {
  source.add({ code, severity: "error", message, path, ...(at !== undefined && { at }) });
}
