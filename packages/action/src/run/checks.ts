import { toPointer } from "@analytics-engines/core/basics";
import type { Manifest } from "@analytics-engines/runs";
import {
  applyChecks,
  type CheckFinding,
  type ChecksPlan,
  type ChecksReport,
  checksHeadline,
  findingText,
  openFindings,
} from "@analytics-engines/runs/review";
import { annotateFile, MAX_ANNOTATIONS, placeIn } from "../workspace/annotate.ts";
import type { Source } from "./annotate.ts";
import type { RunContext } from "./inputs.ts";

/** Checks the numbers of a run: writes the report and the JUnit file, sets the outputs and annotates the failures at their units. */
export async function checkNumbers(
  { inputs, log, outputs }: RunContext,
  manifest: Manifest,
  plan: ChecksPlan,
  source: Source,
): Promise<ChecksReport> {
  const report = await applyChecks({ folder: inputs.runFolder, manifest }, plan);
  outputs.set({
    "checks-passed": `${report.counts.passed}`,
    "checks-failed": `${report.counts.errors}`,
    "checks-warnings": `${report.counts.warnings}`,
  });
  if (plan.files.length === 0) return report;
  log.line(`Checks on numbers: ${checksHeadline(report)}`);
  const findings = openFindings(report);
  for (const level of ["error", "warning"] as const) {
    const failures = findings.filter(({ status, severity }) => status === "failed" && severity === level);
    for (const finding of failures.slice(0, MAX_ANNOTATIONS)) annotateFailure(finding, source, log);
  }
  for (const finding of findings.filter(({ status }) => status === "skipped"))
    log.line(`Skipped: ${findingText(finding)}`);
  return report;
}

function annotateFailure(finding: CheckFinding, source: Source, log: RunContext["log"]): void {
  const { path = "", unit } = finding;
  const range = unit === undefined ? undefined : source.parameters(path)?.rangeOf(toPointer(["data", unit]), "key");
  annotateFile(log, finding.severity, findingText(finding), {
    title: unit === undefined ? "Check failed" : `Check of ${unit} failed`,
    place: placeIn(source, range?.path ?? path, range?.start),
  });
}
