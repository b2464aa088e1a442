import type { LabelledColumn } from "../results/named-columns.ts";
import type { Table } from "../results/table.ts";
import { checkTables } from "./check-tables.ts";
import type { Check } from "./checks-schema.ts";
import { readChecks } from "./read-checks.ts";
import { TableView } from "./table-view.ts";

/** How far beyond the values of past runs the limits lie, as a share of their range. */
const MARGIN = 0.5;
/** Sums that people expect, and how near a sum must be to one. */
const usualSums = [100, 1] as const;
const SUM_TOLERANCE = 0.01;

/**
 * Proposes checks that all results of a unit in past runs pass, for a person to review. The same results give the same checks.
 * @param results the tables of the unit in each run
 */
export function suggestChecks(results: readonly (readonly Table[])[]): readonly Check[] {
  const count = Math.min(...results.map((tables) => tables.length));
  if (!Number.isFinite(count)) return [];
  const proposals = Array.from({ length: count }).flatMap((_, at) => {
    const views = results.flatMap((tables) => tables.slice(at, at + 1)).map((table) => new TableView(table));
    return proposalsFor(views).map((check): Check => (count === 1 ? check : { table: at, ...check }));
  });
  // A proposal that a past result fails would be noise from the first day on.
  return proposals.filter((check) => {
    const { checks } = readChecks(JSON.stringify({ checks: [check] }));
    return (
      checks.length === 1 &&
      results.every((tables) =>
        checkTables(checks, tables, { today: 0 })
          .flat()
          .every(({ status }) => status === "passed"),
      )
    );
  });
}

function proposalsFor(views: readonly TableView[]): Check[] {
  const [view, ...others] = views;
  if (view === undefined) return [];
  const counts = views.map(({ rowCount }) => rowCount);
  const [fewest, most] = [Math.min(...counts), Math.max(...counts)];
  const rows = { min: Math.ceil(fewest * (1 - MARGIN)), max: Math.ceil(most * (1 + MARGIN)) };
  const isInAll = ({ label }: LabelledColumn) =>
    others.every(({ columns }) => columns.some((other) => other.label === label));
  // A star in a header would mean any characters.
  const columns = view.columns.filter(
    (one) => !one.column.isHidden && one.label !== "" && !one.label.includes("*") && isInAll(one),
  );
  const key = columns.filter(({ column }) => column.isDimension).map(({ label }) => label);
  return [
    ...(most > 0 ? [{ rowCount: rows }] : []),
    ...(key.length > 0 ? [{ unique: { columns: key } }] : []),
    ...columns.flatMap(({ column, label }) => (column.isDimension ? [] : proposalsForColumn(label, views))),
  ];
}

function proposalsForColumn(column: string, views: readonly TableView[]): Check[] {
  const [low, high] = rangeOf(column, views);
  const sums = usualSums.map((value): Check => ({ sum: { column, value, tolerance: value * SUM_TOLERANCE } }));
  if (low > high) return [{ notNull: { column } }];
  const margin = (high - low || Math.abs(high)) * MARGIN;
  return [
    { notNull: { column } },
    ...sums,
    // A column without negative numbers, such as prices, mostly can have none.
    {
      between: {
        column,
        min: low >= 0 ? 0 : rounded(low - margin, Math.floor),
        max: rounded(high + margin, Math.ceil),
      },
    },
  ];
}

/** The smallest and the largest number of a column in all results; the wrong way round if one has other cells than numbers. */
function rangeOf(label: string, views: readonly TableView[]): readonly [low: number, high: number] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const view of views) {
    for (const { column } of view.columnsOf(label)) {
      const numbers = view.numbersOf(column);
      if (numbers === undefined) return [1, 0];
      for (const value of numbers.values) {
        if (value < low) low = value;
        if (value > high) high = value;
      }
    }
  }
  return Number.isFinite(low) && Number.isFinite(high) ? [low, high] : [1, 0];
}

/** A limit with two digits, which a person reads at a glance. */
function rounded(limit: number, round: (value: number) => number): number {
  if (limit === 0) return 0;
  const power = Math.floor(Math.log10(Math.abs(limit))) - 1;
  // A negative power would add digits that no double has.
  return power >= 0 ? round(limit / 10 ** power) * 10 ** power : round(limit * 10 ** -power) / 10 ** -power;
}
