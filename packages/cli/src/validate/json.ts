import type { CheckedFile } from "./check-file.ts";
import type { Counts } from "./report.ts";

/** The outcome for programs. Fields may be added; these keep their names and meaning while `version` is 1. */
export function toJson(files: readonly CheckedFile[], { errors, warnings, hints, fixed }: Counts): unknown {
  return {
    version: 1,
    valid: errors === 0,
    errors,
    warnings,
    hints,
    fixed,
    files: files.map((file) => ({
      path: file.path,
      family: file.parameters?.family,
      template: file.parameters?.template,
      familyBy: file.parameters?.familyBy,
      units: file.parameters?.units,
      problem: file.problem,
      issues: file.issues,
      fixed: file.fixed,
    })),
  };
}
