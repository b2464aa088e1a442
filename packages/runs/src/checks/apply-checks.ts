import { mkdir } from "node:fs/promises";
import path from "node:path";
import { type NamingRules, requireOwnOutput } from "../files/confine.ts";
import { replaceFile } from "../files/disk.ts";
import { type ComparedFolder, openComparedFolder } from "../review/compare-runs.ts";
import { systemReason, UserError } from "../user-error.ts";
import { checkResults, writeChecks } from "./check-results.ts";
import { type ChecksOfFile, findChecks } from "./checks-files.ts";
import type { ChecksReport } from "./checks-report.ts";
import { junitXml } from "./junit.ts";

/** What a user says about the checks of a run. */
export interface ChecksOptions {
  /** Globs of checks files; `!` excludes. */
  readonly checks?: readonly string[] | undefined;
  /** The folder of the run that `moved` compares with, or its manifest. */
  readonly earlier?: string | undefined;
  /** The file that gets the outcome as JUnit XML. */
  readonly junit?: string | undefined;
}

/** What is checked. It is opened before a run starts, so that a mistake in a checks file costs no run. */
export interface ChecksPlan {
  readonly files: readonly ChecksOfFile[];
  readonly earlier: ComparedFolder | undefined;
  readonly junit: string | undefined;
}

/**
 * Reads the checks files and the manifest of the earlier run.
 * @param folder what the paths are relative to; absolute
 * @param rules who named the checks files
 * @throws UserError for a mistake in them
 */
export async function openChecks(
  folder: string,
  { checks = [], earlier, junit }: ChecksOptions,
  rules: NamingRules = {},
): Promise<ChecksPlan> {
  const relative = (glob: string) => path.relative(folder, path.resolve(folder, glob)).split(path.sep).join("/");
  const patterns = checks.map((glob) => (glob.startsWith("!") ? `!${relative(glob.slice(1))}` : relative(glob)));
  if (junit !== undefined) requireOwnOutput(folder, junit);
  return {
    files: patterns.length === 0 ? [] : findChecks(folder, patterns, rules),
    earlier: earlier === undefined ? undefined : await openComparedFolder(path.resolve(folder, earlier)),
    junit: junit === undefined ? undefined : path.resolve(folder, junit),
  };
}

/**
 * Checks the stored results of a run, and writes `checks.json` into its folder and the JUnit file.
 * @throws UserError if the JUnit file cannot be written
 */
export async function applyChecks(
  run: ComparedFolder,
  { files, earlier, junit }: ChecksPlan,
  onUnit?: (path: string, unit: string) => void,
): Promise<ChecksReport> {
  const report = await checkResults(run, files, { earlier, now: Date.now(), ...(onUnit && { onUnit }) });
  await writeChecks(run.folder, report);
  if (junit !== undefined) await writeJunit(junit, junitXml(run.manifest, report));
  return report;
}

async function writeJunit(file: string, xml: string): Promise<void> {
  const folder = path.dirname(file);
  try {
    await mkdir(folder, { recursive: true });
    await replaceFile(folder, path.basename(file), [xml]);
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(`${file} could not be written: ${systemReason(error)}. Name another file.`);
  }
}

/** Whether failures of this severity fail a command or a step. */
export function failsChecks({ counts }: ChecksReport, failOn: "error" | "warning" | "never"): boolean {
  return failOn !== "never" && counts.errors + (failOn === "warning" ? counts.warnings : 0) > 0;
}
