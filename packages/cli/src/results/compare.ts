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
import { compareFolders } from "@analytics-engines/runs/review";
import { readSettings } from "../project.ts";
import { isRunFolder, openComparedFolder } from "../run-folder.ts";
import { widthFor } from "../terminal/columns.ts";
import { type ExitCode, isLarge, type Paint, paintFor, printableJson, STANDARD, warn } from "../terminal/output.ts";
import { createProgress, type Progress } from "../terminal/progress.ts";
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
export async function compareCommand(before: string, after: string, flags: CompareOptions): Promise<ExitCode> {
  const options = { ...flags, tolerances: flags.tolerance ?? readProjectTolerances() };
  const progress = createProgress();
  if (before === STANDARD && after === STANDARD)
    throw new UserError("Standard input has one result: name a file for the other one.");
  const folders = [before, after].filter(isRunFolder);
  const [folder] = folders;
  if (folder !== undefined && folders.length === 1) {
    const file = folder === before ? after : before;
    throw new UserError(`${folder} is a run folder and ${file} is not. Compare two run folders, or two results.`);
  }
  if (folder !== undefined) return compareRunFolders(before, after, options, progress);
  if (options.unit !== undefined)
    throw new UserError(`--unit: ${before} and ${after} are results. Name two run folders to compare a unit of them.`);
  const read = async (file: string) => {
    progress.step(`reading ${file}`, isLarge(file));
    return readTables(file);
  };
  return printTables(await read(before), await read(after), options, progress);
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
  before: string,
  after: string,
  options: AppliedOptions,
  progress: Progress,
): Promise<ExitCode> {
  const [was, now] = [await openComparedFolder(before), await openComparedFolder(after)];
  const { tolerances, key, unit, json, markdown } = options;
  if (unit !== undefined) {
    progress.step(`reading ${unit}`);
    const tables = await tablesOfUnit(was, now, findComparedUnit(was, now, unit));
    return printTables(tables.before, tables.now, options, progress);
  }
  if (key !== undefined)
    throw new UserError("--key needs --unit, which names the unit whose rows the key tells apart.");
  progress.step("comparing the units");
  const { units, unmatchedTolerances } = await compareFolders(was, now, tolerances);
  progress.clear();
  reportUnmatched(options, unmatchedTolerances);
  const isSame = units.every(({ outcome }) => outcome.kind === "same");
  const compared = { before: was, now, tolerances, units, unmatchedTolerances };
  if (json === true) {
    const runs = { before: { startedAt: was.manifest.startedAt }, now: { startedAt: now.manifest.startedAt } };
    process.stdout.write(
      `${printableJson({ version: 1, same: isSame, ...runs, tolerances, unmatchedTolerances, units })}\n`,
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
  before: readonly Table[],
  after: readonly Table[],
  options: AppliedOptions,
  progress: Progress,
): ExitCode {
  const paired = pairTables(before, after);
  progress.step("comparing");
  const unmatchedTolerances = findUnmatchedTolerances(options.tolerances, before, after);
  reportUnmatched(options, unmatchedTolerances);
  const comparisons = paired.pairs.map(([tableBefore, tableAfter]) =>
    compareTablePair(tableBefore, tableAfter, options),
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

function compareTablePair(before: Table, after: Table, { tolerances, key }: AppliedOptions): TableComparison {
  try {
    return compareTables(before, after, { tolerances, ...(key === undefined ? {} : { key }) });
  } catch (error) {
    if (error instanceof RangeError) throw new UserError(`${after.id}: ${error.message} Name a column of both tables.`);
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

export { compareFolders };
