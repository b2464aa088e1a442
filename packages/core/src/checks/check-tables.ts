import { property } from "../json/value.ts";
import { unitMatcher } from "../parameters/globs.ts";
import { quoted } from "../parameters/text/words.ts";
import { pairTables } from "../results/compare/match.ts";
import { closestColumn, type LabelledColumn } from "../results/named-columns.ts";
import type { Table } from "../results/table.ts";
import { checkBetween, checkEquals, checkNewestDate, checkNotNull } from "./cell-rules.ts";
import type { Check } from "./checks-schema.ts";
import { checkMoved } from "./moved-rule.ts";
import type { PlacedCheck } from "./read-checks.ts";
import { checkRowCount, checkSum, checkUnique } from "./row-rules.ts";
import { type CheckContext, failure, type NoCells, type RuleOutcome, TableView } from "./table-view.ts";

/** The tables of a unit, or why it has none, as the rest of a sentence: `the unit failed`. */
export type UnitTables = readonly Table[] | { readonly reason: string };

/** What the rules compare a unit with. */
export interface CheckOptions {
  /** The tables of the same unit in an earlier run; by default there is no earlier run. */
  readonly earlier?: UnitTables | undefined;
  /** The day of the check, milliseconds since 1970, UTC. */
  readonly today: number;
}

/** What a check found in one table of a unit; without a table, about the unit. */
export interface CheckOutcome extends RuleOutcome {
  /** The number of the table in the result, from 0. */
  readonly table?: number;
}

const noEarlierRun = { reason: "There is no earlier run to compare with." };

/** A function that says whether a check is for a unit. */
export function checkMatcher({ files = "*", units = "*" }: Check): (path: string, unit: string) => boolean {
  return unitMatcher([`${files}#${units}`]);
}

/**
 * Checks the tables of a unit: a list of outcomes for each check, in the order of the checks. A table or column that is missing is a failure,
 * and so is a table without a cell to check, unless the check is optional.
 * Never throws.
 * @example
 * ```ts
 * import { checkTables, readChecks } from "@analytics-engines/core/files";
 * import type { Table } from "@analytics-engines/core/results";
 *
 * const { checks } = readChecks('{"checks": [{"sum": {"column": "Weight", "value": 100, "tolerance": 0.01}}]}');
 * export function hasAllWeights(tables: readonly Table[]): boolean {
 *   return checkTables(checks, tables, { today: Date.now() }).flat().every(({ status }) => status === "passed");
 * }
 * ```
 */
export function checkTables(
  checks: readonly PlacedCheck[],
  tables: UnitTables,
  { earlier = noEarlierRun, today }: CheckOptions,
): readonly (readonly CheckOutcome[])[] {
  if ("reason" in tables) {
    const outcome = failure(`There is no table to check: ${tables.reason}.`);
    return checks.map(() => [outcome]);
  }
  const views = tables.map((table) => new TableView(table));
  const earlierViews = viewsOfEarlier(tables, earlier);
  return checks.map((placed) => {
    const numbers = placed.check.table === undefined ? [...views.keys()] : [placed.check.table];
    if (numbers.length === 0) return [failure("The result has no table.")];
    return numbers.flatMap((number): CheckOutcome[] => {
      const [view, before] = [views[number], earlierViews[number]];
      if (view === undefined || before === undefined)
        return [failure(`The result has no table ${number}: it has ${views.length}, counted from 0.`)];
      const outcomes = checkTable(placed, view, before, today);
      return outcomes.map((outcome) => ({ ...settle(outcome, placed.check), table: number }));
    });
  });
}

type EarlierView = TableView | { readonly reason: string };

/** For each table that of the earlier run. */
function viewsOfEarlier(tables: readonly Table[], earlier: UnitTables): EarlierView[] {
  if ("reason" in earlier) return tables.map(() => earlier);
  const partners = new Map(pairTables(earlier, tables).pairs.map(([before, after]) => [after, before]));
  return tables.map((table) => {
    const partner = partners.get(table);
    return partner === undefined ? { reason: "The earlier run does not have the table." } : new TableView(partner);
  });
}

