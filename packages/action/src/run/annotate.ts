import { pathOfSource } from "@analytics-engines/core/basics";
import type { ParameterFile } from "@analytics-engines/core/parameters";
import {
  type CheckFinding,
  type ChecksReport,
  checksHeadline,
  type Finding,
  findingHeadline,
  findingText,
  mostImportant,
  placeOfFinding,
  placeOfUnit,
  summarizeFindings,
} from "@analytics-engines/runs/review";
import type { Log } from "../github/step.ts";
import { annotateFile, MAX_ANNOTATIONS, placeIn, type Repository } from "../workspace/annotate.ts";
import type { RunContext } from "./inputs.ts";

/** The parameter files of a run by path, and the repository to which they belong. */
export interface Source extends Repository {
  parameters(file: string): ParameterFile | undefined;
}

/** Annotates the ten most important errors and warnings of a run, each at the line of its unit. */
export function annotateFindings(log: Log, findings: readonly Finding[], source: Source): void {
  for (const level of ["error", "warning"] as const) {
    const importantFindings = mostImportant(findings, level, MAX_ANNOTATIONS);
    for (const finding of importantFindings) {
      const parameters = source.parameters(finding.path);
      const range = parameters && placeOfFinding(parameters, finding);
      annotateFile(log, level, finding.message, {
        title: findingHeadline(finding),
        place: placeIn(source, range?.path ?? pathOfSource(finding.path), range?.start),
      });
    }
    const rest = findings.filter((finding) => finding.level === level).length - importantFindings.length;
    if (rest > 0)
      log.line(
        `${rest} more ${level === "error" ? "errors" : "warnings"}: the job summary and manifest.json list them all.`,
      );
  }
}

/** Sets the outputs about the checks of the numbers, and annotates the failures at their units. */
export function reportChecks({ log, outputs }: RunContext, report: ChecksReport, source: Source): void {
  outputs.set({
    "checks-passed": `${report.counts.passed}`,
    "checks-failed": `${report.counts.errors}`,
    "checks-warnings": `${report.counts.warnings}`,
  });
  if (report.files.length === 0) return;
  log.line(`Checks on numbers: ${checksHeadline(report)}`);
  const findings = summarizeFindings(report);
  for (const level of ["error", "warning"] as const) {
    const failures = findings.filter(({ status, severity }) => status === "failed" && severity === level);
    for (const finding of failures.slice(0, MAX_ANNOTATIONS)) annotateFailure(finding, source, log);
  }
  for (const finding of findings.filter(({ status }) => status === "skipped"))
    log.line(`Skipped: ${findingText(finding)}`);
}

function annotateFailure(finding: CheckFinding, source: Source, log: RunContext["log"]): void {
  const { path = "", unit } = finding;
  const parameters = source.parameters(path);
  const range = unit === undefined ? undefined : parameters && placeOfUnit(parameters, unit);
  annotateFile(log, finding.severity, findingText(finding), {
    title: unit === undefined ? "Check failed" : `Check of ${unit} failed`,
    place: placeIn(source, range?.path ?? path, range?.start),
  });
}
