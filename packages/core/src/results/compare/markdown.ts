import { count } from "../../text/count.ts";
import { escapeMarkdown } from "../../text/markdown.ts";
import { shorten } from "../../text/visible.ts";
import { changedCellText, changedRowText } from "./change-text.ts";
import { isMove } from "./compare-cells.ts";
import type { TableComparison } from "./types.ts";

/** The most rows that a list shows; the rest is counted. */
const MAX_ROWS = 20;
/** Longer texts, such as those of structs, are cut, so that the cells of a summary stay short. */
const MAX_CELL_LENGTH = 200;

/** A comparison as GitHub Markdown. Names and cells come from the service, so they are escaped and appear as plain text. */
export function comparisonMarkdown(comparison: TableComparison): string {
  const { rows, cells, columns, key } = comparison;
  const blocks = [
    comparison.isSame
      ? `**The same**: ${count(rows.matched, "row")} matched, ${count(cells.compared, "cell")} compared.`
      : `**Changed**: ${count(cells.changed, "cell")} in ${count(rows.changed, "row")}; ${count(rows.added.length, "row")} added, ${count(rows.removed.length, "row")} removed, ${rows.matched} matched.`,
    cells.withinTolerance > 0 ? `${count(cells.withinTolerance, "number")} moved by no more than the tolerance.` : "",
    key.length > 0
      ? `Rows are matched by ${key.map(toCell).join(", ")}.`
      : "Rows are matched by their position: the tables have no dimension columns.",
    nameList("Columns added", columns.added),
    nameList("Columns removed", columns.removed),
    nameList("Columns not compared, since several have the same name and header", columns.ambiguous),
    nameList(
      "Columns of another type",
      columns.retyped.map((one) => `${one.column} (${one.before} → ${one.after})`),
    ),
    section(
      "Largest moves",
      ["Row", "Column", "Before", "Now", "Move", "% of the earlier value"],
      comparison.largestMoves.map((move) => [
        changedRowText(move.row),
        move.column,
        move.text.before,
        move.text.after,
        move.text.difference,
        move.text.percent,
      ]),
    ),
    section(
      "Changes by column",
      ["Column", "Changed", "Within tolerance", "Largest move"],
      comparison.byColumn.map((one) => [
        one.column,
        String(one.changed),
        String(one.withinTolerance),
        one.largest?.text.difference ?? "",
      ]),
    ),
    section(
      "Changed cells without a number on both sides",
      ["Row", "Column", "Before", "Now"],
      comparison.changes
        .filter((change) => !isMove(change))
        .map((one) => [changedRowText(one.row), one.column, changedCellText(one.before), changedCellText(one.after)]),
    ),
    section(
      "Rows added",
      ["Row"],
      rows.added.map((row) => [changedRowText(row)]),
    ),
    section(
      "Rows removed",
      ["Row"],
      rows.removed.map((row) => [changedRowText(row)]),
    ),
    section(
      "Rows that cannot be told apart, and are not compared",
      ["Row", "Before", "Now"],
      rows.duplicates.map((one) => [changedRowText(one.key), String(one.before), String(one.after)]),
    ),
  ];
  return `${blocks.filter((block) => block !== "").join("\n\n")}\n`;
}

function nameList(title: string, names: readonly string[]): string {
  return names.length === 0 ? "" : `${title}: ${names.map(toCell).join(", ")}.`;
}

function section(title: string, head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return "";
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const lines = rows.slice(0, MAX_ROWS).map((row) => line(row.map(toCell)));
  const moreRows = rows.length - lines.length;
  return [
    `#### ${title}`,
    "",
    line(head),
    line(head.map(() => "---")),
    ...lines,
    ...(moreRows > 0 ? ["", `And ${moreRows} more.`] : []),
  ].join("\n");
}

/** Untrusted text for a cell, cut if it is too long. */
function toCell(text: string): string {
  return escapeMarkdown(shorten(text, MAX_CELL_LENGTH));
}
