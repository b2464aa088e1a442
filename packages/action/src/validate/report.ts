import path from "node:path";
import { count, escapeMarkdown, shorten } from "@analytics-engines/core/basics";
import {
  countIssues,
  type Issue,
  type IssueCounts,
  placeText,
  type SarifLog,
  type Severity,
  toSarif,
} from "@analytics-engines/core/parameters";
import { type CheckedFile, writeInside } from "@analytics-engines/runs/files";
import { code, firstFitting, partialTable, prose, table, tableRow, UserError } from "@analytics-engines/runs/progress";
import packageJson from "../../package.json" with { type: "json" };
import { jsonOutput, type Log, type StepWith, writeSummary } from "../github/step.ts";
import { annotateIssues, pathInRepository, type Repository } from "../workspace/annotate.ts";
import type { FailOn } from "../workspace/inputs.ts";
import type { ValidateInputs } from "./inputs.ts";

/** Reports the findings: outputs, annotations, summary, SARIF. Returns the exit code. */
export async function reportValidation(
  { inputs, log, outputs }: StepWith<ValidateInputs>,
  findings: Findings,
): Promise<number> {
  const counts = countFindings(findings);
  const { workingDirectory, workspace, failOn, sarifFile } = inputs;
  const repository = { workingDirectory, workspace };
  outputs.set({
    valid: `${counts.errors === 0}`,
    "error-count": `${counts.errors}`,
    "warning-count": `${counts.warnings}`,
    files: jsonOutput(findings.files.map(outlineOf), "[]"),
  });
  annotateIssues(log, findings.files, repository, findings.unasked);
  await writeSummary((limit) => renderValidation(findings, limit));
  if (sarifFile !== undefined) {
    writeSarif(sarifFile, findings.files, repository, log);
  }
  log.line(lastLine(counts));
  return hasFailed(counts, failOn) ? 1 : 0;
}

/** A file in the output `files`. */
function outlineOf(file: CheckedFile) {
  const { errors, warnings, hints } = countIssues([file]);
  const { family, template } = file.parameters ?? file.sweep?.jobs[0] ?? {};
  return { path: file.path, family, template, valid: errors === 0, errors, warnings, hints };
}

function lastLine(counts: IssueCounts): string {
  const { files, filesWithIssues, fixable } = counts;
  if (filesWithIssues === 0 && counts.warnings === 0) return `${count(files, "file")} checked, no issues`;
  const fix = fixable === 0 ? "" : `. The command analytics-engines validate --fix can fix ${fixable}`;
  return `${describeCounts(counts)} in ${filesWithIssues} of ${count(files, "file")}${fix}.`;
}

const icons: Readonly<Record<Severity, string>> = { error: "❌", warning: "⚠️", hint: "💡" };
const severities: readonly Severity[] = ["error", "warning", "hint"];
const issueHead = ["Place", "", "What", "Code"];
const fileHead = ["File", "Family", "Units", "Issues"];

/**
 * The job summary: the outcome, the issues of every file, a list of all files. It is never longer than `limit` bytes: if it does not fit,
 * the list is left out, then the least severe issues. The summary says what it leaves out.
 */
export function renderValidation(findings: Findings, limit: number): string {
  const { files } = findings;
  const head = renderHead(findings);
  const sections = files.filter(({ issues, problem }) => issues.length > 0 || problem !== undefined).map(renderFile);
  return firstFitting(
    [
      () => [head, ...sections, renderFiles(files)].join("\n"),
      () => [head, ...sections, "The list of all files does not fit here.\n"].join("\n"),
      () => renderPartly(head, files, limit),
      () => head,
    ],
    limit,
  );
}

function renderHead(findings: Findings): string {
  const counts = countFindings(findings);
  const icon = counts.errors > 0 ? icons.error : counts.warnings > 0 ? icons.warning : "✅";
  const facts = [count(counts.files, "file"), describeCounts(counts)];
  if (counts.fixable > 0) facts.push(`<code>analytics-engines validate --fix</code> can fix ${counts.fixable}`);
  const unasked = findings.unasked.map((sentence) => `\n${icons.warning} ${escapeMarkdown(shorten(sentence, 1000))}\n`);
  return `## ${icon} Parameter files: ${counts.errors > 0 ? "not valid" : "valid"}\n\n${facts.join(" · ")}\n${unasked.join("")}`;
}

function renderFile(file: CheckedFile): string {
  const { path, issues, problem } = file;
  const whole = problem === undefined ? "" : `${icons.error} ${escapeMarkdown(problem)}\n`;
  const rows = issues.map((issue) => [placeText(issue.range), ...cells(issue)]);
  return `### ${code(path)}\n\n${whole}${rows.length === 0 ? "" : table(issueHead, rows)}`;
}

