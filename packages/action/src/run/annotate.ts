import path from "node:path";
import type { ParameterFile } from "@analytics-engines/core/parameters";
import type { AnnotationLevel, Log, Place } from "../github/log.ts";
import { shorten, visible } from "../github/plain.ts";
import { type Finding, headline, mostTelling } from "./findings.ts";

/** GitHub shows ten annotations of a level and step, and 4,096 characters of each. */
export const annotationLimit = 10;
const messageLimit = 4000;

/** Where annotations go: parameter files by path, and the folder of the repository they are relative to. */
export interface Source {
  readonly workingDirectory: string;
  /** `GITHUB_WORKSPACE`. */
  readonly workspace: string | undefined;
  parameters(file: string): ParameterFile | undefined;
}

/** Annotates the ten most telling errors and warnings of a run, each at the line where its unit stands. */
export function annotateFindings(log: Log, findings: readonly Finding[], source: Source): void {
  for (const level of ["error", "warning"] as const) {
    const shown = mostTelling(findings, level, annotationLimit);
    for (const finding of shown) {
      const range = rangeOfUnit(source.parameters(finding.path), finding.unit);
      annotate(log, level, finding.message, {
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

/** Annotates what is wrong with parameter files, errors first; the log has all of it. Returns how many errors there are. */
export function annotateIssues(log: Log, files: readonly ParameterFile[], source: Source): number {
  const issues = files.flatMap((file) => file.issues.map((issue) => ({ ...issue, path: file.path ?? "" })));
  for (const { path: file, range, severity, message } of issues) {
    log.line(`${file}:${range.start.line}:${range.start.column} ${severity}: ${shorten(message, messageLimit)}`);
  }
  for (const level of ["error", "warning"] as const) {
    for (const issue of issues.filter(({ severity }) => severity === level).slice(0, annotationLimit)) {
      annotate(log, level, issue.message, {
        title: "Parameter file",
        place: placeIn(source, issue.path, issue.range.start),
      });
    }
  }
  return issues.filter(({ severity }) => severity === "error").length;
}

function annotate(
  log: Log,
  level: AnnotationLevel,
  message: string,
  { title, place }: { title: string; place: Place },
): void {
  log.annotate(level, shorten(visible(message), messageLimit), { title: shorten(visible(title), 200), place });
}

function placeIn(
  source: Source,
  file: string,
  start: { readonly line: number; readonly column: number } | undefined,
): Place {
  const absolute = path.join(source.workingDirectory, file);
  const relative =
    source.workspace === undefined ? file : path.relative(source.workspace, absolute).split(path.sep).join("/");
  return {
    file: relative.startsWith("../") ? file : relative,
    line: start?.line ?? 1,
    ...(start === undefined ? {} : { column: start.column }),
  };
}

function rangeOfUnit(file: ParameterFile | undefined, unit: string | undefined) {
  if (file === undefined || unit === undefined || !file.units.includes(unit)) return undefined;
  return file.rangeOf(`/data/${unit.replaceAll("~", "~0").replaceAll("/", "~1")}`);
}
