import { count } from "@analytics-engines/core/basics";
import { countIssues, type IssueCounts } from "@analytics-engines/core/parameters";
import type { CheckedFile } from "@analytics-engines/runs/files";
import { jsonOutput } from "../github/outputs.ts";
import type { StepWith } from "../github/step.ts";
import { writeSummary } from "../github/summary.ts";
import { annotateIssues } from "../workspace/annotate-issues.ts";
import { countFindings, describeCounts, type Findings, hasFailed } from "./counts.ts";
import type { ValidateInputs } from "./inputs.ts";
import { writeSarif } from "./sarif.ts";
import { renderValidation } from "./summary.ts";

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
