import { count, escapeMarkdown, type Sentence, sentenceList, shorten } from "@analytics-engines/core/basics";
import { changedCellText, changedRowText, formText, type NumberChange } from "@analytics-engines/core/results";
import { outcomeText, summarizeFindings } from "../checks/checks-report.ts";
import { code, prose, table, tableRow } from "../progress/markdown.ts";
import type { Assessment, MovedUnit, Review } from "./assess.ts";
import { describeParameters } from "./parameter-review.ts";
import { type DatePair, type Moved, NO_REASON, type UnitReview } from "./unit-review.ts";

/** A part of a review. Its last rows are left out where not everything fits. */
export interface Section {
  /** Sections with a higher number are cut first. That with 0 is about what failed. */
  readonly priority: number;
  /** In Markdown, the most important first. */
  readonly rows: readonly string[];
  /** Whether it only counts what other sections show, so that it is needed only where these are cut. */
  readonly isSummary?: true;
  readonly write: (rows: readonly string[]) => string;
}

/** A longer table or list shows this many rows and folds the others. */
const OPEN_ROWS = 20;

/**
 * Everything that a review found, in the order in which it is shown.
 * @param limit how long the text may be, bytes: the reasons of failed units are short enough for the names of all
 */
export function reviewSections(review: Review, assessment: Assessment, limit: number): readonly Section[] {
  const { failedUnits, alteredUnits, movedUnits, otherDaysUnits } = assessment;
  const because = (cause: Moved["cause"]) => movedUnits.filter(({ outcome }) => outcome.cause === cause);
  const longestReason = Math.max(20, Math.min(500, Math.floor(limit / 4 / failedUnits.length)));
  const { unmatchedTolerances } = review.numbers;
  return [
    lines(1, "Missing", review.run?.missing ?? [], missingShard),
    tableSection(
      0,
      "Failed",
      failedHead,
      failedUnits.map((unit) => failedRow(unit, longestReason)),
    ),
    tableSection(2, "Checks on numbers", checksHead, failedChecks(review)),
    lines(3, "Rules of checks", review.checks?.changes ?? [], bullet, RULES_SENTENCE),
    lines(3, "Tolerances", unmatchedTolerances, unmatchedTolerance),
    lines(4, "Altered", alteredUnits, alteredLine, ALTERED_SENTENCE),
    ...movedSections(5, "Moved with their parameters", because("parameters")),
    ...movedSections(5, "Moved with neither parameters nor days", because("neither"), RESTATED_SENTENCE),
    filesSection(assessment),
    namesSection(7, "Gone", assessment.vanishedUnits),
    lines(7, "Parameters", describeParameters(review.parameters, review.numbers.units), bullet),
    ...movedSections(8, "Computed for other days", otherDaysUnits, OTHER_DAYS_SENTENCE),
    namesSection(9, "New", assessment.appearedUnits),
    lines(9, "Not compared", reasons(assessment.notComparedUnits), (line) => line),
    sameSection(assessment.sameUnits),
  ].filter(({ rows }) => rows.length > 0);
}

const RULES_SENTENCE = "The change touches these rules. This review judges by those of the base.\n\n";
const ALTERED_SENTENCE = "These results are not what their run stored, so their numbers are not compared.\n\n";
const RESTATED_SENTENCE =
  "The parameters and days are the same, so the data of the service changed, such as restated prices.\n\n";
const OTHER_DAYS_SENTENCE = "Their relative dates became other days, so this change did not cause the moves.\n\n";

function lines<Item>(
  priority: number,
  title: string,
  items: readonly Item[],
  writeItem: (item: Item) => string,
  sentence = "",
): Section {
  return { priority, rows: items.map(writeItem), write: (rows) => `### ${title}\n\n${sentence}${rows.join("")}` };
}

function bullet(sentence: Sentence): string {
  return sentenceList([sentence], prose);
}

/** A table whose rows after the twentieth are folded. @param numberColumnCount as in `table` */
function tableSection(
  priority: number,
  title: string,
  head: readonly string[],
  rows: readonly (readonly string[])[],
  { sentence = "", numberColumnCount = 0 } = {},
): Section {
  const start = table(head, [], numberColumnCount);
  const write = (some: readonly string[]) => `${start}${some.map((row) => `${row}\n`).join("")}`;
  return {
    priority,
    rows: rows.map(tableRow),
    write: (some) => `### ${title}\n\n${sentence}${folded(some, write)}`,
  };
}

