import truncatedWidth from "fast-string-truncated-width";

/** The width of a text on a terminal: characters of East Asian scripts and emoji are two columns wide. */
export function widthOf(text: string): number {
  return truncatedWidth(text).width;
}

/** The text, cut to a width with an ellipsis. */
export function fit(text: string, limit: number): string {
  const { index, ellipsed } = truncatedWidth(text, { limit, ellipsis: "…" });
  // The library counts UTF-16 units, so half a character can be left at the end.
  return ellipsed ? `${text.slice(0, index).replace(/[\ud800-\udbff]$/, "")}…` : text;
}

/** The text, filled with spaces to a width. */
export function pad(text: string, width: number, side: "left" | "right"): string {
  const space = " ".repeat(Math.max(0, width - widthOf(text)));
  return side === "left" ? text + space : space + text;
}

/** Rows of texts as lines with aligned columns. @param sides the side of the texts in each column */
export function alignRows(rows: readonly (readonly string[])[], sides: readonly ("left" | "right")[]): string[] {
  const widths = sides.map((_, column) => Math.max(0, ...rows.map((row) => widthOf(row[column] ?? ""))));
  return rows.map((row) =>
    sides
      .map((side, column) => pad(row[column] ?? "", widths[column] ?? 0, side))
      .join("  ")
      .trimEnd(),
  );
}
