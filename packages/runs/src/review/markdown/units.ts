import { count, escapeMarkdown, shorten } from "@analytics-engines/core/basics";
import { changedCellText, changedRowText, formText, type NumberChange } from "@analytics-engines/core/results";
import { code, table } from "../../progress/markdown.ts";
import type { MovedUnit } from "../assess.ts";
import type { DatePair, Moved, UnitReview } from "../unit-review.ts";

export const movedHead = ["Unit", "Days", "What moved most", "Before", "Now", "Move"];

/** A unit by its file and its id or by its sweep and its row, and by its former name if it was renamed. */
export function unitName({ path, unit, row, renamedFrom }: Omit<UnitReview, "outcome">): string {
  const { path: file, unit: id } = row ?? { path, unit };
  const word = row === undefined ? "" : "row";
  const name = [code(shorten(file, 200)), word, code(shorten(id, 120))].filter((text) => text !== "").join(" ");
  if (renamedFrom === undefined) return name;
  const before = { path: renamedFrom.path === file ? "" : renamedFrom.path, unit: renamedFrom.unit };
  return `${name}, before ${unitName(before)}`;
}

/** The largest move of a unit: a row below `movedHead`. */
export function movedRow(unit: MovedUnit): readonly string[] {
  return [unitName(unit), days(unit.outcome.dates), ...largestMove(unit.outcome)];
}

/** The moves within a unit, folded. */
export function movedDetails(unit: MovedUnit): string {
  const { moves, others, changedCells, comparedCells, withinTolerance, form } = unit.outcome;
  const facts = [
    `${changedCells} of ${count(comparedCells, "cell")} changed`,
    ...(withinTolerance > 0 ? [`${withinTolerance} within tolerance`] : []),
    ...form.map(formText),
  ];
  const rows = [
    ...moves.map((move) => [cell(changedRowText(move.row)), cell(move.column), ...moveCells(move)]),
    ...others.map(({ row, column, before, after }) => [
      cell(changedRowText(row)),
      cell(column),
      cell(changedCellText(before)),
      cell(changedCellText(after)),
      "",
    ]),
  ];
  const unlistedCount = changedCells - rows.length;
  const more = unlistedCount > 0 ? `\nAnd ${count(unlistedCount, "more cell")}.\n` : "";
  const cellTable = rows.length === 0 ? "" : `${table(["Row", "Column", "Before", "Now", "Move"], rows, 3)}${more}`;
  return `<details><summary>${unitName(unit)}: ${facts.join(", ")}</summary>\n\n${cellTable}\n</details>\n`;
}

function largestMove({ moves: [move], others: [other], form }: Moved): readonly string[] {
  if (form.length > 0 && move === undefined && other === undefined) return [form.map(formText).join(", "), "", "", ""];
  if (move !== undefined) return [place(move.row, move.column), ...moveCells(move)];
  if (other === undefined) return ["", "", "", ""];
  return [place(other.row, other.column), cell(changedCellText(other.before)), cell(changedCellText(other.after)), ""];
}

function days({ before, after }: DatePair): string {
  if (before === after) return after;
  return `${before || "not known"} → ${after || "not known"}`;
}

function place(row: readonly unknown[], column: string): string {
  return `${cell(changedRowText(row))}, ${cell(column)}`;
}

function cell(text: string): string {
  return escapeMarkdown(shorten(text, 100));
}

/** The cells of a move: before, now, and `+0.53 (+4.2 %)` with a percentage of the earlier value. */
function moveCells({ text: { before, after, difference, percent } }: NumberChange): readonly string[] {
  return [before, after, percent === "" ? difference : `${difference} (${percent})`].map(escapeMarkdown);
}
