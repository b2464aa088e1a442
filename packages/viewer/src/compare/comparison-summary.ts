import type { TableComparison } from "@analytics-engines/core/results";
import { countOf } from "../text.ts";

/** A comparison in one or two sentences. */
export function comparisonSummary({ isSame, cells, rows, columns, key }: TableComparison): string {
  const matched = key.length > 0 ? `rows matched by ${key.join(", ")}` : "rows matched by position";
  if (isSame)
    return `The tables are the same in ${countOf(cells.compared, "cell")} (${matched}).${within(cells.withinTolerance)}`;
  const parts = [
    `${cells.changed.toLocaleString("en")} of ${countOf(cells.compared, "cell")} changed in ${countOf(rows.changed, "row")}`,
    ...part(rows.added.length, "row", "added"),
    ...part(rows.removed.length, "row", "removed"),
    ...part(columns.added.length, "column", "added"),
    ...part(columns.removed.length, "column", "removed"),
    ...part(rows.duplicates.length, "key", "not unique and not compared"),
    ...part(columns.ambiguous.length, "column", "ambiguous and not compared"),
  ];
  return `${parts.join("; ")} (${matched}).${within(cells.withinTolerance)}`;
}

function part(count: number, one: string, what: string): string[] {
  return count === 0 ? [] : [`${countOf(count, one)} ${what}`];
}

function within(count: number): string {
  return count === 0 ? "" : ` ${countOf(count, "cell")} moved within the tolerance.`;
}
