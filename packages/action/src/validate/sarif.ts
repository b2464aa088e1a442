import path from "node:path";
import { count } from "@analytics-engines/core/basics";
import { type Issue, type SarifLog, type Severity, toSarif } from "@analytics-engines/core/parameters";
import { type CheckedFile, writeInside } from "@analytics-engines/runs/files";
import { UserError } from "@analytics-engines/runs/host";
import packageJson from "../../package.json" with { type: "json" };
import type { Log } from "../github/log.ts";
import { pathInRepository, type Repository } from "../workspace/annotate.ts";

/** The most results that code scanning accepts in a file. */
const MAX_RESULTS = 25_000;

/**
 * Writes the issues as SARIF 2.1.0, for code scanning. If there are too many, the most severe are kept.
 *
 * @throws UserError if the file would replace a parameter file, is outside of the workspace, or cannot be written.
 */
export function writeSarif(
  target: string,
  files: readonly CheckedFile[],
  repository: Repository & { readonly workspace: string },
  log: Log,
): void {
  if (files.some((file) => path.join(repository.workingDirectory, file.path) === target))
    throw new UserError("Input sarif-file names a parameter file, which it would replace. Name another file.");
  const reportedFiles = mostSevere(files, MAX_RESULTS);
  writeInside(target, `${JSON.stringify(sarifOf(reportedFiles, repository), null, 2)}\n`, repository.workspace);
  const omittedCount = countIssues(files) - countIssues(reportedFiles);
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
  let room = limit;
  const includedIssues = new Set<Issue>();
  for (const severity of ["error", "warning", "hint"] satisfies Severity[]) {
    const issues = files.flatMap((file) => file.issues).filter((issue) => issue.severity === severity);
    for (const issue of issues.slice(0, room)) includedIssues.add(issue);
    room = Math.max(0, room - issues.length);
  }
  return files.map((file) => ({ ...file, issues: file.issues.filter((issue) => includedIssues.has(issue)) }));
}

function countIssues(files: readonly CheckedFile[]): number {
  return files.reduce((sum, { issues }) => sum + issues.length, 0);
}
