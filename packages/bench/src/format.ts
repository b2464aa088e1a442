import type { Row } from "./row.ts";

/** The rows as a table of text, columns aligned. */
export function formatRows(rows: readonly Row[]): string {
  const cells = [
    ["figure", "value", "reference", "ratio", "target", "met"],
    ...rows.map((row) => {
      const { value, reference, ratio } = rowText(row);
      return [row.name, value, reference, ratio, row.target, row.met ? "yes" : "NO"];
    }),
  ];
  const widths = (cells[0] ?? []).map((_, column) => Math.max(...cells.map((line) => line[column]?.length ?? 0)));
  const lines = cells.map((line) =>
    line
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
  return [lines[0], "-".repeat(widths.reduce((sum, width) => sum + width + 2, -2)), ...lines.slice(1)].join("\n");
}

/** The numbers of a row as people read them. */
export function rowText(row: Row): { readonly value: string; readonly reference: string; readonly ratio: string } {
  return {
    value: `${number(row.value)} ${row.unit}`,
    reference: `${number(row.reference)} ${row.unit}`,
    ratio: row.ratio.toFixed(2),
  };
}

function number(value: number): string {
  return Math.abs(value) >= 100 ? Math.round(value).toLocaleString("en-US") : value.toPrecision(3);
}
