import type { CommandFile } from "./check-or-fix.ts";
import type { ValidationCounts } from "./report.ts";

/** The outcome for programs. Fields may be added; these keep their names and meaning while `version` is 1. */
export function toJson(files: readonly CommandFile[], { errors, warnings, hints, fixed }: ValidationCounts): unknown {
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
