import { count, escapeMarkdown, printable, shorten, tolerancesText } from "@analytics-engines/core/basics";
import {
  type CellChange,
  formText,
  namesOfRow,
  type RowKey,
  type TableComparison,
  unmatchedToleranceText,
} from "@analytics-engines/core/results";
import { NO_REASON, type UnitReview } from "@analytics-engines/runs/browser";
import type { ComparedFolder } from "@analytics-engines/runs/review";
import { fitTable, type TextColumn } from "../terminal/columns.ts";
import type { Paint, Style } from "../terminal/output.ts";
import type { ComparedRunFolders } from "./compare-folders.ts";

/** The most items of a kind that are listed; the others are counted. */
const MAX_LISTED = 20;
const INDENT = "    ";
const listColumns: readonly TextColumn[] = [
  { name: "rows", side: "left", isName: true },
  { name: "columns", side: "left", isName: true },
  { name: "earlier cells", side: "right" },
  { name: "", side: "left" },
  { name: "later cells", side: "right" },
  { name: "moves", side: "right" },
  { name: "percentages", side: "right" },
];

/** The changes of one table, for a terminal. */
export function comparisonReport(comparison: TableComparison, paint: Paint, width: number): string {
  const { isSame, rows, cells, columns, key } = comparison;
  const by = key.length > 0 ? `by ${key.map(printable).join(", ")}` : "by their position";
  const facts = [
    cells.changed > 0 ? `${count(cells.changed, "cell")} changed in ${count(rows.changed, "row")}` : "",
    cells.withinTolerance > 0 ? `${count(cells.withinTolerance, "number")} within tolerance` : "",
    rows.added.length > 0 ? `${count(rows.added.length, "row")} added` : "",
    rows.removed.length > 0 ? `${count(rows.removed.length, "row")} removed` : "",
    `${count(rows.matched, "row")} matched ${by}`,
  ].filter((fact) => fact !== "");
  const verdict = isSame ? paint("green", "the same") : paint("red", "changed");
  const others = comparison.changes.filter(({ before, after }) => !Number.isFinite(before) || !Number.isFinite(after));
  return [
    `${paint("bold", printable(comparison.after.id))}: ${verdict}: ${facts.join(", ")}`,
    ...namesLine("Columns added", columns.added),
    ...namesLine("Columns removed", columns.removed),
    ...namesLine("Columns not compared, since several have the same header and name", columns.ambiguous),
    ...namesLine(
      "Columns of another type",
      columns.retyped.map(({ column, before, after }) => `${column} (${before} to ${after})`),
    ),
    ...list(width, "Largest moves", comparison.largestMoves, (move) => [
      rowKeyText(move.row),
      move.column,
      ...[move.text.before, "→", move.text.after, move.text.difference, move.text.percent].map(plainMinus),
    ]),
    ...list(
      width,
      "Cells that are not numbers on both sides",
      others,
      changeCells,
      cells.changed > comparison.changes.length,
    ),
    ...list(width, "Rows added", rows.added, (row) => [rowKeyText(row)]),
    ...list(width, "Rows removed", rows.removed, (row) => [rowKeyText(row)]),
    ...list(
      width,
      "Rows with the same key, which are not compared: name more columns with --key",
      rows.duplicates,
      (duplicate) => [rowKeyText(duplicate.key), `${duplicate.before} earlier, ${duplicate.after} later`],
    ),
  ]
    .map((line) => `${line}\n`)
    .join("");
}

function namesLine(title: string, all: readonly string[]): string[] {
  return all.length === 0 ? [] : [`  ${title}: ${all.map(printable).join(", ")}`];
}

