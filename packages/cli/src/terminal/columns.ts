import truncatedWidth from "fast-string-truncated-width";

/** A terminal that is too narrow for the columns of a table cuts texts to this width before it loses a column. */
const MIN_TEXT_WIDTH = 16;
/** The part of a terminal that texts which identify a row may take for themselves. */
const NAME_PART = 0.75;
/** Stands before the columns that have no space beside the name of their row. */
const SECOND_LINE = "    ";
/** No number is longer, characters; a text can begin with one. */
const MAX_NUMBER = 40;
const GAP = "  ";

/** A column of texts on a terminal. */
export interface TextColumn {
  /** Names it where a terminal is too narrow for it. */
  readonly name?: string;
  /** The side of its texts. On the right, the decimal points of numbers stand below each other. */
  readonly side: "left" | "right";
  /** Whether its texts tell the rows apart: they are cut in their middle, and what stands behind them can move to a second line. */
  readonly isName?: boolean;
  /** Whether its texts are no use unless they are whole, as ids that are copied. */
  readonly isWhole?: boolean;
}

/** The width of a text on a terminal: characters of East Asian scripts and emoji are two columns wide. */
export function widthOf(text: string): number {
  return truncatedWidth(text).width;
}

/** The columns of a terminal. A pipe and a file have no width, so nothing is cut for them, unless `COLUMNS` gives one. */
export function widthFor(stream: NodeJS.WriteStream): number {
  const width = stream.isTTY ? stream.columns : Number(process.env["COLUMNS"]);
  return width > 0 ? width : Number.POSITIVE_INFINITY;
}

/** The text, cut to a width with an ellipsis at its end, or in its middle. */
export function fit(text: string, limit: number, cut: "end" | "middle" = "end"): string {
  if (!truncatedWidth(text, { limit }).truncated) return text;
  // The library cuts within an emoji of several characters, whose parts can be wider than the whole.
  const parts = Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);
  if (cut === "end") return `${leading(parts, limit - 1)}…`;
  const start = leading(parts, Math.floor((limit - 1) / 2));
  return `${start}…${leading(parts.toReversed(), limit - 1 - widthOf(start), "reversed")}`;
}

/** The first parts that fit into a width, in the order of the text. */
function leading(parts: readonly string[], width: number, order?: "reversed"): string {
  let fitting = "";
  for (const part of parts) {
    const longer = order === "reversed" ? part + fitting : fitting + part;
    if (widthOf(longer) > width) break;
    fitting = longer;
  }
  return fitting;
}

/** The text, filled with spaces to a width. */
export function pad(text: string, width: number, side: "left" | "right"): string {
  const space = " ".repeat(Math.max(0, width - widthOf(text)));
  return side === "left" ? text + space : space + text;
}

interface FittedTable {
  /** The lines of each row: one, or two where a terminal is too narrow for one. */
  readonly lines: readonly (readonly string[])[];
  readonly omittedCount: number;
  readonly notes: readonly string[];
}

/**
 * Rows of texts as lines with aligned columns that are no wider than the width. Where it is too small, the widest texts are cut, but neither numbers nor ids;
 * where that is not enough, the columns behind the names stand on a second line of each row, and where that is not enough either, the last columns are left out,
 * and a note names them.
 */
export function fitTable(
  rows: readonly (readonly string[])[],
  columns: readonly TextColumn[],
  width: number,
): FittedTable {
  const whole = columns.map((column, index) => measureColumn(rows, column, index));
  if (leastWidth(whole) <= width)
    return { lines: linesOf(rows.length, whole, width).map((line) => [line]), omittedCount: 0, notes: [] };
  const maxNameWidth = Math.floor((width * NAME_PART) / columns.filter(({ isName }) => isName === true).length);
  const measured = whole.map((column) => ({ ...column, least: leastOf(column, maxNameWidth) }));
  const nameCount = columns.findLastIndex(({ isName }) => isName === true) + 1;
  const [names, rest] = [measured.slice(0, nameCount), measured.slice(nameCount)];
  if (leastWidth(measured) > width && rest.length > 0 && names.length > 0) {
    const restWidth = width - SECOND_LINE.length;
    if (leastWidth(names) <= width && leastWidth(rest) <= restWidth) {
      const first = linesOf(rows.length, names, width);
      const second = linesOf(rows.length, rest, restWidth);
      const lines = first.map((line, row) => [line, ...(second[row] ? [SECOND_LINE + second[row]] : [])]);
      return { lines, omittedCount: 0, notes: [] };
    }
  }
  const overflow = measured.findIndex((_, index) => leastWidth(measured.slice(0, index + 1)) > width);
  const fitting = overflow === -1 ? measured : measured.slice(0, Math.max(1, overflow));
  const lines = linesOf(rows.length, fitting, width).map((line) => [line]);
  const omitted = columns.slice(fitting.length);
  const omittedNames = omitted.flatMap(({ name = "" }) => (name === "" ? [] : [name]));
  const notes = omitted.length === 0 ? [] : [fit(`… no room for ${omittedNames.join(", ")} (--json has all)`, width)];
  return { lines, omittedCount: omitted.length, notes };
}

