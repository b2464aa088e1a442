import path from "node:path";
import { shorten, visible } from "@analytics-engines/core/basics";
import type { Position } from "@analytics-engines/core/parameters";
import { isInside, pathFrom } from "@analytics-engines/runs/files";
import type { AnnotationLevel, AnnotationPlace, Log } from "../github/log.ts";

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
  const absolute = path.join(workingDirectory, file);
  return isInside(workspace, absolute) ? pathFrom(workspace, absolute) : file;
}
