import path from "node:path";
import { type Issue, issueCodes, type Severity } from "@analytics-engines/core/parameters";
import { toSarif } from "../../../core/src/parameters/sarif.ts";
import packageJson from "../../package.json" with { type: "json" };
import { count } from "../github/format.ts";
import type { Log } from "../github/log.ts";
import { Problem } from "../github/problem.ts";
import { pathInRepository, type Repository } from "../workspace/annotate.ts";
import { writeInside } from "../workspace/write-inside.ts";
import { type CheckedFile, type FoundIssue, unknownReference } from "./check-files.ts";

/** Code scanning refuses a file with more results than this. */
const resultLimit = 25_000;

/**
 * Writes what was found as SARIF 2.1.0, for code scanning. Of too many issues the most severe are kept.
 *
 * @throws Problem where the file would replace a parameter file, stands outside of the workspace or cannot be written.
 */
export function writeSarif(
  target: string,
  files: readonly CheckedFile[],
  repository: Repository & { readonly workspace: string },
  log: Log,
): void {
  if (files.some((file) => path.join(repository.workingDirectory, file.path) === target))
    throw new Problem("Input sarif-file names a parameter file, which it would replace.");
  const kept = mostSevere(files, resultLimit);
  writeInside(target, `${JSON.stringify(sarifOf(kept, repository), null, 2)}\n`, repository.workspace);
  const left = countIssues(files) - countIssues(kept);
  if (left > 0) log.line(`${count(left, "issue")} left out of the SARIF file: code scanning takes ${resultLimit}.`);
}

function sarifOf(files: readonly CheckedFile[], repository: Repository): unknown {
  const tool = { name: "analytics-engines", version: packageJson.version };
  const convert = (pick: (issue: FoundIssue) => Issue | undefined) =>
    toSarif(
      files.map(({ path: file, issues, problem }) => ({
        path: pathInRepository(repository, file),
        issues: issues.map(pick).filter((issue) => issue !== undefined),
        problem,
      })),
      { tool },
    );
  const log = convert((issue) => (isOfValidator(issue) ? issue : undefined));
  // The validator's codes are a closed list: what only the service can tell goes through under one of them, and gets its own back.
  const others = convert((issue) => (isOfValidator(issue) ? undefined : { ...issue, code: "unusual-id" }));
  const [run] = log.runs;
  const { driver } = run.tool;
  const results = others.runs[0].results.map((result) => ({
    ...result,
    ruleId: unknownReference,
    ruleIndex: driver.rules.length,
  }));
  if (results.length === 0) return log;
  const rules = [...driver.rules, { id: unknownReference }];
  return { ...log, runs: [{ ...run, tool: { driver: { ...driver, rules } }, results: [...run.results, ...results] }] };
}

function isOfValidator(issue: FoundIssue): issue is Issue {
  return issueCodes.some((code) => code === issue.code);
}

/** The files with at most so many issues: hints are left out first, then warnings, then the last errors. */
export function mostSevere(files: readonly CheckedFile[], limit: number): readonly CheckedFile[] {
  let left = limit;
  const kept = new Set<FoundIssue>();
  for (const severity of ["error", "warning", "hint"] satisfies Severity[]) {
    const issues = files.flatMap((file) => file.issues).filter((issue) => issue.severity === severity);
    for (const issue of issues.slice(0, left)) kept.add(issue);
    left = Math.max(0, left - issues.length);
  }
  return files.map((file) => ({ ...file, issues: file.issues.filter((issue) => kept.has(issue)) }));
}

function countIssues(files: readonly CheckedFile[]): number {
  return files.reduce((sum, { issues }) => sum + issues.length, 0);
}
