import truncatedWidth from "fast-string-truncated-width";

/** A terminal that is too narrow for the columns of a table cuts texts to this width before it loses a column. */
const MIN_TEXT_WIDTH = 16;
/** No number is longer, characters; a text can begin with one. */
const MAX_NUMBER = 40;
const GAP = "  ";

/** A column of texts on a terminal. */
export interface TextColumn {
  /** Names it where a terminal is too narrow for it. */
  readonly name?: string;
  /** The side of its texts. On the right, the decimal points of numbers stand below each other. */
  readonly side: "left" | "right";
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

/** The text, cut to a width with an ellipsis. */
export function fit(text: string, limit: number): string {
  if (!truncatedWidth(text, { limit }).truncated) return text;
  let fitting = "";
  // The library cuts within an emoji of several characters, whose parts can be wider than the whole.
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (widthOf(fitting + segment) >= limit) break;
    fitting += segment;
  }
  return `${fitting}…`;
}

/** The text, filled with spaces to a width. */
export function pad(text: string, width: number, side: "left" | "right"): string {
  const space = " ".repeat(Math.max(0, width - widthOf(text)));
  return side === "left" ? text + space : space + text;
}

/**
 * Rows of texts as lines with aligned columns that are no wider than the width. Where it is too small, the widest texts are cut, but neither numbers nor ids;
 * where that is not enough, the last columns are left out, and a note names them.
 */
export function fitTable(
  rows: readonly (readonly string[])[],
  columns: readonly TextColumn[],
  width: number,
): { readonly lines: string[]; readonly omittedCount: number; readonly notes: string[] } {
  const all = columns.map(({ side, isWhole = false }, column) => {
    const cells = rows.map((row) => row[column] ?? "");
    const { texts, numberWidth } = side === "left" ? { texts: cells, numberWidth: 0 } : alignPoints(cells);
    const textWidth = widestOf(texts);
    const least = isWhole ? textWidth : Math.max(numberWidth, Math.min(textWidth, MIN_TEXT_WIDTH));
    return { side, texts, width: textWidth, least };
  });
  let leastWidth = -GAP.length;
  const overflow = all.findIndex(({ least }) => {
    leastWidth += GAP.length + least;
    return leastWidth > width;
  });
  const fitting = overflow === -1 ? all : all.slice(0, Math.max(1, overflow));
  let sum = fitting.reduce((total, column) => total + column.width + GAP.length, -GAP.length);
  for (; sum > width; sum--) {
    const candidates = fitting.filter((column) => column.width > column.least);
    // A number that is alone wider than the terminal is the one that is cut.
    const [first = fitting[0], ...others] = candidates;
    const widest = others.reduce((wider, column) => (column.width > (wider?.width ?? 0) ? column : wider), first);
    if (widest === undefined) break;
    widest.width--;
  }
  const lines = rows.map((_, row) =>
    fitting
      .map(({ side, texts, width: limit }) => pad(fit(texts[row] ?? "", limit), limit, side))
      .join(GAP)
      .trimEnd(),
  );
  const omitted = columns.slice(fitting.length);
  const omittedNames = omitted.flatMap(({ name = "" }) => (name === "" ? [] : [name]));
  const notes = omitted.length === 0 ? [] : [fit(`… no room for ${omittedNames.join(", ")} (--json has all)`, width)];
  return { lines, omittedCount: omitted.length, notes };
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