/** @param isCut whether there are more items than these */
function list<Item>(
  width: number,
  title: string,
  items: readonly Item[],
  cells: (item: Item) => readonly string[],
  isCut = false,
): string[] {
  if (items.length === 0) return [];
  const rows = items.slice(0, MAX_LISTED).map((item) => cells(item).map(printable));
  const { lines, notes } = fitTable(rows, listColumns.slice(0, rows[0]?.length), width - INDENT.length);
  const unlistedCount = items.length - rows.length;
  const more = unlistedCount > 0 ? [`… ${isCut ? "at least " : ""}${unlistedCount} more`] : [];
  return [`  ${title}:`, ...[...lines.flat(), ...notes, ...more].map((line) => INDENT + line)];
}

function changeCells({ row, column, before, after }: CellChange): string[] {
  return [rowKeyText(row), column, valueText(before), "→", valueText(after)];
}

function rowKeyText(row: RowKey): string {
  return namesOfRow(row).map(valueText).join(", ");
}

function valueText(value: unknown): string {
  if (value === null || value === undefined) return "null";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** Writes a minus that every terminal shows and that other commands read. */
function plainMinus(text: string): string {
  return text.replace("\u2212", "-");
}

/** The most units of each outcome that are listed; the others are counted. Failed and altered units are all listed. */
const MAX_UNITS_LISTED = 20;
const UNIT_INDENT = "  ";

const columns: readonly TextColumn[] = [
  { name: "outcomes", side: "left" },
  { name: "units", side: "left", isName: true },
  { name: "reasons or places of the moves", side: "left" },
  { name: "earlier numbers", side: "right" },
  { name: "", side: "left" },
  { name: "later numbers", side: "right" },
  { name: "moves", side: "right" },
  { name: "percentages", side: "right" },
  { name: "counts of cells", side: "left" },
];

type OutcomeKind = UnitReview["outcome"]["kind"];

const outcomes: readonly (readonly [kind: OutcomeKind, name: string, style: Style])[] = [
  ["failed", "failed", "red"],
  ["altered", "altered", "red"],
  ["moved", "moved", "yellow"],
  ["vanished", "gone", "yellow"],
  ["appeared", "new", "blue"],
  ["not-compared", "not compared", "dim"],
  ["same", "same", "green"],
];

/** The units of two runs for a terminal: the failed ones, then the largest moves; units that are the same are only counted. */
export function unitsReport(compared: ComparedRunFolders, paint: Paint, width: number): string {
  const { earlier, later, tolerances, units } = compared;
  // Each outcome is aligned by itself, so that a long reason does not move the figures of others.
  const lines = outcomes.flatMap(([kind, name, style]) => {
    const rows = listed(units, kind).map((unit) => [outcomeName(unit, name), unitLabel(unit), ...unitCells(unit)]);
    const table = fitTable(
      rows.map((row) => row.map(printable)),
      columns,
      width - UNIT_INDENT.length,
    );
    const painted = table.lines.flatMap(([first = "", ...others], index) => {
      const { length } = rows[index]?.[0] ?? name;
      return [paint(style, first.slice(0, length)) + first.slice(length), ...others];
    });
    return [...painted, ...table.notes, ...more(units, kind, name)];
  });
  return [
    runLine("Earlier", earlier),
    runLine("Later", later),
    `Tolerance: ${printable(tolerancesText(tolerances) || "none")}; percentages are of the earlier value`,
    paint("bold", countsText(units)),
    ...lines.map((line) => UNIT_INDENT + line),
  ]
    .map((line) => `${line}\n`)
    .join("");
}

/** The units of two runs as GitHub Markdown. */
export function unitsMarkdown({ units, tolerances, unmatchedTolerances }: ComparedRunFolders): string {
  const cell = (text: string) => escapeMarkdown(shorten(text, 200));
  const rows = outcomes.flatMap(([kind, name]) =>
    listed(units, kind).map((unit) => {
      const [what = "", was = "", , is = "", move = "", percent = "", cells = ""] = unitCells(unit);
      const moveText = percent === "" ? move : `${move} (${percent})`;
      return `| ${[outcomeName(unit, name), unitLabel(unit), what, was, is, moveText, cells].map(cell).join(" | ")} |`;
    }),
  );
  const blocks = [
    `**${countsText(units)}**. Tolerance: ${cell(tolerancesText(tolerances) || "none")}; percentages are of the earlier value.`,
    ...unmatchedTolerances.map((tolerance) => cell(unmatchedToleranceText(tolerance))),
    rows.length === 0
      ? ""
      : [
          "| | Unit | What moved most | Earlier | Later | Move | Cells |",
          "| --- | --- | --- | --: | --: | --: | --- |",
          ...rows,
        ].join("\n"),
    ...outcomes.flatMap(([kind, name]) => more(units, kind, name)),
  ];
  return `${blocks.filter(Boolean).join("\n\n")}\n`;
}

/** `new, failed` for a unit that only the later run has. */
function outcomeName({ outcome }: UnitReview, name: string): string {
  return outcome.kind === "failed" && outcome.isNew ? `new, ${name}` : name;
}

function runLine(name: string, { folder, manifest }: ComparedFolder): string {
  return `${name.padEnd(7)}  ${printable(manifest.startedAt.slice(0, 19).replace("T", " "))}  ${printable(folder)}`;
}

function countsText(units: readonly UnitReview[]): string {
  const counts = outcomes.map(
    ([kind, name]) => [units.filter((unit) => unit.outcome.kind === kind).length, name] as const,
  );
  const some = counts.filter(([number]) => number > 0).map(([number, name]) => `${number} ${name}`);
  return `${count(units.length, "unit")}${some.length === 0 ? "" : `: ${some.join(", ")}`}`;
}

/** The units of an outcome that are listed. Of the units that are the same, only the renamed ones are. */
function listed(units: readonly UnitReview[], kind: OutcomeKind): readonly UnitReview[] {
  return ofKind(units, kind).slice(0, kind === "failed" || kind === "altered" ? units.length : MAX_UNITS_LISTED);
}

function more(units: readonly UnitReview[], kind: OutcomeKind, name: string): string[] {
  const unlistedCount = ofKind(units, kind).length - listed(units, kind).length;
  return unlistedCount === 0 ? [] : [`… ${unlistedCount} more ${name}`];
}

function ofKind(units: readonly UnitReview[], kind: OutcomeKind): readonly UnitReview[] {
  return units.filter(({ outcome, renamedFrom }) => {
    return outcome.kind === kind && (kind !== "same" || renamedFrom !== undefined);
  });
}

function unitLabel({ path, unit, renamedFrom }: UnitReview): string {
  const name = unit === "" ? path : `${path}#${unit}`;
  if (renamedFrom === undefined) return name;
  return `${name} (earlier ${renamedFrom.path === path ? "" : renamedFrom.path}#${renamedFrom.unit})`;
}

/**
 * The place of the largest move, the earlier number, an arrow, the later number, the move, its percentage, and how many cells changed; or why
 * there are none.
 */
function unitCells({ outcome }: UnitReview): string[] {
  switch (outcome.kind) {
    case "failed":
      return [`${outcome.status}: ${outcome.message ?? NO_REASON}`];
    case "altered":
    case "not-compared":
      return [outcome.reason];
    case "moved": {
      const { changedCells, comparedCells, form, dates, moves } = outcome;
      const facts = [
        `${changedCells} of ${count(comparedCells, "cell")}`,
        ...form.map(formText),
        ...(dates.isDifferent ? [`${dates.before} earlier, ${dates.after} later`] : []),
      ];
      const [move] = moves;
      if (move === undefined) return ["", "", "", "", "", "", facts.join(", ")];
      const { text } = move;
      const valueTexts = [text.before, "→", text.after, text.difference, text.percent].map(plainMinus);
      return [`${rowKeyText(move.row)}, ${move.column}`, ...valueTexts, facts.join(", ")];
    }
    default:
      return [];
  }
}
