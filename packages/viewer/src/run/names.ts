import type { Manifest } from "@analytics-engines/runs";
import type { UnitRef } from "./viewed-run.ts";

/** The id of a unit whose job has one result: it says nothing to a reader. */
const ONLY_UNIT = "result";

/** The names of files and units in a run, as short as they can be. */
export interface ShortNames {
  /** A path without the folders that all files share, and without `.json`: `attribution.pa`. */
  readonly file: (path: string) => string;
  /** The name of a unit: its id, or the name of its file if the id is `result`. */
  readonly title: (ref: UnitRef) => string;
}

export function runNames({ files }: Manifest): ShortNames {
  const shared = sharedFolder(files.map(({ path }) => path));
  const file = (path: string) => path.slice(shared).replace(/\.json$/i, "");
  return { file, title: ({ file: { path }, unit }) => (unit.id === ONLY_UNIT ? file(path) : unit.id) };
}

/** The number of characters of the folders that all paths share. */
function sharedFolder(paths: readonly string[]): number {
  const [first = "", ...others] = paths;
  let length = first.lastIndexOf("/") + 1;
  while (length > 0 && !others.every((path) => path.startsWith(first.slice(0, length)))) {
    length = first.lastIndexOf("/", length - 2) + 1;
  }
  return length;
}
