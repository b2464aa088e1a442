import { property } from "../json/value.ts";
import { pathOfSource } from "../parameters/file-names.ts";
import { unitMatcher } from "../parameters/globs.ts";
import { quoted } from "../parameters/text/words.ts";
import { pairTables } from "../results/compare/match.ts";
import type { LabelledColumn } from "../results/named-columns.ts";
import type { Table } from "../results/table.ts";
import { checkAgrees } from "./agrees-rule.ts";
import { checkBetween, checkEquals, checkNewestDate, checkNotNull } from "./cell-rules.ts";
import type { Check } from "./checks-schema.ts";
import { checkMoved, checkRowCountMoved } from "./moved-rule.ts";
import { type CheckLimits, failure, type NoCells, type RuleOutcome } from "./outcomes.ts";
import type { PlacedCheck } from "./read-checks.ts";
import { limitsOf, type RowCells } from "./row-limits.ts";
import { checkAddUp, checkRowCount, checkSum, checkUnique } from "./row-rules.ts";
import { missingColumn, onlyColumn, selectRows } from "./select-rows.ts";
import { type CheckContext, type OtherUnit, TableView } from "./table-view.ts";
import { checkMetadata, checkText } from "./text-rules.ts";

/** The tables of a unit, or why it has none, as the rest of a sentence: `the unit failed`. */
export type UnitTables = readonly Table[] | { readonly reason: string };

/** What the rules compare a unit with. */
export interface CheckOptions {
  /** The tables of the same unit in an earlier run; by default there is no earlier run. */
  readonly earlier?: UnitTables | undefined;
  /** The unit that each check with `agrees` compares with. */
  readonly others?: ReadonlyMap<PlacedCheck, OtherUnit> | undefined;
  /** The row of the sweep that the unit comes from; by default it comes from none. */
  readonly row?: RowCells | undefined;
  /** The day of the check, milliseconds since 1970, UTC. */
  readonly today: number;
}

/** What a check found in one table of a unit; without a table, about the unit. */
export interface CheckOutcome extends RuleOutcome {
  /** The number of the table in the result, from 0. */
  readonly table?: number;
}

const noOtherUnit = { reason: "There is no other unit to compare with." };
const noRow = { reason: "The unit does not come from a sweep, so no row has its limits." };
const noEarlierRun = { reason: "There is no earlier run to compare with." };

/** A function that says whether a check is for a unit. */
export function checkMatcher({ files = "*", units = "*" }: Check): (path: string, unit: string) => boolean {
  const matches = unitMatcher([`${files}#${units}`]);
  // A large sweep has several jobs, whose paths have numbers.
  return (path, unit) => matches(path, unit) || matches(pathOfSource(path), unit);
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
  { earlier = noEarlierRun, others, row = noRow, today }: CheckOptions,
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
      const outcomes = checkTable(placed, view, { before, row, other: others?.get(placed) ?? noOtherUnit, today });
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
  others: Pick<CheckContext, "other" | "today"> & { readonly before: EarlierView; readonly row: RowCells },
): readonly (RuleOutcome | NoCells)[] {
  const { before, row, other, today } = others;
  const selection = selectRows(view, check);
  if (selection !== undefined && "status" in selection) return [selection];
  const earlier = "reason" in before ? before : { view: before, selection: selectEarlier(before, check) };
  const context = { view, selection, earlier, other, today, isOptional: check.optional === true };
  const { rowCount, rowCountMoved, unique, addUp, metadata, newestDate } = check;
  const limits = limitsOf(check.rowCount ?? check.between ?? {}, row);
  if ("reason" in limits) return [failure(limits.reason)];
  if (rowCount !== undefined) return [checkRowCount(context, limits)];
  if (rowCountMoved !== undefined) return [checkRowCountMoved(context, rowCountMoved)];
  if (metadata !== undefined) return [checkMetadata(context, metadata)];
  if (newestDate !== undefined && newestDate.column === undefined) return [checkNewestDate(context, newestDate)];
  const names = unique?.columns ?? addUp?.columns ?? [String(property(check[rule], "column"))];
  const columns = names.map((name) => view.columnsOf(name));
  const missingName = names.find((_, at) => columns[at]?.length === 0);
  if (missingName !== undefined) return [missingColumn(view, missingName)];
  if (unique === undefined && addUp === undefined)
    return columns.flat().map((column) => checkColumn(context, check, limits, column));
  // More columns tell more rows apart, and add up to more, so a name that means several by accident would hide what is wrong.
  const ambiguousName = names.find((name, at) => !name.includes("*") && (columns[at]?.length ?? 0) > 1);
  if (ambiguousName !== undefined) return [failure(view.severalColumns(ambiguousName))];
  if (addUp === undefined) return [checkUnique(context, columns.flat())];
  const total = onlyColumn(view, addUp.to);
  if ("status" in total) return [total];
  if (names.some((name, at) => !name.includes("*") && columns[at]?.includes(total) === true))
    return [failure(`${quoted(total.label)} is the sum, and cannot be a part of it.`)];
  const parts = new Set(columns.flat());
  parts.delete(total);
  if (parts.size === 0) return [failure("There is no column to add.")];
  return [checkAddUp(context, addUp, [...parts], total)];
}

function checkColumn(
  context: CheckContext,
  check: Check,
  limits: CheckLimits,
  column: LabelledColumn,
): RuleOutcome | NoCells {
  const { sum, between, text, equals, agrees, newestDate, moved } = check;
  if (sum !== undefined) return checkSum(context, sum, column);
  if (between !== undefined) return checkBetween(context, limits, column);
  if (text !== undefined) return checkText(context, text, column);
  if (equals !== undefined) return checkEquals(context, equals, column);
  if (agrees !== undefined) return checkAgrees(context, agrees, column);
  if (newestDate !== undefined) return checkNewestDate(context, newestDate, column);
  if (moved !== undefined) return checkMoved(context, moved, column);
  return checkNotNull(context, column);
}

/** The rows of the earlier run that a check is for: none if that run lacks the columns that select them. */
function selectEarlier(view: TableView, check: Check): Uint8Array | undefined {
  const selection = selectRows(view, check);
  return selection !== undefined && "status" in selection ? new Uint8Array(view.rowCount) : selection;
}
