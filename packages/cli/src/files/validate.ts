import path from "node:path";
import { type ReadOptions, type SarifInput, toSarif } from "@analytics-engines/core/parameters";
import {
  checkProjectGlobs,
  checkText,
  createRepetitionFilter,
  decodeText,
  findChecksFiles,
  fixFile,
  noTextProblem,
  requireOwnOutput,
  writeNow,
} from "@analytics-engines/runs/files";
import { systemReason, UserError } from "@analytics-engines/runs/progress";
import packageJson from "../../package.json" with { type: "json" };
import { type CommandSettings, findCommandFiles, readSettings, type SettingOptions } from "../project.ts";
import { type ExitCode, isLarge, paintFor, printableJson } from "../terminal/output.ts";
import { createProgress } from "../terminal/progress.ts";
import { readStandardInput, requireOneOutput, STANDARD } from "../terminal/standard.ts";
import { type CommandFile, checkOrFix, findNamedFiles, toCommandFile } from "./named-files.ts";
import { countIssuesAndFixes, fileReport, summary, type ValidationCounts } from "./report-issues.ts";

export interface ValidateOptions extends SettingOptions {
  readonly fix?: true;
  readonly json?: true;
  /** Where SARIF goes; `-` is standard output. */
  readonly sarif?: string;
  readonly hintAbsoluteDates?: true;
  readonly failOn: "error" | "warning" | "never";
}

/** Checks the named files, or all parameter files and checks files below the working directory, and prints the issues. */
export async function validateCommand(fileNames: readonly string[], options: ValidateOptions): Promise<ExitCode> {
  const { fix = false, json = false, sarif, hintAbsoluteDates = false, failOn } = options;
  requireOneOutput("--sarif", sarif, json);
  const folder = process.cwd();
  const settings = readSettings(options, folder);
  const hasInput = fileNames.includes(STANDARD);
  if (hasInput && fix) throw new UserError("--fix changes files, and - is standard input: name the file.");
  const namesOfFiles = fileNames.filter((name) => name !== STANDARD);
  const isWholeProject = fileNames.length === 0;
  const paths = [
    ...(hasInput ? [STANDARD] : []),
    ...(hasInput && namesOfFiles.length === 0 ? [] : findValidatedFiles(namesOfFiles, settings, folder)),
  ];
  if (sarif !== undefined && paths.some((file) => path.resolve(folder, file) === path.resolve(folder, sarif)))
    throw new UserError(`--sarif ${sarif} would replace a parameter file. Name another file.`);
  const isHuman = !json && sarif !== STANDARD;
  const paint = paintFor(process.stdout);
  const progress = createProgress();
  const [families, unknownProperties] = [settings.families.value, settings.unknownProperties.value];
  const reading = { families, hintAbsoluteDates, unknownProperties };
  const checked: CommandFile[] = [];
  const report = (files: readonly CommandFile[]) => {
    const text = isHuman ? files.map((file) => fileReport(file, paint)).join("") : "";
    if (text !== "") {
      progress.clear();
      process.stdout.write(text);
    }
    // The text is not needed any more, and without it many files take no more memory than the largest of them.
    for (const file of files) checked.push({ ...file, text: "" });
  };
  const globs = isWholeProject ? checkProjectGlobs(folder) : undefined;
  if (globs !== undefined) report([toCommandFile(globs)]);
  const withoutRepetitions = createRepetitionFilter();
  for (const [index, name] of paths.entries()) {
    progress.step(`checking ${index + 1} of ${paths.length}: ${name}`, isLarge(path.resolve(folder, name)));
    const checkedFiles =
      name === STANDARD ? [await checkStandardInput(reading)] : await checkOrFix(folder, name, reading, fix);
    report(withoutRepetitions(checkedFiles.map((file) => fixFile(file, settings.fixedValues.value))));
  }
  progress.clear();
  const counts = countIssuesAndFixes(checked);
  if (isHuman) process.stdout.write(summary(counts, paint));
  if (json) process.stdout.write(`${printableJson(toJson(checked, counts))}\n`);
  if (sarif !== undefined) writeSarif(sarif, checked);
  return exitCode(counts, failOn);
}

/** The named files; without names, those of the project file, or all parameter files and checks files below the folder. */
function findValidatedFiles(names: readonly string[], settings: CommandSettings, folder: string): readonly string[] {
  const { files, checks, families } = settings;
  if (names.length > 0 || (files.value === undefined && checks.value === undefined))
    return findNamedFiles(names, families.value, folder, { includesChecks: true });
  // The report has each glob of the project file that matches no file.
  const rules = { allowsUnmatched: true };
  return [...findCommandFiles([], settings, folder, rules), ...findChecksFiles(folder, checks.value, rules)];
}

/** Checks the parameter file on standard input. Its name states no family. */
async function checkStandardInput(reading: ReadOptions): Promise<CommandFile> {
  const content = await readStandardInput();
  const text = decodeText(content);
  if (text === undefined) throw new UserError(`Standard input ${noTextProblem(content)}.`);
  return toCommandFile(checkText(STANDARD, text, reading));
}

function writeSarif(target: string, checked: readonly CommandFile[]): void {
  const tool = { name: "analytics-engines", version: packageJson.version };
  const text = `${printableJson(toSarif(checked satisfies readonly SarifInput[], { tool }))}\n`;
  if (target === STANDARD) {
    process.stdout.write(text);
    return;
  }
  requireOwnOutput(process.cwd(), target);
  try {
    writeNow(target, text);
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(`${target} could not be written: ${systemReason(error)}. Name another file with --sarif.`);
  }
}

function exitCode({ errors, warnings }: ValidationCounts, failOn: ValidateOptions["failOn"]): ExitCode {
  if (failOn === "never") return 0;
  return errors > 0 || (failOn === "warning" && warnings > 0) ? 1 : 0;
}

/** The outcome for programs. Fields may be added; these keep their names and meaning while `version` is 1. */
function toJson(files: readonly CommandFile[], { errors, warnings, hints, fixed }: ValidationCounts): unknown {
  const outlines = files.map(({ path: name, parameters, problem, issues, fixed: fixes, sweep }) => {
    const { family, template, familyBy } = parameters ?? sweep?.jobs[0] ?? {};
    const units = parameters?.units ?? sweep?.jobs.flatMap((job) => job.units);
    return { path: name, family, template, familyBy, units, problem, issues, fixed: fixes };
  });
  return { version: 1, valid: errors === 0, errors, warnings, hints, fixed, files: outlines };
}