/** Units by their names in one line. Those after the twentieth are folded. */
function namesSection(priority: number, title: string, units: readonly UnitReview[]): Section {
  return {
    priority,
    rows: units.map(unitName),
    write: (rows) => `### ${title}\n\n${folded(rows, (some) => `${some.join(", ")}\n`)}`,
  };
}

function folded(rows: readonly string[], write: (rows: readonly string[]) => string): string {
  const openText = write(rows.slice(0, OPEN_ROWS));
  const foldedRows = rows.slice(OPEN_ROWS);
  return foldedRows.length === 0 ? openText : `${openText}\n${fold(`${foldedRows.length} more`, write(foldedRows))}`;
}

function fold(summary: string, content: string): string {
  return `<details><summary>${summary}</summary>\n\n${content}\n</details>\n`;
}

/** The largest move of each unit, and then all moves within each, which are cut before anything else is. */
function movedSections(
  priority: number,
  title: string,
  units: readonly MovedUnit[],
  sentence = "",
): readonly Section[] {
  return [
    tableSection(priority, title, movedHead, units.map(movedRow), { sentence, numberColumnCount: 3 }),
    { priority: 10, rows: units.map(movedDetails), write: (rows) => rows.join("\n") },
  ];
}

function sameSection(units: readonly UnitReview[]): Section {
  const summary = `${count(units.length, "unit")} the same`;
  return { priority: 11, rows: units.map(unitName), write: (rows) => fold(summary, `${rows.join(", ")}\n`) };
}

const failedHead = ["Unit", "Status", "Why"];

function failedRow(unit: Assessment["failedUnits"][number], longest: number): readonly string[] {
  const { status, before, message, isNew } = unit.outcome;
  const same = before !== undefined && before !== "success";
  const earlier = isNew
    ? " (new)"
    : before === undefined
      ? ""
      : same
        ? " (in the earlier run too)"
        : " (success in the earlier run)";
  return [unitName(unit), `❌ ${status}${earlier}`, escapeMarkdown(shorten(message ?? NO_REASON, longest))];
}

function missingShard({ index, total, files }: NonNullable<Review["run"]>["missing"][number]): string {
  const unlistedCount = files.length - MAX_SHARD_FILES;
  const paths = files.slice(0, MAX_SHARD_FILES).map((file) => code(shorten(file, 200)));
  const list = `${paths.join(", ")}${unlistedCount > 0 ? ` and ${unlistedCount} more` : ""}`;
  return `- Shard ${index} of ${total} left no run folder. The outcome of ${count(files.length, "file")} is not known: ${list}\n`;
}

/** The most files of a missing shard that are named. */
const MAX_SHARD_FILES = 20;

const checksHead = ["Unit", "Failed check", "Rule"];

/** The failed checks, which are those of the base. */
function failedChecks({ checks }: Review): readonly (readonly string[])[] {
  if (checks === undefined) return [];
  return summarizeFindings(checks.report)
    .filter(({ status }) => status === "failed")
    .map((finding) => {
      const { path, unit, severity, because, file, line } = finding;
      const text = because === undefined ? outcomeText(finding) : `${outcomeText(finding)} ${because}`;
      return [
        [path, unit].flatMap((name) => (name === undefined ? [] : code(shorten(name, 200)))).join(" "),
        `${severity === "error" ? "❌" : "⚠️"} ${escapeMarkdown(shorten(text, 500))}`,
        code(`${file}:${line}`),
      ];
    });
}

function unmatchedTolerance({ columns, closest }: Review["numbers"]["unmatchedTolerances"][number]): string {
  const hint = closest === undefined ? "" : `; the closest one is ${code(shorten(closest, 200))}`;
  return `- The tolerance of ${code(shorten(columns, 200))} matches no column of the results${hint}\n`;
}

function alteredLine(unit: Assessment["alteredUnits"][number]): string {
  return `- ${unitName(unit)}: ${escapeMarkdown(shorten(unit.outcome.reason, 500))}\n`;
}

/** The units that were not compared, grouped by reason. */
function reasons(units: Assessment["notComparedUnits"]): readonly string[] {
  const byReason = Map.groupBy(units, ({ outcome }) => outcome.reason);
  return Array.from(byReason, ([reason, several]) => {
    const openNames = several.slice(0, OPEN_ROWS).map(unitName).join(", ");
    const foldedUnits = several.slice(OPEN_ROWS);
    const line = `- ${openNames}${foldedUnits.length > 0 ? ` and ${foldedUnits.length} more` : ""}: ${escapeMarkdown(shorten(reason, 500))}\n`;
    return foldedUnits.length === 0
      ? line
      : `${line}\n${fold(`${foldedUnits.length} more`, `${foldedUnits.map(unitName).join(", ")}\n`)}\n`;
  });
}

