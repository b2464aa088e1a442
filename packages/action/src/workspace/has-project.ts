import { existsSync } from "node:fs";
import type { FamilyId } from "@analytics-engines/core/basics";
import type { UnknownProperties } from "@analytics-engines/core/parameters";
import type { CheckedFile } from "@analytics-engines/runs/files";

// What the inputs of a step need to know of a project file. The reader of the file is loaded only if there is one.

/** What only a project file says. */
export interface ProjectValues {
  /** Families by glob. */
  readonly families?: Readonly<Record<string, FamilyId>>;
  /** Globs of checks files. */
  readonly checks?: readonly string[] | undefined;
  /** How severe a property is that the models do not have. */
  readonly unknownProperties?: UnknownProperties;
  /** Puts the dates and the currency of the set into a file. */
  readonly fixFile?: (file: CheckedFile) => CheckedFile;
}

/** Where a step finds its project file, and the set of it. */
export interface ProjectPlace {
  readonly workingDirectory: string;
  readonly set: string | undefined;
}

/** Whether a step has to read a project file. */
export function mayHaveProject(workingDirectory: string, set: string | undefined): boolean {
  return set !== undefined || existsSync(`${workingDirectory}/analytics-engines.json`);
}
