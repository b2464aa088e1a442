import { toPointer } from "@analytics-engines/core/json";
import type { ParameterFile } from "@analytics-engines/core/parameters";
import type { Log } from "../github/log.ts";
import { annotateFile, annotationLimit, placeIn, type Repository } from "../workspace/annotate.ts";
import { type Finding, headline, mostTelling } from "./findings.ts";

/** Where annotations go: parameter files by path, and the folder of the repository they are relative to. */
export interface Source extends Repository {
  parameters(file: string): ParameterFile | undefined;
}

/** Annotates the ten most telling errors and warnings of a run, each at the line where its unit stands. */
export function annotateFindings(log: Log, findings: readonly Finding[], source: Source): void {
  for (const level of ["error", "warning"] as const) {
    const shown = mostTelling(findings, level, annotationLimit);
    for (const finding of shown) {
      const range = rangeOfFinding(source.parameters(finding.path), finding);
      annotateFile(log, level, finding.message, {
        title: headline(finding),
        place: placeIn(source, finding.path, range?.start),
      });
    }
    const rest = findings.filter((finding) => finding.level === level).length - shown.length;
    if (rest > 0)
      log.line(
        `${rest} more ${level === "error" ? "errors" : "warnings"}: the job summary and manifest.json list them all.`,
      );
  }
}

/** Where the service names a place in the file, that place; otherwise the unit's. */
function rangeOfFinding(file: ParameterFile | undefined, { unit, pointer }: Finding) {
  const named = pointer === undefined ? undefined : file?.rangeOf(pointer);
  if (named !== undefined) return named;
  if (file === undefined || unit === undefined || !file.units.includes(unit)) return undefined;
  return file.rangeOf(toPointer(["data", unit]));
}
