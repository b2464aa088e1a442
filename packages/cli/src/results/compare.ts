import { parseTolerance, printable } from "@analytics-engines/core/basics";
import {
  compareTables,
  comparisonMarkdown,
  findUnmatchedTolerances,
  type PairedTables,
  pairTables,
  type Table,
  type TableComparison,
  type Tolerance,
  type UnmatchedTolerance,
  unmatchedToleranceText,
} from "@analytics-engines/core/results";
import { UserError } from "@analytics-engines/runs/progress";
import { type ComparedFolder, compareFolders } from "@analytics-engines/runs/review";
import { readSettings } from "../project.ts";
import { isRunFolder, openComparedFolder } from "../run-folder.ts";
import { widthFor } from "../terminal/columns.ts";
import { type ExitCode, isLarge, type Paint, paintFor, printableJson, warn } from "../terminal/output.ts";
import { createProgress, type Progress } from "../terminal/progress.ts";
import { STANDARD } from "../terminal/standard.ts";
import { findComparedUnit, tablesOfUnit } from "./compare-folders.ts";
import { comparisonReport, unitsMarkdown, unitsReport } from "./compare-report.ts";
import { readTables } from "./read-tables.ts";

export interface CompareOptions {
  /** By default those of the project file. */
  readonly tolerance?: readonly Tolerance[];
  /** The columns that identify a row. */
  readonly key?: readonly string[];
  /** The unit of two runs whose tables are compared. */
  readonly unit?: string;
  readonly json?: true;
  readonly markdown?: true;
}

/** Compares two stored results, or two run folders, and prints what changed. */
export async function compareCommand(earlier: string, later: string, flags: CompareOptions): Promise<ExitCode> {
  const options = { ...flags, tolerances: flags.tolerance ?? readProjectTolerances() };
  const progress = createProgress();
  if (earlier === STANDARD && later === STANDARD)
    throw new UserError("Standard input has one result: name a file for the other one.");
  const folders = [earlier, later].filter(isRunFolder);
  const [folder] = folders;
  if (folder !== undefined && folders.length === 1) {
    const file = folder === earlier ? later : earlier;
    throw new UserError(`${folder} is a run folder and ${file} is not. Compare two run folders, or two results.`);
  }
  if (folder !== undefined) return compareRunFolders(earlier, later, options, progress);
  if (options.unit !== undefined)
    throw new UserError(`--unit: ${earlier} and ${later} are results. Name two run folders to compare a unit of them.`);
  const read = async (file: string) => {
    progress.step(`reading ${file}`, isLarge(file));
    return readTables(file);
  };
  return printTables(await read(earlier), await read(later), options, progress);
}

/** The options, and the tolerances that apply. */
interface AppliedOptions extends CompareOptions {
  readonly tolerances: readonly Tolerance[];
}

/**
 * Names the tolerances that match no column. Those of the project file are for all its results, so there it is a warning.
 * @throws UserError for those of the command line
 */
function reportUnmatched({ tolerance }: CompareOptions, unmatched: readonly UnmatchedTolerance[]): void {
  const sentences = unmatched.map(unmatchedToleranceText);
  if (tolerance !== undefined && sentences.length > 0)
    throw new UserError(sentences.map((sentence) => `--tolerance: ${sentence}`));
  for (const sentence of sentences) warn(sentence);
}

/** The tolerances of the project file of this folder. */
function readProjectTolerances(): readonly Tolerance[] {
  const { tolerances } = readSettings({}, process.cwd());
  return tolerances.value.flatMap((text) => parseTolerance(text) ?? []);
}

async function compareRunFolders(
  earlier: string,
  later: string,
  options: AppliedOptions,
  progress: Progress,
): Promise<ExitCode> {
  const runs = { earlier: await openComparedFolder(earlier), later: await openComparedFolder(later) };
  const { tolerances, key, unit, json, markdown } = options;
  if (unit !== undefined) {
    progress.step(`reading ${unit}`);
    const tables = await tablesOfUnit(runs, findComparedUnit(runs, unit));
    return printTables(tables.earlier, tables.later, options, progress);
  }
  if (key !== undefined)
    throw new UserError("--key needs --unit, which names the unit whose rows the key tells apart.");
  progress.step("comparing the units");
  const { units, unmatchedTolerances } = await compareFolders(runs.earlier, runs.later, tolerances);
  progress.clear();
  reportUnmatched(options, unmatchedTolerances);
  const isSame = units.every(({ outcome }) => outcome.kind === "same");
  const compared = { ...runs, tolerances, units, unmatchedTolerances };
  if (json === true) {
    const startOf = ({ manifest: { startedAt } }: ComparedFolder) => ({ startedAt });
    const starts = { earlier: startOf(runs.earlier), later: startOf(runs.later) };
    process.stdout.write(
      `${printableJson({ version: 1, same: isSame, ...starts, tolerances, unmatchedTolerances, units })}\n`,
    );
  } else
    process.stdout.write(
      markdown === true
        ? unitsMarkdown(compared)
        : unitsReport(compared, paintFor(process.stdout), widthFor(process.stdout)),
    );
  return isSame ? 0 : 1;
}

function printTables(
  earlier: readonly Table[],
  later: readonly Table[],
  options: AppliedOptions,
  progress: Progress,
): ExitCode {
  const paired = pairTables(earlier, later);
  progress.step("comparing");
  const unmatchedTolerances = findUnmatchedTolerances(options.tolerances, earlier, later);
  reportUnmatched(options, unmatchedTolerances);
  const comparisons = paired.pairs.map(([earlierTable, laterTable]) =>
    compareTablePair(earlierTable, laterTable, options),
  );
  progress.clear();
  const isSame =
    [...paired.addedTables, ...paired.removedTables].length === 0 &&
    comparisons.every((comparison) => comparison.isSame);
  if (options.json === true) process.stdout.write(toJson(isSame, paired, comparisons, unmatchedTolerances));
  else if (options.markdown === true) process.stdout.write(comparisons.map(comparisonMarkdown).join("\n"));
  else process.stdout.write(report(paired, comparisons, paintFor(process.stdout), widthFor(process.stdout)));
  return isSame ? 0 : 1;
}

function compareTablePair(earlier: Table, later: Table, { tolerances, key }: AppliedOptions): TableComparison {
  try {
    return compareTables(earlier, later, { tolerances, ...(key === undefined ? {} : { key }) });
  } catch (error) {
    if (error instanceof RangeError) throw new UserError(`${later.id}: ${error.message} Name a column of both tables.`);
    throw error;
  }
}

function report(
  { addedTables, removedTables }: PairedTables,
  comparisons: readonly TableComparison[],
  paint: Paint,
  width: number,
): string {
  return [
    ...comparisons.map((comparison) => comparisonReport(comparison, paint, width)),
    ...removedTables.map(({ id }) => `${paint("bold", printable(id))}: ${paint("red", "the table is gone")}\n`),
    ...addedTables.map(({ id }) => `${paint("bold", printable(id))}: ${paint("red", "the table is new")}\n`),
  ].join("\n");
}

function toJson(
  same: boolean,
  { addedTables, removedTables }: PairedTables,
  tables: readonly TableComparison[],
  unmatchedTolerances: readonly UnmatchedTolerance[],
): string {
  const ids = (all: readonly Table[]) => all.map(({ id }) => id);
  const outcome = {
    version: 1,
    same,
    tablesAdded: ids(addedTables),
    tablesRemoved: ids(removedTables),
    unmatchedTolerances,
    tables,
  };
  return `${printableJson(outcome)}\n`;
}
