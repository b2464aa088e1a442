import { count, messageOf, printable } from "@analytics-engines/core/basics";
import { placeText } from "@analytics-engines/core/parameters";
import {
  countRun,
  isLeftRunning,
  type Manifest,
  type ManifestReproduction,
  type RunStatus,
  statusWithoutWait,
} from "@analytics-engines/runs";
import { parametersByPath } from "@analytics-engines/runs/files";
import {
  differenceLines,
  findFindings,
  findingHeadline,
  mostImportant,
  placeOfFinding,
  reproductionHeadline,
  type TableFiles,
  writeCsvFiles,
  writeParquetFiles,
} from "@analytics-engines/runs/review";
import type { CommandFile } from "../files/named-files.ts";
import { type ExitCode, JOBS_IN_PROGRESS, type Paint, warn } from "../terminal/output.ts";

/** The most errors, and the most warnings, that are listed at the end. */
const MAX_FINDINGS = 20;

/** How a run ended, in one line, with how many jobs are left on the service. */
export function runReport(manifest: Manifest, status: RunStatus, output: string, paint: Paint): string {
  const { files, units, succeeded, reused, warnings } = countRun(manifest);
  const leftCount = status === "running" ? manifest.files.filter(isLeftRunning).length : 0;
  const facts = [
    ...(leftCount > 0 ? [`${leftCount} of ${count(files, "job")} in progress`] : []),
    `${succeeded} of ${count(units, "unit")} in ${count(files, "file")} succeeded`,
    ...(reused > 0 ? [`${reused} reused`] : []),
    ...(warnings > 0 ? [count(warnings, "warning")] : []),
  ];
  const color = status === "success" ? "green" : status === "running" ? "blue" : "red";
  return `${paint(color, status)}: ${facts.join(", ")}. Run folder: ${printable(output)}\n`;
}

/**
 * The errors and warnings of the service, each with the place in the parameter file that it speaks of.
 * @param isQuiet whether warnings are left out
 */
export function findingLines(manifest: Manifest, files: readonly CommandFile[], paint: Paint, isQuiet = false): string {
  const parametersOf = parametersByPath(files);
  const findings = findFindings(manifest);
  const lines = (isQuiet ? (["error"] as const) : (["error", "warning"] as const)).flatMap((level) => {
    const listedFindings = mostImportant(findings, level, MAX_FINDINGS);
    const more = findings.filter((finding) => finding.level === level).length - listedFindings.length;
    return [
      ...listedFindings.map((finding) => {
        const parameters = parametersOf.get(finding.path);
        const place = parameters && placeOfFinding(parameters, finding);
        const where = printable(place ? `${place.range.path ?? finding.path}:${placeText(place.range)}` : finding.path);
        const what = paint(level === "error" ? "red" : "yellow", level);
        return `${paint("bold", where)}: ${what}: ${printable(`${findingHeadline(finding)}: ${finding.message}`)}`;
      }),
      ...(more > 0 ? [`${count(more, `more ${level}`)}: manifest.json has them all.`] : []),
    ];
  });
  return lines.map((line) => `${line}\n`).join("");
}

/**
 * What the command does with jobs that the service still computes. `run` and `collect` wait for them; a signal makes `run` cancel them, and
 * `collect` leave them there. `submit` and `collect-ready` leave them at once.
 */
export type RunMode = "run" | "submit" | "collect" | "collect-ready";

/** The status of a run as the command prints it. */
export function runStatusOf(manifest: Manifest, mode: RunMode): RunStatus {
  return mode === "submit" || mode === "collect-ready" ? statusWithoutWait(manifest) : manifest.status;
}

/** The manifest without the jobs that were left to the service, as they have nothing to report yet. */
export function endedPart(manifest: Manifest, mode: RunMode): Manifest {
  if (mode === "run") return manifest;
  return { ...manifest, files: manifest.files.filter((file) => !isLeftRunning(file)) };
}

/** Whether a later `collect` brings more results. */
export function hasJobsInProgress({ files }: Manifest, mode: RunMode): boolean {
  return mode !== "run" && files.some(isLeftRunning);
}

export function exitCodeOf(manifest: Manifest, mode: RunMode, failOn: "error" | "warning" | "never"): ExitCode {
  if (mode === "collect-ready" && hasJobsInProgress(manifest, mode)) return JOBS_IN_PROGRESS;
  if (failOn === "never") return 0;
  const status = runStatusOf(manifest, mode);
  const isGood = status === "success" || (mode === "submit" && status === "running");
  return !isGood || (failOn === "warning" && countRun(manifest).warnings > 0) ? 1 : 0;
}

/** The outcome of a run that was computed again: one line, and another for each unit that is not the same. */
export function reproductionReport({ compared, startedAt }: ManifestReproduction, paint: Paint): string {
  if (compared === undefined) return "";
  const [verdict = "", ...rest] = reproductionHeadline(compared).split(":");
  return [
    `${paint(compared.reproduced ? "green" : "red", verdict)}:${rest.join(":")}, against the run of ${printable(startedAt)}\n`,
    ...differenceLines(compared).map((line) => `  ${printable(line)}\n`),
  ].join("");
}

/** The readable forms of the results that a command writes into the run folder. */
export interface ViewOptions {
  /** The tables as CSV; on unless the user says otherwise. */
  readonly csv?: boolean;
  /** The tables as Parquet. */
  readonly parquet?: true;
  /** `report.html`; on unless the user says otherwise. */
  readonly report?: boolean;
}

/** Writes the tables of the results, which are stored already: a problem is only reported. Returns the manifest that names the files. */
export async function writeTables(
  runFolder: string,
  manifest: Manifest,
  { csv = true, parquet }: ViewOptions,
): Promise<Manifest> {
  const csvFiles = csv ? await write("CSV", () => writeCsvFiles(runFolder)) : undefined;
  const parquetFiles = parquet ? await write("Parquet", () => writeParquetFiles(runFolder)) : undefined;
  return { ...(parquetFiles ?? csvFiles ?? manifest), status: manifest.status };
}

async function write(form: string, writeFiles: () => Promise<TableFiles>): Promise<Manifest | undefined> {
  try {
    const { manifest, problems } = await writeFiles();
    for (const { path: file, unitId, reason } of problems) warn(`no ${form} of ${file}, unit ${unitId}: ${reason}`);
    return manifest;
  } catch (error) {
    warn(`${form} files could not be written: ${messageOf(error)}`);
    return undefined;
  }
}
