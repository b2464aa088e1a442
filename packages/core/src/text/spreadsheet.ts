/** A file of text begins with it, so that Excel for Windows reads the file as UTF-8, and not in the code page of the machine. */
export const BYTE_ORDER_MARK = "\uFEFF";

/** The characters that begin a formula. Some spreadsheets normalise full-width and small forms. */
const SIGN = "[=+\\-@\\uFF1D\\uFF0B\\uFF0D\\uFF20\\uFE66\\uFE62\\uFE63\\uFE6B]";
/** Spreadsheets strip spaces and invisible characters before they look for a formula. */
const HIDDEN = "\\p{Z}\\p{Cc}\\p{Cf}";
/** Where a spreadsheet may end a cell, whatever separates the cells of the file: most of Europe separates them by semicolons. */
const END_OF_CELL = "\\r\\n|[;\\t\\r\\n\\0]";

/** A text that begins with a tab, a line end or NUL may end the cell before it. */
const FORMULA_START = new RegExp(`^(?:[\\t\\r\\n\\0]|[${HIDDEN}]*${SIGN})`, "u");
/**
 * The end of a cell within a text, with a formula after it. A cell that begins within a quoted field can begin with quotation marks, which are
 * stripped, too.
 */
const INNER_FORMULA = new RegExp(`(?:${END_OF_CELL})(?=(?:(?![;\\t\\r\\n\\0])[${HIDDEN}"])*${SIGN})`, "gu");
const INERT_INNER_FORMULA = new RegExp(`(${END_OF_CELL})'(?=(?:(?![;\\t\\r\\n\\0])[${HIDDEN}"])*${SIGN})`, "gu");

/** A number as files and spreadsheets write it, with a percent sign or without. */
const NUMBER = /^[+-]?[.,]?\d[\d.,]*(?:e[+-]?\d+)?[ \u00A0\u202F]?%?$/i;

/** Whether a spreadsheet reads a text as a number: `-1.5`, `+3`, `-5 %`. */
export function isNumberText(text: string): boolean {
  return NUMBER.test(text);
}

/**
 * A text as a spreadsheet may get it in a CSV file or from the clipboard: an apostrophe stands before each formula in it, wherever the
 * spreadsheet divides the text into cells. `removeApostrophes` removes the apostrophes.
 *
 * @param mayBeNumber whether a text that is a number, such as `-1.5`, stays as it is. By default it does.
 */
export function inertText(text: string, mayBeNumber = true): string {
  const inert = text.replace(INNER_FORMULA, "$&'");
  return FORMULA_START.test(text) && !(mayBeNumber && isNumberText(text)) ? `'${inert}` : inert;
}

/** The text that `inertText` made inert. A text without such apostrophes stays as it is. */
export function removeApostrophes(text: string): string {
  if (!text.includes("'")) return text;
  const exact = text.replace(INERT_INNER_FORMULA, "$1");
  return exact.startsWith("'") && FORMULA_START.test(exact.slice(1)) ? exact.slice(1) : exact;
}
