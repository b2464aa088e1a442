import Papa from "papaparse";
import { BYTE_ORDER_MARK, inertText, removeApostrophes } from "../../text/spreadsheet.ts";
import type { LocatedFinding } from "../issues/issue.ts";
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

/** A row as Papa reads it, and where it begins. */
type CsvRecord = Pick<Papa.ParseStepResult<string[]>, "data" | "errors"> & { readonly start: number };

/**
 * Reads CSV as RFC 4180 describes it, with a header. The separator is the one that a first line `sep=;` names, as Excel writes it, or the one of
 * `,`, `;` and tab that the header has most. A row of empty cells is none: spreadsheets write them below their data. Takes a time that grows
 * with the length of the text alone. Never throws.
 */
export function readCsv(source: string): CsvTable {
  const text = source.replace(/^\u{feff}/u, "").replace(/\r\n?/g, "\n");
  const [separatorLine = "", namedSeparator] = /^sep=([^\n])(?:\n|$)/i.exec(text) ?? [];
  const separator = namedSeparator ?? findSeparator(text);
  let columns: readonly string[] = [];
  let headerStart = 0;
  // The cells of all rows in one list: a list for each row would take three times the memory.
  const cells: string[] = [];
  const starts: number[] = [];
  const findings: LocatedFinding[] = [];
  // The place of a cell takes a walk through its row, so only the findings that are kept ask for theirs.
  const add = (message: string, findPlace: () => TextSpan) => {
    if (findings.length < MAX_FINDINGS) findings.push({ code: "csv", message, fixes: [], ...findPlace() });
  };
  const placeAt = (record: number, column: number) => placeOfCell(text, record, column, separator);
  const addRecord = ({ data, errors, start }: CsvRecord) => {
    const isEmpty = data.every((cell) => cell.trim() === "");
    if (!isEmpty && columns.length === 0) {
      columns = data.map((name) => name.trim());
      headerStart = start;
    } else if (!isEmpty) {
      starts.push(start);
      for (let column = 0; column < columns.length; column++) cells.push(data[column] ?? "");
      if (data.length !== columns.length) {
        const message = `The header names ${columns.length} columns, and this row has ${data.length} cells.`;
        add(message, () => placeAt(start, Math.min(data.length - 1, columns.length)));
      }
    }
    for (const { code } of errors) {
      const message =
        code === "MissingQuotes"
          ? "A quoted cell of this row does not end: a quotation mark is missing. In a quoted cell, write it twice."
          : 'Text follows the closing quotation mark of a cell. In a quoted cell, write a quotation mark twice: "".';
      add(message, () => ({ start, end: endOfLine(text, start) }));
    }
  };
  let start = separatorLine.length;
  Papa.parse<string[]>(text.slice(separatorLine.length), {
    delimiter: separator,
    newline: "\n",
    step({ data, errors, meta }) {
      addRecord({ data, errors, start });
      start = separatorLine.length + meta.cursor;
    },
  });
  if (columns.length === 0)
    add("The file has no header: its first line must name the columns.", () => ({ start: 0, end: 0 }));
  const names = new Set<string>();
  for (const [index, name] of columns.entries()) {
    if (names.has(name) && name !== "")
      add(`The column ${quoted(name)} is there twice. Rename one.`, () => placeAt(headerStart, index));
    names.add(name);
  }
  return {
    text,
    columns,
    length: starts.length,
    cellOf: (row, column) => cells[row * columns.length + column] ?? "",
    findings,
    placeOf: (row, column) => placeAt(starts[row] ?? 0, column),
    placeOfColumn: (column) => placeAt(headerStart, column),
    cellAt(offset) {
      const row = starts.findLastIndex((first) => first <= offset);
      let start = starts[row];
      for (let column = 0; start !== undefined && start <= offset && column < columns.length; column++) {
        const end = endOfCell(text, start, separator);
        if (offset <= end) return { row, column };
        start = text[end] === separator ? end + 1 : undefined;
      }
      return undefined;
    },
    write: (cell) => Papa.unparse([[cell]], { delimiter: separator }),
  };
}

/** The separator that the header has most. */
function findSeparator(text: string): string {
  const header = text.slice(0, endOfLine(text, 0)).replace(/"[^"]*"/g, "");
  const countOf = (separator: string) => header.split(separator).length;
  return [",", ";", "\t"].reduce((best, separator) => (countOf(separator) > countOf(best) ? separator : best));
}

function endOfLine(text: string, start: number): number {
  const end = text.indexOf("\n", start);
  return end === -1 ? text.length : end;
}

/** Looks for a cell only when somebody asks: places of all cells would take several times the memory of the text. */
function placeOfCell(text: string, record: number, column: number, separator: string): TextSpan {
  let start = record;
  let end = endOfCell(text, start, separator);
  for (let at = 0; at < column && text[end] === separator; at++) {
    start = end + 1;
    end = endOfCell(text, start, separator);
  }
  return { start, end };
}

function endOfCell(text: string, start: number, separator: string): number {
  let at = start;
  if (text[at] === '"') {
    do at = text.indexOf('"', at + 1) + 1;
    while (at > 0 && text[at] === '"');
    if (at === 0) return text.length;
  }
  while (at < text.length && text[at] !== separator && text[at] !== "\n") at++;
  return at;
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
