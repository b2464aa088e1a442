import truncatedWidth from "fast-string-truncated-width";

/** How many places of a terminal a text takes: characters of East Asian scripts and emoji take two. */
export function widthOf(text: string): number {
  return truncatedWidth(text).width;
}

/** The text, cut to a width, with an ellipsis where something was cut off. */
export function fit(text: string, limit: number): string {
  const { index, ellipsed } = truncatedWidth(text, { limit, ellipsis: "…" });
  // The library counts in UTF-16 units: half a character may be left at the end.
  return ellipsed ? `${text.slice(0, index).replace(/[\ud800-\udbff]$/, "")}…` : text;
}

/** The text, filled with spaces to a width. */
export function pad(text: string, width: number, side: "left" | "right"): string {
  const space = " ".repeat(Math.max(0, width - widthOf(text)));
  return side === "left" ? text + space : space + text;
}

/** Rows of texts as lines with aligned columns. `sides` says for each column at which side its texts stand. */
export function alignRows(rows: readonly (readonly string[])[], sides: readonly ("left" | "right")[]): string[] {
  const widths = sides.map((_, column) => Math.max(0, ...rows.map((row) => widthOf(row[column] ?? ""))));
  return rows.map((row) =>
    sides
      .map((side, column) => pad(row[column] ?? "", widths[column] ?? 0, side))
      .join("  ")
      .trimEnd(),
  );
}
