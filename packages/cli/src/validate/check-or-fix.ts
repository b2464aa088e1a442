import { realpathSync, statSync } from "node:fs";
import path from "node:path";
import { applyFixes, type Issue, isFixable, type ReadOptions } from "@analytics-engines/core/parameters";
import { type CheckedFile, checkFile, checkText } from "@analytics-engines/runs/files";
import { replaceText } from "@analytics-engines/runs/replace";
import { systemReason } from "@analytics-engines/runs/system-reason";

/** A checked file; with `--fix`, the file after the fixes. */
export interface CommandFile extends CheckedFile {
  /** The issues that were fixed, with their places before the fixes. */
  readonly fixed: readonly Issue[];
}

/** Reads and checks a file, and fixes it if requested. Never throws, whatever the file is or contains. */
export function checkOrFix(folder: string, name: string, reading: ReadOptions, fix = false): CommandFile {
  const before = checkFile(folder, name, reading);
  const unchanged = { ...before, problem: before.problem && `the file ${before.problem}`, fixed: [] };
  const text = fix ? applyFixes(before.text, before.issues) : before.text;
  if (text === before.text) return unchanged;
  try {
    // A link stays, and its target is replaced.
    const target = realpathSync(path.resolve(folder, name));
    replaceText(target, text, statSync(target).mode);
  } catch (error) {
    return { ...unchanged, problem: `the file could not be changed: ${systemReason(error)}` };
  }
  return { ...checkText(name, text, reading), fixed: before.issues.filter(isFixable) };
}
