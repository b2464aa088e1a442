import { count, messageOf, printable } from "@analytics-engines/core/basics";
import { placeText } from "@analytics-engines/core/parameters";
import {
  countRun,
  isLeftRunning,
  type Manifest,
  type ManifestReproduction,
  type RunStatus,
  statusWithoutWait,
} from "@analytics-engines/runs";
import { UserError } from "@analytics-engines/runs/progress";
import {
  differenceLines,
  findFindings,
  findingHeadline,
  mostImportant,
  placeOfFinding,
  type RunFilesEvent,
  reproductionHeadline,
  type WrittenRun,
} from "@analytics-engines/runs/review";
import type { CheckedRun, ReadyRun } from "@analytics-engines/runs/run";
import { toCommandFile } from "../files/named-files.ts";
import { countIssuesAndFixes, fileReport, summary } from "../files/report-issues.ts";
import { checksText } from "../results/check.ts";
import {
  type ExitCode,
  isQuiet,
  JOBS_IN_PROGRESS,
  type Paint,
  paintFor,
  printableJson,
  warn,
} from "../terminal/output.ts";
import { STANDARD } from "../terminal/standard.ts";

/** The most errors, and the most warnings, that are listed at the end. */
const MAX_FINDINGS = 20;

/** How a run ended, in one line, with how many jobs are left on the service. */
export function runReport(manifest: Manifest, status: RunStatus, output: string, paint: Paint): string {
  const { files, units, succeeded, reused, warnings } = countRun(manifest);
  const runningCount = status === "running" ? manifest.files.filter(isLeftRunning).length : 0;
  const facts = [
    ...(runningCount > 0 ? [`${runningCount} of ${count(files, "job")} in progress`] : []),
    `${succeeded} of ${count(units, "unit")} in ${count(files, "file")} succeeded`,
    ...(reused > 0 ? [`${reused} reused`] : []),
    ...(warnings > 0 ? [count(warnings, "warning")] : []),
  ];
  const color = status === "success" ? "green" : status === "running" ? "blue" : "red";
  return `${paint(color, status)}: ${facts.join(", ")}. Run folder: ${printable(output)}\n`;
}

/**
 * The errors and warnings of the service, each with the place in the parameter file that it speaks of.
 * @param isQuiet whether warnings are left out
 */
function findingLines(
  manifest: Manifest,
  parametersOf: ReadyRun["parameters"],
  paint: Paint,
  isQuiet: boolean,
): string {
  const findings = findFindings(manifest);
  const lines = (isQuiet ? (["error"] as const) : (["error", "warning"] as const)).flatMap((level) => {
    const listedFindings = mostImportant(findings, level, MAX_FINDINGS);
    const more = findings.filter((finding) => finding.level === level).length - listedFindings.length;
    return [
      ...listedFindings.map((finding) => {
        const parameters = parametersOf.get(finding.path);
        const place = parameters && placeOfFinding(parameters, finding);
        const where = printable(place ? `${place.path ?? finding.path}:${placeText(place)}` : finding.path);
        const what = paint(level === "error" ? "red" : "yellow", level);
        return `${paint("bold", where)}: ${what}: ${printable(`${findingHeadline(finding)}: ${finding.message}`)}`;
      }),
      ...(more > 0 ? [`${count(more, `more ${level}`)}: manifest.json has them all.`] : []),
    ];
  });
  return lines.map((line) => `${line}\n`).join("");
}

/**
 * What the command does with jobs that the service still computes. `run` waits for them. `submit`, and `ready` after it has read the results that
 * are there, leave them to a later `run --resume`.
 */
export type RunMode = "run" | "submit" | "ready";

/** The status of a run as the command prints it. */
function runStatusOf(manifest: Manifest, mode: RunMode): RunStatus {
  return mode === "run" ? manifest.status : statusWithoutWait(manifest);
}

/** The manifest without the jobs that were left to the service, as they have nothing to report yet. */
function endedPart(manifest: Manifest, mode: RunMode): Manifest {
  if (mode === "run") return manifest;
  return { ...manifest, files: manifest.files.filter((file) => !isLeftRunning(file)) };
}

/** Whether a later `run --resume` brings more results. */
export function hasJobsInProgress({ files }: Manifest): boolean {
  return files.some(isLeftRunning);
}

