import Papa from "papaparse";
import { BYTE_ORDER_MARK, inertText, removeApostrophes } from "../../text/spreadsheet.ts";
import { replace } from "../issues/fixes.ts";
import type { Fix, LocatedFinding } from "../issues/issue.ts";
import { quoted } from "../text/words.ts";

/** A place in a text: offsets. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

/** The rows of a CSV text. Every cell is text. */
export interface CsvTable {
  /** The text that the offsets belong to: without a byte-order mark, with LF at the end of each line. Lines and columns are those of the file. */
  readonly text: string;
  /** The names in the header, without blanks around them. */
  readonly columns: readonly string[];
  /** How many rows there are after the header. */
  readonly length: number;
  /** A cell; empty where the row has too few. */
  cellOf(row: number, column: number): string;
  readonly findings: readonly LocatedFinding[];
  /** Whether a row has not the cells of the header, so that it is unknown which of them belongs to which column. */
  isBrokenRow(row: number): boolean;
  /** Whether a cell is not written as CSV, which is reported. */
  isBrokenCell(row: number, column: number): boolean;
  /** Where a cell of a row is. */
  placeOf(row: number, column: number): TextSpan;
  /** Where the header names a column. */
  placeOfColumn(column: number): TextSpan;
  /** The cell at an offset; undefined in the header and between rows. */
  cellAt(offset: number): { readonly row: number; readonly column: number } | undefined;
  /** A text as a cell, quoted where it must be. */
  write(text: string): string;
}

/** Of more findings, the first ones are enough. */
const MAX_FINDINGS = 100;

/**
 * Reads CSV as RFC 4180 describes it, with a header. The separator is the one that a first line `sep=;` names, as Excel writes it, or the one of
 * `,`, `;` and tab that the header has most. A row of empty cells is none: spreadsheets write them below their data. Takes a time that grows
 * with the length of the text alone. Never throws.
 * @param expectedNames names that the header should have: lines before one that has them are a title
 */
export function readCsv(source: string, expectedNames: readonly string[] = []): CsvTable {
  const text = source.replace(/^\u{feff}/u, "").replace(/\r\n?/g, "\n");
  const [separatorLine = "", namedSeparator] = /^sep=([^\n])(?:\n|$)/i.exec(text) ?? [];
  const header = findHeader(text, separatorLine.length, namedSeparator, expectedNames);
  const { separator } = header;
  const findings: LocatedFinding[] = [];
  // The place of a cell takes a walk through its row, so only the findings that are kept ask for theirs.
  const add = (message: string, findPlace: () => TextSpan, fixes: readonly Fix[] = []) => {
    if (findings.length < MAX_FINDINGS) findings.push({ code: "csv", message, fixes, ...findPlace() });
  };
  const placeAt = (record: number, column: number) => placeOfCell(text, record, column, separator);
  if (header.titleStart !== undefined) addTitle(text, header.titleStart, header.start, add);
  const headerRecord = readRecord(text, header.start, separator);
  const columns = headerRecord.cells.map((name) => name.trim());
  const hasHeader = columns.some((name) => name !== "");
  if (!hasHeader) add("The file has no header: its first line must name the columns.", () => ({ start: 0, end: 0 }));
  for (const { column, kind } of headerRecord.faults) add(faultMessages[kind], () => placeAt(header.start, column));
  const names = new Set<string>();
  for (const [index, name] of columns.entries()) {
    if (names.has(name) && name !== "")
      add(`The column ${quoted(name)} is there twice. Rename one.`, () => placeAt(header.start, index));
    names.add(name);
  }
  // The cells of all rows in one list: a list for each row would take three times the memory.
  const cells: string[] = [];
  const starts: number[] = [];
  const brokenRows = new Set<number>();
  const brokenCells = new Set<string>();
  for (let start = headerRecord.end; start < text.length; ) {
    const record = readRecord(text, start, separator);
    if (record.cells.some((cell) => cell.trim() !== "") || record.faults.length > 0) {
      const row = starts.length;
      const recordStart = start;
      starts.push(recordStart);
      for (let column = 0; column < columns.length; column++) cells.push(record.cells[column] ?? "");
      for (const { column, kind } of record.faults) {
        brokenCells.add(`${row}:${column}`);
        add(faultMessages[kind], () => placeAt(recordStart, column));
      }
      // A cell that does not end hides those after it.
      const isOpen = record.faults.some(({ kind }) => kind === "open");
      if (record.cells.length !== columns.length && !isOpen) {
        const message = `The header names ${columns.length} columns, and this row has ${record.cells.length} cells.`;
        add(message, () => placeAt(recordStart, Math.min(record.cells.length - 1, columns.length)));
      }
      if (record.cells.length !== columns.length || isOpen) brokenRows.add(row);
    }
    start = record.end;
  }
  return {
    text,
    columns: hasHeader ? columns : [],
    length: starts.length,
    cellOf: (row, column) => cells[row * columns.length + column] ?? "",
    findings,
    isBrokenRow: (row) => brokenRows.has(row),
    isBrokenCell: (row, column) => brokenCells.has(`${row}:${column}`),
    placeOf: (row, column) => placeAt(starts[row] ?? 0, column),
    placeOfColumn: (column) => placeAt(header.start, column),
    cellAt(offset) {
      const row = starts.findLastIndex((first) => first <= offset);
      let start = starts[row];
      for (let column = 0; start !== undefined && start <= offset && column < columns.length; column++) {
        const { end } = scanCell(text, start, separator);
        if (offset <= end) return { row, column };
        start = text[end] === separator ? end + 1 : undefined;
      }
      return undefined;
    },
    write: (cell) => Papa.unparse([[cell]], { delimiter: separator }),
  };
}