/** How many units of each file failed, moved and so on; the files with most failed and moved units first. */
function filesSection(assessment: Assessment): Section {
  const kinds = (
    [
      ["failed", assessment.failedUnits],
      ["altered", assessment.alteredUnits],
      ["moved", assessment.movedUnits],
      ["other days", assessment.otherDaysUnits],
      ["gone", assessment.vanishedUnits],
      ["new", assessment.appearedUnits],
      ["not compared", assessment.notComparedUnits],
      ["same", assessment.sameUnits],
    ] as const
  ).filter(([, units]) => units.length > 0);
  const files = new Map<string, number[]>();
  for (const [kind, [, units]] of kinds.entries()) {
    for (const { path, row } of units) {
      const file = row?.path ?? path;
      const counts = files.get(file) ?? kinds.map(() => 0);
      counts[kind] = (counts[kind] ?? 0) + 1;
      files.set(file, counts);
    }
  }
  const sorted = [...files].sort(([, first], [, second]) => {
    const at = first.findIndex((number, kind) => number !== second[kind]);
    return at < 0 ? 0 : (second[at] ?? 0) - (first[at] ?? 0);
  });
  const rows = sorted.map(([path, counts]) => [code(shorten(path, 200)), ...counts.map((number) => `${number || ""}`)]);
  return {
    ...tableSection(6, "Units by file", ["File", ...kinds.map(([name]) => name)], rows, {
      numberColumnCount: kinds.length,
    }),
    isSummary: true,
  };
}

const movedHead = ["Unit", "Days", "What moved most", "Earlier", "Later", "Move"];

/** A unit by its file and its id or by its sweep and its row, and by its former name if it was renamed. */
function unitName({ path, unit, row, renamedFrom }: Omit<UnitReview, "outcome">): string {
  const { path: file, unit: id } = row ?? { path, unit };
  const word = row === undefined ? "" : "row";
  const name = [code(shorten(file, 200)), word, code(shorten(id, 120))].filter((text) => text !== "").join(" ");
  if (renamedFrom === undefined) return name;
  const earlier = { path: renamedFrom.path === file ? "" : renamedFrom.path, unit: renamedFrom.unit };
  return `${name}, earlier ${unitName(earlier)}`;
}

/** The largest move of a unit: a row below `movedHead`. */
function movedRow(unit: MovedUnit): readonly string[] {
  return [unitName(unit), days(unit.outcome.dates), ...largestMove(unit.outcome)];
}

/** The moves within a unit, folded. */
function movedDetails(unit: MovedUnit): string {
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
  const cellTable = rows.length === 0 ? "" : `${table(["Row", "Column", "Earlier", "Later", "Move"], rows, 3)}${more}`;
  return `<details><summary>${unitName(unit)}: ${facts.join(", ")}</summary>\n\n${cellTable}\n</details>\n`;
}

function largestMove({ moves: [move], others: [changedCell], form }: Moved): readonly string[] {
  if (form.length > 0 && move === undefined && changedCell === undefined)
    return [form.map(formText).join(", "), "", "", ""];
  if (move !== undefined) return [cellAddress(move.row, move.column), ...moveCells(move)];
  if (changedCell === undefined) return ["", "", "", ""];
  return [
    cellAddress(changedCell.row, changedCell.column),
    cell(changedCellText(changedCell.before)),
    cell(changedCellText(changedCell.after)),
    "",
  ];
}

function days({ before, after }: DatePair): string {
  if (before === after) return after;
  return `${before || "not known"} → ${after || "not known"}`;
}

function cellAddress(row: readonly unknown[], column: string): string {
  return `${cell(changedRowText(row))}, ${cell(column)}`;
}

function cell(text: string): string {
  return escapeMarkdown(shorten(text, 100));
}

/** The cells of a move: the earlier value, the later one, and `+0.53 (+4.2 %)` with a percentage of the earlier value. */
function moveCells({ text: { before, after, difference, percent } }: NumberChange): readonly string[] {
  return [before, after, percent === "" ? difference : `${difference} (${percent})`].map(escapeMarkdown);
}