export function exitCodeOf(manifest: Manifest, mode: RunMode, failOn: "error" | "warning" | "never"): ExitCode {
  if (mode === "ready" && hasJobsInProgress(manifest)) return JOBS_IN_PROGRESS;
  if (failOn === "never") return 0;
  const status = runStatusOf(manifest, mode);
  const isGood = status === "success" || (mode === "submit" && status === "running");
  return !isGood || (failOn === "warning" && countRun(manifest).warnings > 0) ? 1 : 0;
}

/** The outcome of a run that was computed again: one line, and another for each unit that is not the same. */
function reproductionReport({ compared, startedAt }: ManifestReproduction, paint: Paint): string {
  if (compared === undefined) return "";
  const [verdict = "", ...rest] = reproductionHeadline(compared).split(":");
  return [
    `${paint(compared.reproduced ? "green" : "red", verdict)}:${rest.join(":")}, against the run of ${printable(startedAt)}\n`,
    ...differenceLines(compared).map((line) => `  ${printable(line)}\n`),
  ].join("");
}

/** How the units whose results were lost are computed, and no others; empty where there are none. */
function lostReport({ files, userSha256 }: Manifest, output: string): string {
  const lostCount = files.flatMap(({ units }) => units.filter(({ status }) => status === "lost")).length;
  if (lostCount === 0) return "";
  // Without a user that is known, no result is copied.
  const howTo =
    userSha256 === undefined
      ? "Run the files again in another folder: a token does not say whose the other results are, so all units are computed."
      : `Run the files again in another folder with --earlier ${shellWord(output)} --reuse: the other results are copied.`;
  return `${count(lostCount, "result")} lost: the service gives a result once. ${howTo}\n`;
}

/** A name as a shell takes it as one word. */
function shellWord(name: string): string {
  const text = printable(name);
  return /^[\w./:\\-]+$/.test(text) ? text : `"${text}"`;
}

/** Tells the issues of files that cannot run. @throws UserError for files that have none, and cannot run as a whole */
export function printRefused({ checked: files, problems }: CheckedRun): ExitCode {
  const checked = files.map(toCommandFile);
  const counts = countIssuesAndFixes(checked);
  if (counts.errors === 0) throw new UserError(problems);
  const paint = paintFor(process.stderr);
  for (const file of checked) process.stderr.write(fileReport(file, paint));
  process.stderr.write(
    `${summary(counts, paint)}Nothing was sent to the service. Correct the files and run them again.\n`,
  );
  return 1;
}

/** Warns of what could not be written about a run. Its results are stored. */
export function warnOfUnwritten(event: RunFilesEvent): void {
  if (event.type === "failed") warn(`${event.what} could not be written: ${messageOf(event.error)}`);
  if (event.type !== "tables") return;
  for (const { path: file, unitId, reason } of event.files.problems)
    warn(`no ${event.form} of ${file}, unit ${unitId}: ${reason}`);
}

/** A run that has ended, and what was written about it. */
interface PrintedRun {
  readonly manifest: Manifest;
  readonly written: WrittenRun;
  readonly parameters: ReadyRun["parameters"];
  readonly output: string;
  readonly mode: RunMode;
}

/** Prints how a run ended: its manifest with `--json`, else its errors, the outcome, the checks, and where the page is. */
export function printRun(
  { manifest, written, parameters, output, mode }: PrintedRun,
  { json = false, junit }: { readonly json?: boolean; readonly junit?: string | undefined },
): void {
  // With --json or --junit -, standard output has that alone.
  const stream = json || junit === STANDARD ? process.stderr : process.stdout;
  const say = (textOf: (paint: Paint) => string) => {
    if (stream === process.stdout || !isQuiet()) stream.write(textOf(paintFor(stream)));
  };
  const { checks } = written;
  const { reproduces } = written.manifest;
  if (json) process.stdout.write(`${printableJson(written.manifest)}\n`);
  else {
    process.stderr.write(findingLines(endedPart(manifest, mode), parameters, paintFor(process.stderr), isQuiet()));
    say((paint) => runReport(manifest, runStatusOf(manifest, mode), output, paint));
    if (reproduces !== undefined) say((paint) => reproductionReport(reproduces, paint));
    say(() => lostReport(manifest, output));
  }
  if (checks !== undefined) say((paint) => checksText(checks, paint));
  if (written.page !== undefined && !json) say(() => `Report: ${printable(`${output}/report.html`)}\n`);
}
