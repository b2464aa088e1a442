import {
  formatCell,
  type Measure,
  numberAt,
  rowLabel,
  rowLabels,
  type TableReading,
  totalRows,
} from "@analytics-engines/core/results";
import { localDates, t } from "../../l10n.ts";
import { nounOfLevel, partsOfLevel, usefulLevels } from "../../result-words.ts";
import { countOf } from "../../text.ts";
import type { ChartData, ChartSpec, Largest } from "../spec.ts";
import { uniqueNames } from "./axis.ts";
import { valueText } from "./values.ts";

/** More bars than this are too many to read. */
const MAX_GROUPS = 40;

/** The rows of one moment and one level, and the sentences about the rows that are left out. */
export interface ChartRows {
  readonly rows: readonly number[];
  readonly notes: readonly string[];
  readonly largest?: Largest | undefined;
  /** The number of rows that are left out because they have no number. */
  readonly missing?: number;
  /** Of which day or scenario the numbers are, if the table has several: `on 2026-04-29`. */
  readonly when: string;
}

/** The level of a chart: that of its specification, else the innermost. */
export function levelOf(reading: TableReading, { level }: Pick<ChartSpec, "level">): number {
  return level ?? usefulLevels(reading).at(-1) ?? reading.levels.reduce((most, depth) => Math.max(most, depth), 0);
}

/** `Weight by sector`. */
export function titleBy(reading: TableReading, title: string, spec: Pick<ChartSpec, "level">): string {
  return t("{0} by {1}", title, nounOfLevel(reading, levelOf(reading, spec)));
}

/**
 * The parts of a level; in a table over time, those of the last day, since bars of several days would count a group twice, and of several
 * scenarios the first.
 * @param measures those whose totals the note says, and whose block the numbers are of
 */
export function chartRows(
  reading: TableReading,
  spec: Pick<ChartSpec, "level">,
  measures: readonly Measure[],
): ChartRows {
  const { time, table, blocks, roles } = reading;
  const isDaily = time?.hasSeveralRows === true;
  const day = isDaily ? time.days.at(-1) : undefined;
  const level = levelOf(reading, spec);
  // Where each row is a day, the rows are no parts of a whole.
  const parts = time === undefined || isDaily ? partsOfLevel(reading, level) : [];
  const all = parts.filter((row) => day === undefined || time?.dayOfRow[row] === day);
  const notes: string[] = [];
  const [total] = totalRows(reading, day);
  const totals = total === undefined || all.length < 2 ? [] : totalTexts(measures, total);
  if (totals.length === 1) notes.push(t("The total, {0}, is not drawn beside its parts.", totals[0] ?? ""));
  if (totals.length > 1) notes.push(t("The totals are not drawn beside their parts."));
  if (roles.includes("subtotal")) notes.push(t("Subtotals are not drawn."));
  if (isDaily) notes.push(t("{0}; only the last is drawn.", countOf(time.days.length, "date")));
  const scenario = scenarioOf(reading, all);
  if (scenario !== undefined) notes.push(t("{0} scenarios; only {1} is drawn.", scenario.count, scenario.name));
  const block = blocks[measures[0]?.block ?? -1];
  const label = isDaily ? time.labels.at(-1) : block?.label;
  const isTotal = block?.end === undefined;
  const when = label === undefined ? "" : !isDaily && isTotal ? t("all periods") : t("on {0}", localDates(label));
  const rows =
    scenario === undefined ? all : all.filter((row) => textAt(table, scenario.column, row) === scenario.name);
  // A named row without a number may be a part as well as a note: it counts as left out.
  const missing = isDaily
    ? 0
    : roles.filter((role, row) => role === "note" && rowLabel(table, reading, row) !== "").length;
  return {
    rows,
    notes,
    missing,
    when: [when, scenario ? t("scenario {0}", scenario.name) : ""].filter(Boolean).join(", "),
  };
}

/** The different texts of the totals of measures. */
function totalTexts(measures: readonly Measure[], row: number): readonly string[] {
  const numbered = measures.filter(({ column }) => !Number.isNaN(numberAt(column, row)));
  return [...new Set(numbered.map(({ column }) => valueText(column, row)))];
}

function textAt({ columns }: TableReading["table"], index: number, row: number): string {
  const column = columns[index];
  return column === undefined ? "" : formatCell(column, row);
}

/** The scenario of which a chart is: rows of several scenarios repeat a security. Undefined if the rows are of one. */
function scenarioOf({ table }: TableReading, rows: readonly number[]) {
  const column = table.columns.findIndex(
    ({ header, values }) => values.kind === "text" && /\b(scenario|shock|stress)s?\b/i.test(header.at(-1) ?? ""),
  );
  if (column < 0) return undefined;
  const names = [...new Set(rows.map((row) => textAt(table, column, row)))];
  const name = names.find((text) => /^base\b/i.test(text)) ?? names[0];
  return name === undefined || names.length < 2 ? undefined : { column, name, count: names.length };
}

/** The rows with a number, the largest first; if there are too many, only those farthest from zero. */
export function sortedRows(candidates: ChartRows, numberOf: (row: number) => number, most = MAX_GROUPS): ChartRows {
  const rowsWithNumber = candidates.rows.filter((row) => !Number.isNaN(numberOf(row)));
  const notes = [...candidates.notes];
  const missing = candidates.rows.length - rowsWithNumber.length + (candidates.missing ?? 0);
  if (missing === 1) notes.push(t("1 row without a number is not drawn."));
  if (missing > 1) notes.push(t("{0} without a number are not drawn.", countOf(missing, "row")));
  const largest = rowsWithNumber.toSorted((a, b) => Math.abs(numberOf(b)) - Math.abs(numberOf(a))).slice(0, most);
  const rowCount = rowsWithNumber.length;
  return {
    ...candidates,
    rows: largest.sort((a, b) => numberOf(b) - numberOf(a)),
    notes,
    largest: largest.length < rowCount ? { count: most, rowCount } : undefined,
    missing,
  };
}

/** How many of the rows a chart, or a smaller picture of it, draws. */
export function largestText({ count, rowCount, chartCount }: Largest): string {
  if (chartCount === undefined) return t("The {0} largest of {1} are drawn.", count, countOf(rowCount, "row"));
  return chartCount === rowCount
    ? t("The {0} largest of {1} are shown; the chart has all.", count, rowCount)
    : t("The {0} largest of {1} are shown; the chart has {2}.", count, rowCount, chartCount);
}

/** All that a chart says about what it leaves out; undefined if it shows all. */
export function captionOf({ note, largest }: Pick<ChartData, "note" | "largest">): string | undefined {
  return noteOf([...(largest ? [largestText(largest)] : []), ...(note ? [note] : [])]);
}

/** The unique names of rows. */
export function rowNames(reading: TableReading, rows: readonly number[]): readonly string[] {
  const names = rowLabels(reading.table, reading, reading, rows);
  return uniqueNames(names.map((name) => name || t("(none)")));
}

export function noteOf(notes: readonly string[]): string | undefined {
  return notes.length > 0 ? notes.join(" ") : undefined;
}

/** `%, on 2026-10-30, largest first`. */
export function subtitleOf(...parts: readonly string[]): string {
  return parts.filter(Boolean).join(", ");
}