type CellFault = "open" | "text-after";

const faultMessages: Readonly<Record<CellFault, string>> = {
  open: "A quoted cell of this row does not end: a quotation mark is missing. In a quoted cell, write it twice.",
  "text-after":
    'Text follows the closing quotation mark of a cell. In a quoted cell, write a quotation mark twice: "".',
};

/** A row as it is written. */
interface CsvRecord {
  readonly cells: readonly string[];
  readonly faults: readonly { readonly column: number; readonly kind: CellFault }[];
  /** Where the next row begins. */
  readonly end: number;
}

function readRecord(text: string, start: number, separator: string): CsvRecord {
  const cells: string[] = [];
  const faults: { readonly column: number; readonly kind: CellFault }[] = [];
  for (let at = start; ; ) {
    const { end, closing, fault } = scanCell(text, at, separator);
    if (fault !== undefined) faults.push({ column: cells.length, kind: fault });
    cells.push(closing === undefined ? text.slice(at, end) : text.slice(at + 1, closing).replaceAll('""', '"'));
    if (text[end] !== separator) return { cells, faults, end: end + 1 };
    at = end + 1;
  }
}

/** A cell as it is written. */
interface ScannedCell {
  readonly end: number;
  /** Where the closing quotation mark is; undefined if the cell has none. */
  readonly closing: number | undefined;
  readonly fault: CellFault | undefined;
}

/**
 * Finds the end of a cell. A quotation mark is missing where a quoted cell never ends, and where it would end in the middle of a later line:
 * then the cell ends with its line, so that the rows after it are read.
 */
function scanCell(text: string, start: number, separator: string): ScannedCell {
  if (text[start] !== '"') return { end: endOfPlain(text, start, separator), closing: undefined, fault: undefined };
  let after = start;
  do after = text.indexOf('"', after + 1) + 1;
  while (after > 0 && text[after] === '"');
  const open: ScannedCell = { end: endOfLine(text, start), closing: undefined, fault: "open" };
  if (after === 0) return open;
  const end = endOfPlain(text, after, separator);
  const hasTextAfter = text.slice(after, end).trim() !== "";
  if (hasTextAfter && endOfLine(text, start) < after) return open;
  return { end, closing: after - 1, fault: hasTextAfter ? "text-after" : undefined };
}

/** Where the separator or the end of the line is. */
function endOfPlain(text: string, start: number, separator: string): number {
  const separatorCode = separator.charCodeAt(0);
  let at = start;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === separatorCode || code === 0x0a) return at;
  }
  return at;
}

/** A header may be below a title, but not far below it. */
const MAX_LINES_BEFORE_HEADER = 10;

/** Where the header is. */
interface HeaderPlace {
  readonly start: number;
  readonly separator: string;
  /** Where a title before the header begins; undefined if there is none. */
  readonly titleStart?: number;
}

