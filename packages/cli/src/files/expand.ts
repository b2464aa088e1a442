import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { count, familyOfSweep, printable } from "@analytics-engines/core/basics";
import type { SweepJob } from "@analytics-engines/core/files";
import {
  checkFiles,
  makeFolders,
  readConfined,
  replaceText,
  requireOwnOutput,
  rootOf,
} from "@analytics-engines/runs/files";
import { systemReason, UserError } from "@analytics-engines/runs/progress";
import { readSettings } from "../project.ts";
import { type ExitCode, isQuiet, paintFor, printableJson } from "../terminal/output.ts";
import { toCommandFile } from "./named-files.ts";
import { countIssuesAndFixes, fileReport, summary } from "./report-issues.ts";

export interface ExpandOptions {
  /** The folder of the expanded files. */
  readonly out?: string;
  /** Whether the folder is only compared. */
  readonly check?: true;
  readonly json?: true;
}

/** The most differing files that are listed. */
const MAX_DIFFERENCES = 20;

/** Expands a sweep to parameter files: prints them as one JSON object by name, writes them, or compares them with those of a folder. */
export async function expandCommand(sweep: string, options: ExpandOptions): Promise<ExitCode> {
  const { out, check = false, json = false } = options;
  if (familyOfSweep(sweep) === undefined)
    throw new UserError(`${sweep} is no sweep: the name of a sweep is NAME.FAMILY.sweep.json.`);
  if (check && out === undefined) throw new UserError("--check compares the files of a folder: name it with --out.");
  const { value: unknownProperties } = readSettings({}, process.cwd()).unknownProperties;
  const checked = await checkFiles(process.cwd(), [sweep], { reading: { unknownProperties }, isTyped: true });
  const files = checked.map(toCommandFile);
  const counts = countIssuesAndFixes(files);
  const paint = paintFor(process.stderr);
  if (counts.errors > 0 || (counts.filesWithIssues > 0 && !isQuiet()))
    process.stderr.write(files.map((file) => fileReport(file, paint)).join("") + summary(counts, paint));
  if (counts.errors > 0) return 1;
  const jobs = files.flatMap((file) => file.sweep?.jobs ?? []);
  if (out === undefined) {
    if (json) process.stdout.write('{\n"version": 1,\n"files": ');
    print(jobs);
    if (json) process.stdout.write("}\n");
    return 0;
  }
  if (check) return compare(out, jobs, json);
  write(out, jobs, json);
  return 0;
}

/** The name of a parameter file with a job of a sweep: `NAME.FAMILY.json`, `NAME.2.FAMILY.json`. */
function nameOf({ path: job, family }: SweepJob): string {
  return path.basename(job).replace(/\.\w+\.sweep(\..+)?\.json$/i, (_all, which = "") => `${which}.${family}.json`);
}

function textOf({ request }: SweepJob): string {
  return `${JSON.stringify(request, undefined, 2)}\n`;
}

/** One job at a time: all requests of a large sweep would fill the memory. */
function print(jobs: readonly SweepJob[]): void {
  for (const [index, job] of jobs.entries()) {
    const request = textOf(job).trimEnd().replaceAll("\n", "\n  ");
    process.stdout.write(`${index === 0 ? "{" : ","}\n  ${JSON.stringify(nameOf(job))}: ${request}`);
  }
  process.stdout.write("\n}\n");
}

function write(folder: string, jobs: readonly SweepJob[], json: boolean): void {
  requireOwnOutput(process.cwd(), folder);
  try {
    makeFolders(folder);
    for (const job of jobs) replaceText(path.join(folder, nameOf(job)), textOf(job));
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(`The folder ${folder} cannot be written: ${systemReason(error)}. Name another with --out.`);
  }
  const units = jobs.reduce((sum, job) => sum + Math.max(1, job.units.length), 0);
  if (json) process.stdout.write(`${printableJson({ version: 1, folder, units, names: jobs.map(nameOf) })}\n`);
  else process.stdout.write(`${count(units, "unit")} in ${count(jobs.length, "file")}. Folder: ${printable(folder)}\n`);
}

/** Compares the files of a folder with those that the sweep stands for. Files of other names are not looked at. */
function compare(folder: string, jobs: readonly SweepJob[], json: boolean): ExitCode {
  const jobNames = new Set(jobs.map(nameOf));
  const isOfSweep = jobNameTest(jobs);
  const root = rootOf(process.cwd(), folder, { isTyped: true });
  const others = existsSync(folder) ? readdirSync(folder).filter((name) => !jobNames.has(name) && isOfSweep(name)) : [];
  const differences = [
    ...jobs.flatMap((job) => {
      const read = readConfined(folder, nameOf(job), root);
      if ("problem" in read) return `${nameOf(job)} ${read.problem}`;
      return read.text.replaceAll("\r\n", "\n") === textOf(job) ? [] : `${nameOf(job)} differs from the sweep`;
    }),
    ...others.map((name) => `${name} is no longer a part of the sweep`),
  ];
  const isSame = differences.length === 0;
  if (json) {
    process.stdout.write(`${printableJson({ version: 1, folder, same: isSame, differences })}\n`);
    return isSame ? 0 : 1;
  }
  for (const difference of differences.slice(0, MAX_DIFFERENCES)) process.stdout.write(`${printable(difference)}\n`);
  const more = differences.length - MAX_DIFFERENCES;
  if (more > 0) process.stdout.write(`and ${more} more\n`);
  if (isSame) process.stdout.write(`${count(jobs.length, "file")} as the sweep says\n`);
  return isSame ? 0 : 1;
}

/** Whether a file has the name of a job that the sweep can have had before. */
function jobNameTest([job]: readonly SweepJob[]): (name: string) => boolean {
  if (job === undefined) return () => false;
  const [start] = path.basename(job.path).split(new RegExp(`\\.${job.family}\\.sweep\\.`, "i"));
  const end = `.${job.family}.json`;
  const hasPart = (part: string) => part === "" || (job.units.length > 0 ? /^\.\d+$/ : /^\../).test(part);
  return (name) =>
    name.startsWith(`${start}`) && name.endsWith(end) && hasPart(name.slice(`${start}`.length, -end.length));
}
