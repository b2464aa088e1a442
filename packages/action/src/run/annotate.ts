import { type ParameterFile, sweepOfJob } from "@analytics-engines/core/parameters";
import { type Finding, findingHeadline, mostImportant, placeOfFinding } from "@analytics-engines/runs/review";
import type { Log } from "../github/log.ts";
import { annotateFile, MAX_ANNOTATIONS, placeIn, type Repository } from "../workspace/annotate.ts";

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
      const range = parameters && placeOfFinding(parameters, finding)?.range;
      annotateFile(log, level, finding.message, {
        title: findingHeadline(finding),
        place: placeIn(source, range?.path ?? sweepOfJob(finding.path) ?? finding.path, range?.start),
      });
    }
    const rest = findings.filter((finding) => finding.level === level).length - importantFindings.length;
    if (rest > 0)
      log.line(
        `${rest} more ${level === "error" ? "errors" : "warnings"}: the job summary and manifest.json list them all.`,
      );
  }
}
