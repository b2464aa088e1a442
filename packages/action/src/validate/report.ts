import type { IssueCounts } from "@analytics-engines/core/parameters";
import { count } from "@analytics-engines/runs/format";
import { MAX_OUTPUT_LENGTH } from "../github/outputs.ts";
import type { StepWith } from "../github/step.ts";
import { writeSummary } from "../github/summary.ts";
import { annotateIssues } from "../workspace/annotate-issues.ts";
import { countFindings, describeCounts, type Findings, hasFailed } from "./counts.ts";
import type { ValidateInputs } from "./inputs.ts";
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
    files: filesOutput(findings),
  });
  annotateIssues(log, findings.files, repository, findings.unasked);
  await writeSummary((limit) => renderValidation(findings, limit));
  if (sarifFile !== undefined) {
    const { writeSarif } = await import("./sarif.ts");
    writeSarif(sarifFile, findings.files, repository, log);
  }
  log.line(lastLine(counts));
  return hasFailed(counts, failOn) ? 1 : 0;
}

/** The output `files`. Empty where it would be too long: a part of the files would be worse than none. */
function filesOutput({ files }: Findings): string {
  const text = JSON.stringify(
    files.map((file) => {
      const { errors, warnings, hints } = countFindings({ files: [file], unasked: [] });
      const { path, parameters } = file;
      return {
        path,
        family: parameters?.family,
        template: parameters?.template,
        valid: errors === 0,
        errors,
        warnings,
        hints,
      };
    }),
  );
  return text.length <= MAX_OUTPUT_LENGTH ? text : "[]";
}

function lastLine(counts: IssueCounts): string {
  const { files, filesWithIssues, fixable } = counts;
  if (filesWithIssues === 0 && counts.warnings === 0) return `${count(files, "file")} checked, no issues`;
  const fix = fixable === 0 ? "" : `. The command analytics-engines validate --fix can fix ${fixable}`;
  return `${describeCounts(counts)} in ${filesWithIssues} of ${count(files, "file")}${fix}.`;
}