/** The one rule about judging nothing: a check that judged no cell has not passed, unless it is optional. */
function settle(outcome: RuleOutcome | NoCells, { optional = false }: Check): RuleOutcome {
  if (outcome.status !== "no-cells") return outcome;
  return { ...outcome, status: optional ? "passed" : "failed", cells: 0 };
}

function checkTable(
  { check, rule }: PlacedCheck,
  view: TableView,
  before: EarlierView,
  today: number,
): readonly (RuleOutcome | NoCells)[] {
  const selection = select(view, check.rows ?? {});
  if (selection !== undefined && "status" in selection) return [selection];
  const earlier = "reason" in before ? before : { view: before, selection: selectEarlier(before, check.rows ?? {}) };
  const context = { view, selection, earlier, today, isOptional: check.optional === true };
  const { rowCount, unique, newestDate } = check;
  if (rowCount !== undefined) return [checkRowCount(context, rowCount)];
  if (newestDate !== undefined && newestDate.column === undefined) return [checkNewestDate(context, newestDate)];
  const names = unique?.columns ?? [String(property(check[rule], "column"))];
  const columns = names.map((name) => view.columnsOf(name));
  const missingName = names.find((_, at) => columns[at]?.length === 0);
  if (missingName !== undefined) return [missingColumn(view, missingName)];
  if (unique === undefined) return columns.flat().map((column) => checkColumn(context, check, column));
  // More columns tell more rows apart, so a name that means several by accident would hide rows that are the same.
  const ambiguousName = names.find((name, at) => !name.includes("*") && (columns[at]?.length ?? 0) > 1);
  if (ambiguousName !== undefined) return [failure(view.severalColumns(ambiguousName))];
  return [checkUnique(context, columns.flat())];
}

function checkColumn(context: CheckContext, check: Check, column: LabelledColumn): RuleOutcome | NoCells {
  const { sum, between, equals, newestDate, moved } = check;
  if (sum !== undefined) return checkSum(context, sum, column);
  if (between !== undefined) return checkBetween(context, between, column);
  if (equals !== undefined) return checkEquals(context, equals, column);
  if (newestDate !== undefined) return checkNewestDate(context, newestDate, column);
  if (moved !== undefined) return checkMoved(context, moved, column);
  return checkNotNull(context, column);
}

/** The rows that a check is for; undefined for all of them. */
function select(
  view: TableView,
  rows: Readonly<Record<string, string>>,
): Uint8Array | undefined | RuleOutcome | NoCells {
  let selection: Uint8Array | undefined;
  for (const [name, text] of Object.entries(rows)) {
    const [column, second] = view.columnsOf(name);
    if (column === undefined) return missingColumn(view, name);
    if (second !== undefined) return failure(view.severalColumns(name));
    const matches = view.rowsWith(column, text);
    selection =
      selection === undefined ? matches : selection.map((isSelected, row) => isSelected & (matches[row] ?? 0));
  }
  if (selection?.includes(1) === false) {
    const names = Object.entries(rows).map(([name, text]) => `${quoted(name)} ${quoted(text)}`);
    return { status: "no-cells", message: `The table has no row with ${names.join(" and ")}.` };
  }
  return selection;
}

/** The rows of the earlier run that a check is for: none if that run lacks the columns that select them. */
function selectEarlier(view: TableView, rows: Readonly<Record<string, string>>): Uint8Array | undefined {
  const selection = select(view, rows);
  return selection !== undefined && "status" in selection ? new Uint8Array(view.rowCount) : selection;
}

function missingColumn(view: TableView, name: string): RuleOutcome {
  const close = closestColumn(
    name,
    view.columns.map(({ label }) => label),
  );
  const hint = close === undefined ? "" : ` The closest one is ${quoted(close)}.`;
  return failure(`The table has no column ${quoted(name)}.${hint}`);
}
