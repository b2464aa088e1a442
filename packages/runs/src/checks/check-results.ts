import path from "node:path";
import {
  type CheckOutcome,
  checkMatcher,
  checkTables,
  hasLimitColumn,
  moveRules,
  type UnitTables,
} from "@analytics-engines/core/files";
import { type NamingRules, requireOwnOutput } from "../files/confine.ts";
import { makeFolders, replaceFile } from "../files/disk.ts";
import { wayFrom } from "../files/paths.ts";
import type { ManifestFile } from "../folder/manifest/manifest.ts";
import { type ComparedFolder, matchRuns, openComparedFolder } from "../review/compare-runs.ts";
import type { UnitOfRun } from "../review/unit-review.ts";
import { systemReason, UserError } from "../user-error.ts";
import { type ChecksOfFile, findChecks, readProjectFile } from "./checks-files.ts";
import { type CheckFinding, type ChecksReport, junitXml } from "./checks-report.ts";
import { type ChangedUnits, describeEscape, type FiledCheck } from "./escapes.ts";
import { findOthers, groupUnits, tablesToCheck, unjudgedOutcome } from "./other-units.ts";
import { CHECKS_NAME } from "./read-report.ts";
import { createRowReader, type ReadProjectFile } from "./row-limits.ts";

/** What a user says about the checks of a run. */
export interface ChecksOptions {
  /** Globs of checks files; `!` excludes. */
  readonly checks?: readonly string[] | undefined;
  /** The folder of the run that `moved` compares with, or its manifest. */
  readonly earlier?: string | undefined;
  /** The file that gets the outcome as JUnit XML. */
  readonly junit?: string | undefined;
}

/** What is checked. It is opened before a run starts, so that a mistake in a checks file costs no run. */
export interface ChecksPlan {
  readonly files: readonly ChecksOfFile[];
  readonly earlier: ComparedFolder | undefined;
  readonly junit: string | undefined;
  /** Reads the sweeps in whose rows checks have limits. */
  readonly readFile: ReadProjectFile;
}

/**
 * Reads the checks files and the manifest of the earlier run.
 * @param folder what the paths are relative to; absolute
 * @param rules who named the checks files
 * @throws UserError for a mistake in them
 */
export async function openChecks(
  folder: string,
  { checks = [], earlier, junit }: ChecksOptions,
  rules: NamingRules = {},
): Promise<ChecksPlan> {
  const patterns = checks.map((glob) =>
    glob.startsWith("!") ? `!${wayFrom(folder, glob.slice(1))}` : wayFrom(folder, glob),
  );
  if (junit !== undefined) requireOwnOutput(folder, junit);
  return {
    files: await findChecks(folder, patterns, rules),
    earlier: earlier === undefined ? undefined : await openComparedFolder(path.resolve(folder, earlier)),
    junit: junit === undefined ? undefined : path.resolve(folder, junit),
    readFile: readProjectFile(folder, rules),
  };
}

/**
 * Checks the stored results of a run, and writes `checks.json` into its folder and the JUnit file.
 * @throws UserError if the JUnit file cannot be written
 */
export async function applyChecks(
  run: ComparedFolder,
  { files, earlier, junit, readFile }: ChecksPlan,
  onUnit?: (path: string, unit: string) => void,
): Promise<ChecksReport> {
  const report = await checkResults(run, files, {
    ...{ earlier, reads: [readFile], now: Date.now() },
    ...(onUnit && { onUnit }),
  });
  await writeChecks(run.folder, report);
  if (junit !== undefined) await writeJunit(junit, junitXml(run.manifest, report));
  return report;
}

async function writeJunit(file: string, xml: string): Promise<void> {
  const folder = path.dirname(file);
  try {
    makeFolders(folder);
    await replaceFile(folder, path.basename(file), [xml]);
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(`${file} could not be written: ${systemReason(error)}. Name another file.`);
  }
}

/** Whether failures of this severity fail a command or a step. What failed before it could be checked has not passed. */
export function failsChecks({ counts }: ChecksReport, failOn: "error" | "warning" | "never"): boolean {
  return failOn !== "never" && counts.errors + counts.unjudged + (failOn === "warning" ? counts.warnings : 0) > 0;
}

interface CheckResultsOptions {
  /** The run that `moved` compares with, and whose units must not escape the rules. */
  readonly earlier?: ComparedFolder | undefined;
  /** What the parameter files say about the units of both runs, where a review knows it. */
  readonly change?: ChangedUnits | undefined;
  /** What the sweeps are read from in whose rows checks have limits: see `createRowReader`. */
  readonly reads: readonly ReadProjectFile[];
  /** The time of the check, milliseconds since 1970. */
  readonly now: number;
  /** Called before the tables of a unit are read. */
  readonly onUnit?: (path: string, unit: string) => void;
}

/**
 * Checks the stored results of a run. It holds the tables of one unit at a time, and those of the same unit of the earlier run.
 * @param run undefined where nothing was run: only the rules that units escape are reported
 */
