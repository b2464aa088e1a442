import { writeFileSync } from "node:fs";
import path from "node:path";
import type { UnknownProperties } from "@analytics-engines/core/parameters";
import { type SarifInput, toSarif } from "@analytics-engines/core/parameters";
import { systemReason } from "@analytics-engines/runs/system-reason";
import packageJson from "../../package.json" with { type: "json" };
import { CommandError, type ExitCode } from "../exit-code.ts";
import { isLarge } from "../large-file.ts";
import { paintFor } from "../terminal/paint.ts";
import { createProgress } from "../terminal/progress.ts";
import { printableJson } from "../terminal/visible.ts";
import { type CheckedFile, checkFile } from "./check-file.ts";
import type { FamilyRule } from "./family-rule.ts";
import { findFiles } from "./find-files.ts";
import { toJson } from "./json.ts";
import { type Counts, countFound, fileReport, summary } from "./report.ts";

export interface ValidateOptions {
  readonly fix?: true;
  readonly json?: true;
  /** Where SARIF goes; `-` is standard output. */
  readonly sarif?: string;
  readonly family?: readonly FamilyRule[];
  readonly hintAbsoluteDates?: true;
  readonly unknownProperties: UnknownProperties;
  readonly failOn: "error" | "warning" | "never";
}

/** Checks the named files, or all below the working directory, and prints what was found. */
export async function validate(names: readonly string[], options: ValidateOptions): Promise<ExitCode> {
  const {
    fix = false,
    json = false,
    sarif,
    family: rules = [],
    hintAbsoluteDates = false,
    unknownProperties,
    failOn,
  } = options;
  if (json && sarif === "-") throw new CommandError("--json and --sarif - both print to standard output: choose one.");
  const folder = process.cwd();
  const files = await findFiles(names, rules, folder);
  if (sarif !== undefined && files.some((file) => path.resolve(folder, file) === path.resolve(folder, sarif)))
    throw new CommandError(`--sarif ${sarif} would replace a parameter file.`);
  const isHuman = !json && sarif !== "-";
  const paint = paintFor(process.stdout);
  const progress = createProgress();
  const families = Object.fromEntries(rules.map(({ glob, family }) => [glob, family]));
  const checked: CheckedFile[] = [];
  for (const [index, name] of files.entries()) {
    progress.step(`checking ${index + 1} of ${files.length}: ${name}`, isLarge(path.resolve(folder, name)));
    const file = checkFile(name, { families, hintAbsoluteDates, unknownProperties, fix, folder });
    const report = isHuman ? fileReport(file, paint) : "";
    if (report !== "") {
      progress.clear();
      process.stdout.write(report);
    }
    // The text is of no more use: many files need no more room than the largest of them.
    checked.push({ ...file, text: "" });
  }
  progress.clear();
  const counts = countFound(checked);
  if (isHuman) process.stdout.write(summary(counts, paint));
  if (json) process.stdout.write(`${printableJson(toJson(checked, counts))}\n`);
  if (sarif !== undefined) writeSarif(sarif, checked);
  return exitCode(counts, failOn);
}

function writeSarif(target: string, checked: readonly CheckedFile[]): void {
  const tool = { name: "analytics-engines", version: packageJson.version };
  const text = `${printableJson(toSarif(checked satisfies readonly SarifInput[], { tool }))}\n`;
  if (target === "-") {
    process.stdout.write(text);
    return;
  }
  try {
    writeFileSync(target, text);
  } catch (error) {
    throw new CommandError(`${target} could not be written: ${systemReason(error)}`);
  }
}

function exitCode({ errors, warnings }: Counts, failOn: ValidateOptions["failOn"]): ExitCode {
  if (failOn === "never") return 0;
  return errors > 0 || (failOn === "warning" && warnings > 0) ? 1 : 0;
}
