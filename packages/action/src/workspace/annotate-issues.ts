import type { Issue, Severity } from "@analytics-engines/core/parameters";
import { count } from "../github/format.ts";
import type { AnnotationLevel, Log } from "../github/log.ts";
import { shorten } from "../github/plain.ts";
import { annotateFile, annotationLimit, placeIn, type Repository } from "./annotate.ts";

/** What was found in one parameter file. */
export interface FileIssues {
  readonly path: string;
  readonly issues: readonly (Omit<Issue, "code"> & { readonly code: string })[];
}

const lineLimit = 4000;
const levels: readonly (readonly [Severity, AnnotationLevel])[] = [
  ["error", "error"],
  ["warning", "warning"],
  ["hint", "notice"],
];

/**
 * Tells what is wrong with parameter files: a line of the log for every issue, and as many annotations of each severity as GitHub shows,
 * errors first. No file's issues crowd out those of another: each shows its first before one shows its second.
 */
export function annotateIssues(log: Log, files: readonly FileIssues[], repository: Repository): void {
  for (const { path, issues } of files) {
    for (const { severity, code, message, range } of issues)
      log.line(
        shorten(`${path}:${range.start.line}:${range.start.column} ${severity}: ${message} (${code})`, lineLimit),
      );
  }
  for (const [severity, level] of levels) {
    const ranked = files.flatMap(({ path, issues }) =>
      issues.filter((issue) => issue.severity === severity).map((issue, rank) => ({ path, issue, rank })),
    );
    // The sort is stable: what is equal keeps the order of the files.
    const shown = ranked.sort((a, b) => a.rank - b.rank).slice(0, annotationLimit);
    for (const { path, issue } of shown) {
      annotateFile(log, level, issue.message, {
        title: `Parameter file: ${issue.code}`,
        place: placeIn(repository, path, issue.range.start),
      });
    }
    const rest = ranked.length - shown.length;
    if (rest > 0) log.line(`${count(rest, `more ${severity}`)}: not annotated, listed above.`);
  }
}