export async function checkResults(
  run: ComparedFolder | undefined,
  files: readonly ChecksOfFile[],
  { earlier, change, reads, now, onUnit }: CheckResultsOptions,
): Promise<ChecksReport> {
  const checks = files.flatMap(({ path, checks }) =>
    checks.map((placed, at): FiledCheck => {
      const ofFile = checkMatcher({ ...placed.check, units: "*" });
      const matchesFile = (name: string) => ofFile(name, "");
      return { ...placed, file: path, at, matches: checkMatcher(placed.check), matchesFile };
    }),
  );
  const ofCheck = new Map(checks.map((check): [FiledCheck, CheckFinding[]] => [check, []]));
  const findings: CheckFinding[] = [];
  const add = (check: FiledCheck, outcome: CheckOutcome, about: Pick<CheckFinding, "path" | "unit">) => {
    const finding = findingOf(check, outcome, about);
    findings.push(finding);
    ofCheck.get(check)?.push(finding);
  };
  const runFiles = run?.manifest.files ?? [];
  const match = matchRuns(runFiles, earlier?.manifest.files ?? [], change?.parameters ?? []);
  const readRow = createRowReader(reads);
  const unitsById = groupUnits(run);
  for (const { now: entry, before } of match.pairs) {
    const { path } = entry.file;
    const about = { path, unit: entry.unit.id };
    const selected = checks.filter(({ matches }) => matches(path, entry.unit.id));
    if (run === undefined || selected.length === 0) continue;
    onUnit?.(path, entry.unit.id);
    const { judged, others, unjudged } = await findOthers({ run, change, unitsById }, entry, selected);
    for (const [check, outcome] of unjudged) add(check, outcome, about);
    if (judged.length === 0) continue;
    const needsEarlier = earlier !== undefined && judged.some(({ rule }) => moveRules.has(rule));
    const outcomes = checkTables(judged, await tablesToCheck(run, entry), {
      ...(needsEarlier && { earlier: await earlierTables(earlier, before) }),
      ...(judged.some(hasLimitColumn) && { row: await readRow(entry.unit) }),
      others,
      today: now,
    });
    for (const [at, check] of judged.entries()) for (const outcome of outcomes[at] ?? []) add(check, outcome, about);
  }
  for (const { path, units, status } of runFiles) {
    // A job that never had an outcome names no units: nothing shows that its results would pass.
    if (units.length > 0) continue;
    for (const check of checks.filter(({ matchesFile }) => matchesFile(path)))
      add(check, unjudgedOutcome(`The status of the job is ${status}, so there is no table to check.`), { path });
  }
  const cellsBefore = (check: FiledCheck, unit: UnitOfRun) => (earlier ? cellsOf(check, earlier, unit, now) : 0);
  for (const [check, ofUnits] of ofCheck) {
    const message = await describeEscape(check, { findings: ofUnits, match, change, cellsBefore });
    if (message !== undefined) add(check, { status: "failed", message, cells: 0 }, {});
    else if (run !== undefined && ofUnits.length === 0) add(check, { ...noUnits(check, runFiles), cells: 0 }, {});
  }
  return {
    version: 1,
    checkedAt: new Date(now).toISOString(),
    ...(earlier && { earlierStartedAt: earlier.manifest.startedAt }),
    files: files.map(({ path, sha256 }) => ({ path, sha256 })),
    counts: countFindings(findings),
    findings,
  };
}

/** What it means that a check selects no unit of a run. One that names a file of the run and none of its units has a mistake in its glob. */
function noUnits(
  { check, matchesFile }: FiledCheck,
  files: readonly ManifestFile[],
): Pick<CheckOutcome, "status" | "message"> {
  const selectedFiles = check.files === undefined ? [] : files.filter(({ path }) => matchesFile(path));
  if (selectedFiles.length === 0 || check.optional === true)
    return { status: "skipped", message: "The check selects no unit of the run." };
  const ids = selectedFiles.flatMap(({ units }) => units.map(({ id }) => id));
  const more = ids.length > MAX_NAMED ? ` and ${ids.length - MAX_NAMED} more` : "";
  const message = `The glob \`units\` matches no unit of the files that \`files\` selects: they have ${ids.slice(0, MAX_NAMED).join(", ")}${more}.`;
  return { status: "failed", message };
}

const MAX_NAMED = 5;

/** Writes `checks.json` into a run folder, whole or not at all. */
export function writeChecks(folder: string, report: ChecksReport): Promise<void> {
  return replaceFile(folder, CHECKS_NAME, [`${JSON.stringify(report, null, 2)}\n`]);
}

async function earlierTables(earlier: ComparedFolder, before: UnitOfRun | undefined): Promise<UnitTables> {
  if (before === undefined) return { reason: "The earlier run does not have the unit." };
  const tables = await tablesToCheck(earlier, before);
  return "reason" in tables ? { reason: `The earlier run cannot be compared: ${tables.reason}.` } : tables;
}

/** How many cells a check judges in a unit of the earlier run. There, `moved` compares the unit with itself. */
async function cellsOf(check: FiledCheck, earlier: ComparedFolder, unit: UnitOfRun, today: number): Promise<number> {
  const tables = await tablesToCheck(earlier, unit);
  const outcomes = checkTables([check], tables, { earlier: tables, today }).flat();
  return outcomes.reduce((sum, { cells }) => sum + cells, 0);
}

function findingOf(
  { check, id, rule, file, at, line }: FiledCheck,
  outcome: CheckOutcome,
  about: Pick<CheckFinding, "path" | "unit">,
): CheckFinding {
  const { severity = "error", because } = check;
  return { file, check: at, line, id, rule, severity, ...about, ...outcome, ...(because !== undefined && { because }) };
}

function countFindings(findings: readonly CheckFinding[]): ChecksReport["counts"] {
  const counts = { passed: 0, errors: 0, warnings: 0, skipped: 0, unjudged: 0 };
  for (const { status, severity } of findings) {
    if (status !== "failed") counts[status]++;
    else counts[severity === "error" ? "errors" : "warnings"]++;
  }
  return counts;
}
