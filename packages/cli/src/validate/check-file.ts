import path from "node:path";
import type { FamilyId } from "@analytics-engines/core";
import {
  applyFixes,
  type Issue,
  isFixable,
  type ParameterFile,
  readParameterFile,
  type UnknownProperties,
} from "@analytics-engines/core/parameters";
import { systemReason } from "@analytics-engines/runs/system-reason";
import { readText } from "./read-text.ts";
import { replaceText } from "./write-text.ts";

/** One file as it was found; with `--fix`, as it was left. */
export interface CheckedFile {
  readonly path: string;
  readonly text: string;
  /** Undefined where the file could not be read: `problem` says why. */
  readonly parameters: ParameterFile | undefined;
  readonly issues: readonly Issue[];
  /** The issues that were mended, where they stood before. */
  readonly fixed: readonly Issue[];
  /** What went wrong with the file as a whole. */
  readonly problem?: string;
}

export interface CheckOptions {
  readonly families: Readonly<Record<string, FamilyId>>;
  /** The family, where it is known. */
  readonly family?: FamilyId | undefined;
  /** Whether absolute dates are hinted at; not, where left out. */
  readonly hintAbsoluteDates?: boolean | undefined;
  /** How severe a property is that the models do not have; `error` where left out. */
  readonly unknownProperties?: UnknownProperties | undefined;
  readonly fix: boolean;
  readonly folder: string;
}

/** Reads and checks one file, and mends it where that is asked for. Never throws for what the file is or holds. */
export function checkFile(
  name: string,
  { families, family, hintAbsoluteDates, unknownProperties, fix, folder }: CheckOptions,
): CheckedFile {
  const file = path.resolve(folder, name);
  const read = readText(file);
  if ("problem" in read)
    return { path: name, text: "", parameters: undefined, issues: [], fixed: [], problem: read.problem };
  const check = (text: string) => checkText(name, text, { families, family, hintAbsoluteDates, unknownProperties });
  const before = check(read.text);
  const mended = fix ? applyFixes(before.text, before.issues) : before.text;
  if (mended === before.text) return before;
  try {
    replaceText(file, mended);
  } catch (error) {
    return { ...before, problem: `could not be changed: ${systemReason(error)}` };
  }
  return { ...check(mended), fixed: before.issues.filter(isFixable) };
}

/** Checks the text of a file. */
export function checkText(
  name: string,
  text: string,
  reading: Pick<CheckOptions, "families" | "family" | "hintAbsoluteDates" | "unknownProperties">,
): CheckedFile {
  const parameters = readParameterFile(text, { ...reading, path: name });
  return { path: name, text, parameters, issues: parameters.issues, fixed: [] };
}