interface MeasuredColumn extends Required<Pick<TextColumn, "side" | "isName" | "isWhole">> {
  readonly texts: readonly string[];
  readonly width: number;
  /** The width of its widest number. */
  readonly numberWidth: number;
  /** The width to which its texts can be cut. */
  readonly least: number;
}

/** A column that is not cut. */
function measureColumn(
  rows: readonly (readonly string[])[],
  { side, isName = false, isWhole = false }: TextColumn,
  index: number,
): MeasuredColumn {
  const cells = rows.map((row) => row[index] ?? "");
  const { texts, numberWidth } = side === "left" ? { texts: cells, numberWidth: 0 } : alignPoints(cells);
  const width = widestOf(texts);
  return { side, isName, isWhole, texts, width, numberWidth, least: width };
}

function leastOf({ isName, isWhole, texts, width, numberWidth }: MeasuredColumn, maxNameWidth: number): number {
  if (isWhole) return width;
  const minWidth = isName ? distinctWidth(texts, Math.min(width, maxNameWidth)) : MIN_TEXT_WIDTH;
  return Math.max(numberWidth, Math.min(width, minWidth));
}

/** The least width at which texts that are cut in their middle differ where the whole texts do; at most `most`. */
function distinctWidth(texts: readonly string[], most: number): number {
  const wholeTexts = new Set(texts);
  for (let width = MIN_TEXT_WIDTH; width < most; width += 2) {
    const cutTexts = new Set<string>();
    for (const text of wholeTexts) {
      const cutText = fit(text, width, "middle");
      if (cutTexts.has(cutText)) break;
      cutTexts.add(cutText);
    }
    if (cutTexts.size === wholeTexts.size) return width;
  }
  return Math.max(MIN_TEXT_WIDTH, most);
}

function leastWidth(columns: readonly MeasuredColumn[]): number {
  return columns.reduce((sum, { least }) => sum + GAP.length + least, -GAP.length);
}

/** A line for each row. The widest columns are cut until all fit. */
function linesOf(rowCount: number, columns: readonly MeasuredColumn[], width: number): string[] {
  const widths = columns.map((column) => column.width);
  let sum = widths.reduce((total, columnWidth) => total + columnWidth + GAP.length, -GAP.length);
  for (; sum > width; sum--) {
    const candidates = [...columns.keys()].filter((index) => (widths[index] ?? 0) > (columns[index]?.least ?? 0));
    // A number that is alone wider than the terminal is the one that is cut.
    const [first = 0, ...others] = candidates;
    const widest = others.reduce(
      (wider, index) => ((widths[index] ?? 0) > (widths[wider] ?? 0) ? index : wider),
      first,
    );
    if ((widths[widest] ?? 0) === 0) break;
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
  return Array.from({ length: rowCount }, (_, row) =>
    columns
      .map(({ side, isName, texts }, index) => {
        const limit = widths[index] ?? 0;
        return pad(fit(texts[row] ?? "", limit, isName ? "middle" : "end"), limit, side);
      })
      .join(GAP)
      .trimEnd(),
  );
}

/** Texts with the decimal points of numbers below each other once they stand on the right, and how wide the numbers are. */
function alignPoints(cells: readonly string[]): { readonly texts: readonly string[]; readonly numberWidth: number } {
  // What stands at and behind the decimal point, such as `.25 %` or ` rows`; `undefined` for what is no number.
  const tails = cells.map((text) => {
    const integer = /^[^\p{L}\d.]{0,3}(?:\d[\d,']*|(?=\.\d))/u.exec(text)?.[0];
    return integer === undefined || text.length > MAX_NUMBER ? undefined : widthOf(text.slice(integer.length));
  });
  const widestTail = Math.max(0, ...tails.map((tail) => tail ?? 0));
  const texts = cells.map((text, index) => text + " ".repeat(widestTail - (tails[index] ?? widestTail)));
  return { texts, numberWidth: widestOf(texts.filter((_, index) => tails[index] !== undefined)) };
}

function widestOf(texts: readonly string[]): number {
  return texts.reduce((widest, text) => Math.max(widest, widthOf(text)), 0);
}
