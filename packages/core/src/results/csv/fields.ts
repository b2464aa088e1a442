/** How a CSV is written. */
export interface CsvOptions {
  /** Cells as the table's formats show them, not in full precision. */
  readonly formatted?: boolean;
  /** Texts that a spreadsheet would run as formulas get an apostrophe before them; numbers stay as they are. */
  readonly inertFormulas?: boolean;
  /** Hidden columns too. */
  readonly includeHidden?: boolean;
}

/** The end of a line, as RFC 4180 has it. */
export const LINE_END = "\r\n";

const NEEDS_QUOTES = /[",\r\n]/;
/** The full-width forms run too, in spreadsheets that normalise them. */
const FORMULA_START = /^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/;

/** A text as a field: quoted where RFC 4180 asks for it, and where it is empty, since a field with nothing in it is null. */
export function textField(text: string, inertFormulas: boolean): string {
  if (text === "") return '""';
  const safe = inertFormulas && FORMULA_START.test(text) ? `'${text}` : text;
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
