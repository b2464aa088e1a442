import { unitMatcher } from "@analytics-engines/core/parameters/unit-glob";
import { starPattern } from "@analytics-engines/core/text/star-pattern";
import { UserError } from "../user-error.ts";
import { type JumpReason, jumpReason } from "./jump-reason.ts";
import type { RowFilter } from "./open-store-file.ts";
import {
  openExistingStore,
  readRowsOf,
  readWhileItChanges,
  runsOfTable,
  type StoreProblem,
  unfinishedRuns,
} from "./read-store.ts";
import { type NumberRow, toNumberRow } from "./records.ts";

/** Which numbers are read. All that are absent match everything. */
export interface NumberFilter {
  /** A glob of parameter files. One without a slash matches the file's name. */
  readonly file?: string;
  /** A glob of units. */
  readonly unit?: string;
  /** Patterns, in which `*` stands for any characters. */
  readonly table?: string;
  readonly column?: string;
  readonly row?: string;
}

/** The place of a number in each run, and its values over runs. */
export interface NumberOverRuns extends Pick<NumberRow, "file" | "unit" | "table" | "row" | "column" | "measure"> {
  /** The oldest first. */
  readonly points: readonly SeriesPoint[];
}

/** A number of one run. */
export interface SeriesPoint
  extends Pick<NumberRow, "run" | "time" | "value" | "digits" | "start" | "end" | "parameters" | "result" | "commit"> {
  /** Why it is another number than in the run before; absent if it is not. */
  readonly reason?: JumpReason;
}

/** Numbers over runs. */
export interface NumberHistory {
  /** In the order of file, unit, table, row and column. */
  readonly series: readonly NumberOverRuns[];
  readonly problems: readonly StoreProblem[];
}

/** More numbers are not read at once: they would not fit into the memory of a runner. */
const MAX_NUMBERS = 2_000_000;

/**
 * Reads numbers of a store over runs, each with the reason why it changed.
 * @throws UserError where there is no store, or the filter selects too many numbers
 *
 * @example
 * ```ts
 * import { readSeries } from "@analytics-engines/runs/history";
 *
 * const { series } = await readSeries("history", { unit: "weights", row: "Total" });
 * for (const { column, points } of series) console.log(column, points.at(-1)?.value);
 * ```
 */
export function readSeries(store: string, filter: NumberFilter): Promise<NumberHistory> {
  return readWhileItChanges(store, async () => {
    const opened = await openExistingStore(store, ["numbers", "units"]);
    const wholeRuns = runsOfTable(opened, "units");
    const numbersByPlace = new Map<string, NumberRow[]>();
    let count = 0;
    for await (const row of readRowsOf(opened, "numbers", { filter: rowFilter(filter) })) {
      const record = toNumberRow(row);
      if (!wholeRuns.has(record.run)) continue;
      if (++count > MAX_NUMBERS)
        throw new UserError(
          `More than ${MAX_NUMBERS} numbers of ${store} match. Name a file, a unit, a table, a column or a row.`,
        );
      const { file, unit, table, column, row: name } = record;
      const key = JSON.stringify([file, unit, table, name, column]);
      const numbers = numbersByPlace.get(key);
      if (numbers) numbers.push(record);
      else numbersByPlace.set(key, [record]);
    }
    const keys = [...numbersByPlace.keys()].sort();
    return {
      series: keys.map((key) => seriesOf(numbersByPlace.get(key) ?? [])),
      problems: [...opened.problems, ...unfinishedRuns(opened)],
    };
  });
}

function seriesOf(numbers: readonly NumberRow[]): NumberOverRuns {
  const inOrder = numbers.toSorted(
    (one, other) => one.time.getTime() - other.time.getTime() || (one.run < other.run ? -1 : 1),
  );
  const points = inOrder.map((number, index): SeriesPoint => {
    const { run, time, value, digits, start, end, parameters, result, commit } = number;
    const before = inOrder[index - 1];
    const reason = before && jumpReason(before, number);
    const point = { run, time, value, digits, start, end, parameters, result, commit };
    return reason === undefined ? point : { ...point, reason };
  });
  const last = inOrder.at(-1);
  if (last === undefined) throw new Error("a series has a number");
  const { file, unit, table, row, column, measure } = last;
  return { file, unit, table, row, column, measure, points };
}

function rowFilter({ file = "*", unit = "*", table = "*", column = "*", row = "*" }: NumberFilter): RowFilter {
  const matchesUnit = unitMatcher([`${file}#${unit}`]);
  const answers = new Map<string, boolean>();
  const patterns = [table, column, row].map((pattern) => starPattern(pattern, "i"));
  return {
    columns: ["file", "unit", "table", "column", "row"],
    matches([path, id, ...names]) {
      const key = `${path}\n${id}`;
      let isUnit = answers.get(key);
      if (isUnit === undefined) {
        isUnit = matchesUnit(String(path), String(id));
        answers.set(key, isUnit);
      }
      return isUnit && patterns.every((pattern, index) => pattern.test(String(names[index])));
    },
  };
}
