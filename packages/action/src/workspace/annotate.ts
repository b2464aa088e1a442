import path from "node:path";
import { count, shorten, visible } from "@analytics-engines/core/basics";
import { type Issue, type Position, placeText, type Severity } from "@analytics-engines/core/parameters";
import { isInside, pathFrom } from "@analytics-engines/runs/files";
import type { AnnotationLevel, AnnotationPlace, Log } from "../github/step.ts";

/** The most annotations of each level that GitHub shows for a step. It shows 4,096 characters of each. */
export const MAX_ANNOTATIONS = 10;
const MAX_MESSAGE_LENGTH = 4000;
const MAX_TITLE_LENGTH = 200;

/** The folder to which paths of parameter files are relative, and the root of the repository that contains it. Both are absolute. */
export interface Repository {
  readonly workingDirectory: string;
  /** `GITHUB_WORKSPACE`. */
  readonly workspace: string | undefined;
}

/** Annotates a file of the repository; without a place, the step. Message and title can contain untrusted text. The message is one line. */
export function annotateFile(
  log: Log,
  level: AnnotationLevel,
  message: string,
  { title, place }: { readonly title: string; readonly place?: AnnotationPlace | undefined },
): void {
  log.annotate(level, shorten(visible(message), MAX_MESSAGE_LENGTH), {
    title: shorten(visible(title), MAX_TITLE_LENGTH),
    ...(place === undefined ? {} : { place }),
  });
}

/** The place of an annotation for a position of a parameter file; the first line if no position is known. */
export function placeIn(repository: Repository, file: string, start: Position | undefined): AnnotationPlace {
  return {
    file: pathInRepository(repository, file),
    line: start?.line ?? 1,
    ...(start === undefined ? {} : { column: start.column }),
  };
}

/** The path of a parameter file from the root of the repository, with `/`. */
export function pathInRepository({ workspace, workingDirectory }: Repository, file: string): string {
  if (workspace === undefined) return file;
  const absolute = path.resolve(workingDirectory, file);
  return isInside(workspace, absolute) ? pathFrom(workspace, absolute) : file;
}

/** The issues of one parameter file. */
export interface FileIssues {
  readonly path: string;
  readonly issues: readonly Issue[];
  /** A problem with the whole file, as a sentence. */
  readonly problem?: string | undefined;
}

const MAX_LINE_LENGTH = 4000;
const levels: readonly (readonly [Severity, AnnotationLevel])[] = [
  ["error", "error"],
  ["warning", "warning"],
  ["hint", "notice"],
];

/**
 * Reports the issues of parameter files: a line of the log for each, and as many annotations of each severity as GitHub shows, errors first.
 * The first issue of every file is annotated before the second of any.
 *
 * @param warnings sentences that do not concern a single file
 */
export function annotateIssues(
  log: Log,
  files: readonly FileIssues[],
  repository: Repository,
  warnings: readonly string[] = [],
): void {
  for (const { path, issues, problem } of files) {
    if (problem !== undefined) log.line(shorten(`error: ${problem}`, MAX_LINE_LENGTH));
    for (const { severity, code, message, range } of issues)
      log.line(shorten(`${path}:${placeText(range)} ${severity}: ${message} (${code})`, MAX_LINE_LENGTH));
  }
  for (const warning of warnings) log.line(shorten(`warning: ${warning}`, MAX_LINE_LENGTH));
  for (const [severity, level] of levels) {
    const notes = [
      ...(severity === "warning"
        ? warnings.map((message) => ({ message, title: "Parameter files", place: undefined }))
        : []),
      ...notesOf(files, severity, repository),
    ];
    for (const { message, title, place } of notes.slice(0, MAX_ANNOTATIONS))
      annotateFile(log, level, message, { title, place });
    const rest = notes.length - MAX_ANNOTATIONS;
    if (rest > 0) log.line(`${count(rest, `more ${severity}`)}: not annotated, listed above.`);
  }
}

function notesOf(files: readonly FileIssues[], severity: Severity, repository: Repository) {
  const ranked = files.flatMap(({ path, issues, problem }) => {
    const whole =
      problem === undefined || severity !== "error"
        ? []
        : [{ message: problem, title: "Parameter file", start: undefined }];
    const single = issues
      .filter((issue) => issue.severity === severity)
      .map(({ message, code, range }) => ({ message, title: `Parameter file: ${code}`, start: range.start }));
    return [...whole, ...single].map((note, rank) => ({ ...note, path, rank }));
  });
  // The sort is stable: equal issues keep the order of the files.
  return ranked
    .sort((first, second) => first.rank - second.rank)
    .map(({ message, title, path, start }) => ({ message, title, place: placeIn(repository, path, start) }));
}