/** Finds the header: the first line with text, or a line below it that has at least half of the expected names where the first line has none. */
function findHeader(
  text: string,
  start: number,
  namedSeparator: string | undefined,
  expectedNames: readonly string[],
): HeaderPlace {
  let firstLine: HeaderPlace | undefined;
  let at = start;
  for (let count = 0; count < MAX_LINES_BEFORE_HEADER && at < text.length; at = endOfLine(text, at) + 1) {
    const separator = namedSeparator ?? findSeparator(text.slice(at, endOfLine(text, at)));
    const names = new Set(readRecord(text, at, separator).cells.map((name) => name.trim()));
    if (names.size === 1 && names.has("")) continue;
    const expectedCount = expectedNames.filter((name) => names.has(name)).length;
    if (firstLine === undefined && (expectedCount > 0 || expectedNames.length === 0)) return { start: at, separator };
    if (firstLine !== undefined && expectedCount * 2 >= expectedNames.length)
      return { start: at, separator, titleStart: firstLine.start };
    firstLine ??= { start: at, separator };
    count++;
  }
  return firstLine ?? { start, separator: namedSeparator ?? "," };
}

/** Reports the lines before the header. */
function addTitle(
  text: string,
  start: number,
  headerStart: number,
  add: (message: string, findPlace: () => TextSpan, fixes: readonly Fix[]) => void,
): void {
  const lineOf = (offset: number) => text.slice(0, offset).split("\n").length;
  const [first, header] = [lineOf(start), lineOf(headerStart)];
  const lines = header - first === 1 ? `Line ${first} looks` : `Lines ${first} to ${header - 1} look`;
  const message = `${lines} like a title: the header is line ${header}. Remove what stands before it.`;
  const fix = { title: "Remove the lines before the header", safe: false, edits: [replace(start, headerStart, "")] };
  add(message, () => ({ start, end: headerStart }), [fix]);
}

/** The separator that a line has most. */
function findSeparator(line: string): string {
  const unquoted = line.replace(/"[^"]*"/g, "");
  const countOf = (separator: string) => unquoted.split(separator).length;
  return [",", ";", "\t"].reduce((best, separator) => (countOf(separator) > countOf(best) ? separator : best));
}

function endOfLine(text: string, start: number): number {
  const end = text.indexOf("\n", start);
  return end === -1 ? text.length : end;
}

/** Looks for a cell only when somebody asks: places of all cells would take several times the memory of the text. */
function placeOfCell(text: string, record: number, column: number, separator: string): TextSpan {
  let start = record;
  let { end } = scanCell(text, start, separator);
  for (let at = 0; at < column && text[end] === separator; at++) {
    start = end + 1;
    end = scanCell(text, start, separator).end;
  }
  return { start, end };
}

/** What became of the rows of a CSV file when names were listed again. */
interface UpdatedRows {
  readonly csv: string;
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/**
 * The CSV of listed names: a row for each, in their order. The first column names the row. Other columns of an earlier CSV keep their cells, and
 * the file its byte-order mark. Names of the service cannot run in a spreadsheet; the reader of a sweep removes the apostrophes.
 * @returns undefined if the earlier text is no such CSV, so that no cell of it is lost
 */
export function updateRows(
  columns: readonly string[],
  rows: readonly (readonly string[])[],
  earlier = "",
): UpdatedRows | undefined {
  const table = readCsv(earlier);
  const keyColumn = table.columns.indexOf(columns[0] ?? "");
  if (earlier.trim() !== "" && (keyColumn < 0 || table.findings.length > 0)) return undefined;
  const more = table.columns.flatMap((name, index) => (name === "" || columns.includes(name) ? [] : [{ name, index }]));
  const rowByKey = new Map(
    Array.from({ length: table.length }, (_, row) => [removeApostrophes(table.cellOf(row, keyColumn)), row] as const),
  );
  const keys = new Set(rows.map(([key = ""]) => key));
  const lines = rows.map((cells) => {
    const row = rowByKey.get(cells[0] ?? "");
    return [
      ...columns.map((_, column) => inertText(cells[column] ?? "")),
      ...more.map(({ index }) => (row === undefined ? "" : table.cellOf(row, index))),
    ];
  });
  const mark = earlier.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : "";
  const header = [...columns, ...more.map(({ name }) => name)];
  return {
    csv: `${mark}${Papa.unparse([header, ...lines], { newline: "\n" })}\n`,
    added: [...keys].filter((key) => !rowByKey.has(key)),
    removed: [...rowByKey.keys()].filter((key) => !keys.has(key)),
  };
}
