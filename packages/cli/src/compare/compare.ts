import {
  compareTables,
  comparisonMarkdown,
  type PairedTables,
  pairTables,
  type Table,
  type TableComparison,
  type Tolerance,
} from "@analytics-engines/core/results";
import { printable } from "@analytics-engines/core/text";
import { UserError } from "@analytics-engines/runs/user-error";
import type { ExitCode } from "../exit-code.ts";
import { isLarge } from "../large-file.ts";
import { readTables } from "../tables/read-tables.ts";
import { type Paint, paintFor } from "../terminal/paint.ts";
import { escapeJson } from "../terminal/printable-json.ts";
import { createProgress } from "../terminal/progress.ts";
import { comparisonReport } from "./report.ts";

export interface CompareOptions {
  readonly tolerance?: readonly Tolerance[];
  /** The columns that identify a row. */
  readonly key?: readonly string[];
  readonly json?: true;
  readonly markdown?: true;
}

/** Compares the tables of two stored results and prints what changed. */
export async function compareCommand(before: string, after: string, options: CompareOptions): Promise<ExitCode> {
  const progress = createProgress();
  const read = async (file: string) => {
    progress.step(`reading ${file}`, isLarge(file));
    return readTables(file);
  };
  const paired = pairTables(await read(before), await read(after));
  progress.step("comparing");
  const comparisons = paired.pairs.map(([one, other]) => compareTwo(one, other, options));
  progress.clear();
  const isSame = [...paired.added, ...paired.removed].length === 0 && comparisons.every((one) => one.isSame);
  if (options.json === true) process.stdout.write(toJson(isSame, paired, comparisons));
  else if (options.markdown === true) process.stdout.write(comparisons.map(comparisonMarkdown).join("\n"));
  else process.stdout.write(report(paired, comparisons, paintFor(process.stdout)));
  return isSame ? 0 : 1;
}

function compareTwo(before: Table, after: Table, { tolerance = [], key }: CompareOptions): TableComparison {
  try {
    return compareTables(before, after, { tolerances: tolerance, ...(key === undefined ? {} : { key }) });
  } catch (error) {
    if (error instanceof RangeError) throw new UserError(`${after.id}: ${error.message}`);
    throw error;
  }
}

function report({ added, removed }: PairedTables, comparisons: readonly TableComparison[], paint: Paint): string {
  return [
    ...comparisons.map((comparison) => comparisonReport(comparison, paint)),
    ...removed.map(({ id }) => `${paint("bold", printable(id))}: ${paint("red", "the table is gone")}\n`),
    ...added.map(({ id }) => `${paint("bold", printable(id))}: ${paint("red", "the table is new")}\n`),
  ].join("\n");
}

/** Numbers that JSON does not have become text: `"NaN"`, `"Infinity"`, `"-Infinity"`. */
function toJson(same: boolean, { added, removed }: PairedTables, tables: readonly TableComparison[]): string {
  const ids = (all: readonly Table[]) => all.map(({ id }) => id);
  const value = { version: 1, same, tablesAdded: ids(added), tablesRemoved: ids(removed), tables };
  const json = JSON.stringify(
    value,
    (_, held: unknown) => (typeof held === "number" && !Number.isFinite(held) ? String(held) : held),
    2,
  );
  return `${escapeJson(json)}\n`;
}
