import { escapeMarkdown, shorten } from "../../text/visible.ts";
import { count } from "../../text/words.ts";
import { plainText } from "../cells.ts";
import { columnFormat } from "../format/column-format.ts";
import { withMinus } from "../format/decimals.ts";
import type { Column } from "../table.ts";
import { isMove } from "./compare-cells.ts";
import { namesOfRow } from "./match.ts";
import type { CellChange, MoveText, RowKey, TableComparison } from "./types.ts";

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
      columns.retyped.map((change) => `${change.column} (${change.before} → ${change.after})`),
    ),
    section(
      "Largest moves",
      ["Row", "Column", "Earlier", "Later", "Move", "% of the earlier value"],
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
      comparison.byColumn.map((column) => [
        column.column,
        String(column.changed),
        String(column.withinTolerance),
        column.largest?.text.difference ?? "",
      ]),
    ),
    section(
      "Changed cells without a number on both sides",
      ["Row", "Column", "Earlier", "Later"],
      comparison.changes
        .filter((change) => !isMove(change))
        .map((cell) => [changedRowText(cell.row), cell.column, ...[cell.before, cell.after].map(changedCellText)]),
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
      ["Row", "Earlier", "Later"],
      rows.duplicates.map((row) => [changedRowText(row.key), String(row.before), String(row.after)]),
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

/** The text of a cell that is not a number on both sides: null and empty text are spelt out. */
export function changedCellText(value: CellChange["before"]): string {
  return value === null || value === undefined ? "null" : value === "" ? '""' : plainText(value);
}

/** The names of a row in one text. */
export function changedRowText(row: RowKey): string {
  return namesOfRow(row).map(changedCellText).join(" / ");
}

/** A larger share is not shown, because above a thousand per cent the difference is clearer. */
const MAX_SHARE = 10;
const MAX_DECIMALS = 15;

/**
 * The texts of a move in the format of its column, with enough decimals to show the move: `10.00 → 10.01`, never `10 → 10`. The percentage
 * is that of the earlier value; it is empty if that value is zero, or if the percentage is too large to help.
 */
export function moveText(column: Column, before: number, after: number): MoveText {
  const { text, unit } = columnFormat(column);
  const percent = percentText(before, after);
  for (let decimals = 0; decimals <= MAX_DECIMALS; decimals++) {
    const [was, is] = [text(before, { decimals }), text(after, { decimals })];
    const difference = text(after - before, { decimals, hasSign: true });
    if (was !== is && /[1-9∞]/.test(difference)) return { before: was, after: is, difference, percent, unit };
  }
  return { ...plainTexts(before, after), percent, unit };
}

/** The texts of two numbers that look the same with any number of decimals, with enough digits to tell them apart. */
function plainTexts(before: number, after: number): Pick<MoveText, "before" | "after" | "difference"> {
  const difference = withMinus(String(Number((after - before).toPrecision(4))));
  const signed = after > before ? `+${difference}` : difference;
  for (let digits = 8; digits < 17; digits++) {
    const [was, is] = [before, after].map((value) => withMinus(String(Number(value.toPrecision(digits)))));
    if (was !== undefined && is !== undefined && was !== is) return { before: was, after: is, difference: signed };
  }
  return { before: withMinus(String(before)), after: withMinus(String(after)), difference: signed };
}

function percentText(before: number, after: number): string {
  const share = shareOfEarlier(before, after);
  if (!(share <= MAX_SHARE)) return "";
  const value = share * 100;
  const size = value >= 0.1 ? String(Number(value.toFixed(1))) : value.toPrecision(1);
  return `${after > before ? "+" : "\u2212"}${size} %`;
}

/** The distance of two numbers as a share of the earlier one; infinite if that is zero. */
export function shareOfEarlier(before: number, after: number): number {
  // The numbers are divided before they are subtracted, because the distance of two large numbers may be larger than any number.
  return before === after ? 0 : before === 0 ? Number.POSITIVE_INFINITY : Math.abs(after / before - 1);
}
