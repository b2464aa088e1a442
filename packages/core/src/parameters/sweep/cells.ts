import type { Finding } from "../issues/findings.ts";
import { tryFix } from "../issues/fixes.ts";
import { describeUnseen, withoutUnseen } from "../rules/names.ts";
import { quoted } from "../text/words.ts";
import type { ColumnPattern } from "./columns.ts";
import { fillText, type Substitution } from "./fill-template.ts";
import type { CellChange, CsvSource } from "./sources.ts";

// What is wrong with cells whatever they fill, and what they may mean.

/**
 * The errors that spreadsheets write in place of a value: `#N/A`, `#REF!`, `#NAME?` and `#DIV/0!` with the words of any language, and those of
 * data services (`#N/A Requesting Data...`).
 */
const SPREADSHEET_ERROR =
  /^(?:#[¡¿]?[\p{L}_/]+0?[!?]|#\p{L}\/\p{L}(?: .*|!)?|#(?:NV|YOK|HIÁNYZIK|GETTING_DATA)|#{3,}|Err:\d{3})$/iu;

/** Reports the error of a spreadsheet in a cell. @returns whether the cell has one */
export function reportSpreadsheetError(rows: CsvSource, row: number, column: number): boolean {
  const cell = rows.cellOf(row, column).trim();
  if (!SPREADSHEET_ERROR.test(cell)) return false;
  const message = `${quoted(cell)} is an error of the spreadsheet, not a value. Correct its formula, and save the file again.`;
  rows.reportFaulty(row, column, { code: "unknown-value", message });
  return true;
}

/** Warns of a quotation mark in a cell without quotes, and of blanks around a cell that fills a part of a text. */
export function reportWriting(rows: CsvSource, row: number, column: number, isPart: boolean): void {
  const cell = rows.cellOf(row, column);
  if (cell.includes('"') && !rows.isQuoted(row, column)) {
    const changes = [{ title: "Remove the quotation marks", text: cell.replaceAll('"', "").trim() }];
    const message = `${quoted(cell)} has a quotation mark, which would be sent. Quote the whole cell, or remove the mark.`;
    rows.report(row, column, { code: "csv", severity: "warning", message, changes });
  }
  const clean = withoutUnseen(cell);
  // A line break inside of a cell is another mistake.
  if (!isPart || clean === cell || clean === "" || /[\b\f\n\r\t]/.test(cell.trim())) return;
  const message = `${quoted(cell)} fills a part of a text, and ${describeUnseen(cell)}.`;
  const changes = [{ title: `Change to ${quoted(clean)}`, text: clean }];
  rows.report(row, column, { code: "surrounding-blanks", message, changes });
}

/** The texts of a cell for the changes that the fixes of a finding make to the value that the cell fills, or to the id of its unit. */
export function changesOfCell(
  { fixes = [], at }: Finding,
  value: unknown,
  writeCell: (value: unknown) => string | undefined,
): CellChange[] {
  // A fix of how JSON writes such a character is none for a cell.
  if (/[\b\f\n\r\t]/.test(String(value))) return [];
  const isId = at === "key";
  const name = JSON.stringify(value);
  const written = isId ? `{${name}:0}` : name;
  const end = 1 + name.length;
  const place = isId
    ? { start: end + 1, end: end + 2, key: { start: 1, end, object: 0 } }
    : { start: 0, end: name.length };
  return fixes.flatMap((makeFix) => {
    const tried = tryFix(makeFix, place, written);
    if (tried === undefined) return [];
    const text = writeCell(isId ? Object.keys(Object(tried.value))[0] : tried.value);
    return text === undefined ? [] : [{ title: tried.fix.title, text }];
  });
}

/** Writes a value of a pattern as the text of one of its columns: what the other pieces give must be the same. */
export function writeAsCell(
  pattern: ColumnPattern,
  column: number,
  rows: CsvSource,
  row: number,
): (value: unknown) => string | undefined {
  const index = pattern.indexOf(column);
  const [before, after] = [pattern.slice(0, index), pattern.slice(index + 1)].map((pieces) =>
    fillText(pieces, rows, row),
  );
  return (value) => {
    if (typeof value !== "string" || !value.startsWith(before ?? "") || !value.endsWith(after ?? "")) return undefined;
    const length = value.length - (before ?? "").length - (after ?? "").length;
    return length > 0 ? value.slice((before ?? "").length, (before ?? "").length + length) : undefined;
  };
}

/** Writes a value of a filling as its cell. */
export function writeAsFilling(
  { pattern = [], type }: Substitution,
  column: number,
  rows: CsvSource,
  row: number,
): (value: unknown) => string | undefined {
  if (type === "text") return writeAsCell(pattern, column, rows, row);
  return (value) => (value === undefined ? undefined : JSON.stringify(value));
}