function cells(issue: Issue): readonly string[] {
  const { severity, message } = issue;
  return [icons[severity], prose(shorten(message, 1000)), code(issue.code)];
}

function renderFiles(files: readonly CheckedFile[]): string {
  const rows = files.map((file) => {
    const counts = countFindings({ files: [file], unasked: [] });
    const kind = file.parameters?.family ?? file.parameters?.template ?? "";
    return [code(file.path), kind, `${file.parameters?.units.length || ""}`, describeCounts(counts)];
  });
  return table(fileHead, rows);
}

/** As many issues as fit, and the number of the others. */
function renderPartly(head: string, files: readonly CheckedFile[], limit: number): string {
  const problems = files.flatMap(({ path, problem }) =>
    problem === undefined ? [] : [tableRow([code(path), icons.error, escapeMarkdown(problem), ""])],
  );
  const issues = severities.flatMap((severity) =>
    files.flatMap(({ path, issues }) =>
      issues
        .filter((issue) => issue.severity === severity)
        .map((issue) => tableRow([`${code(path)} ${placeText(issue.range)}`, ...cells(issue)])),
    ),
  );
  const rows = [...problems, ...issues];
  const note = (omittedCount: number) =>
    `${omittedCount} of ${count(rows.length, "issue")} do not fit here; the log lists all.`;
  return partialTable(head, issueHead, rows, limit, note);
}

/** The outcome of a validation: files with their issues, and warnings that do not concern a single file. */
export interface Findings {
  readonly files: readonly CheckedFile[];
  /** A sentence for each reference about which the service could not be asked. They count as warnings. */
  readonly unasked: readonly string[];
}

/** Counts the issues by severity. */
function countFindings({ files, unasked }: Findings): IssueCounts {
  const counts = countIssues(files);
  return { ...counts, warnings: counts.warnings + unasked.length };
}

/** `2 errors, 1 hint`; `no issues`. */
function describeCounts({ errors, warnings, hints }: IssueCounts): string {
  const counts = Object.entries({ error: errors, warning: warnings, hint: hints }).filter(([, number]) => number > 0);
  return counts.map(([noun, number]) => count(number, noun)).join(", ") || "no issues";
}

/** Whether the findings fail the step. */
function hasFailed({ errors, warnings }: IssueCounts, failOn: FailOn): boolean {
  return failOn !== "never" && (errors > 0 || (failOn === "warning" && warnings > 0));
}

/** The most results that code scanning accepts in a file. */
const MAX_RESULTS = 25_000;

/**
 * Writes the issues as SARIF 2.1.0, for code scanning. If there are too many, the most severe are kept.
 *
 * @throws UserError if the file would replace a parameter file, is outside of the workspace, or cannot be written.
 */
function writeSarif(
  target: string,
  files: readonly CheckedFile[],
  repository: Repository & { readonly workspace: string },
  log: Log,
): void {
  if (files.some((file) => path.join(repository.workingDirectory, file.path) === target))
    throw new UserError("Input sarif-file names a parameter file, which it would replace. Name another file.");
  const reportedFiles = mostSevere(files, MAX_RESULTS);
  writeInside(target, `${JSON.stringify(sarifOf(reportedFiles, repository), null, 2)}\n`, repository.workspace);
  const omittedCount = issueCount(files) - issueCount(reportedFiles);
  if (omittedCount > 0)
    log.line(`${count(omittedCount, "issue")} left out of the SARIF file: code scanning takes ${MAX_RESULTS}.`);
}

function sarifOf(files: readonly CheckedFile[], repository: Repository): SarifLog {
  const tool = { name: "analytics-engines", version: packageJson.version };
  return toSarif(
    files.map((file) => ({ ...file, path: pathInRepository(repository, file.path) })),
    { tool },
  );
}

/** The files with at most `limit` issues: hints are left out first, then warnings, then the last errors. */
export function mostSevere(files: readonly CheckedFile[], limit: number): readonly CheckedFile[] {
  let remainingCount = limit;
  const includedIssues = new Set<Issue>();
  for (const severity of ["error", "warning", "hint"] satisfies Severity[]) {
    const issues = files.flatMap((file) => file.issues).filter((issue) => issue.severity === severity);
    for (const issue of issues.slice(0, remainingCount)) includedIssues.add(issue);
    remainingCount = Math.max(0, remainingCount - issues.length);
  }
  return files.map((file) => ({ ...file, issues: file.issues.filter((issue) => includedIssues.has(issue)) }));
}

function issueCount(files: readonly CheckedFile[]): number {
  return files.reduce((sum, { issues }) => sum + issues.length, 0);
}
