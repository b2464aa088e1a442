import { readdir } from "node:fs/promises";
import path from "node:path";
import { type FamilyId, printable } from "@analytics-engines/core/basics";
import { findManifest, type Manifest, type ReuseOptions, readManifest } from "@analytics-engines/runs";
import { linkOutOf, pathFrom, renamePath, toRunFiles } from "@analytics-engines/runs/files";
import { listenToSignals, stopEarly, systemReason, UserError } from "@analytics-engines/runs/host";
import { checkRunFiles } from "@analytics-engines/runs/project";
import {
  type ChecksOptions,
  type ChecksPlan,
  type ChecksReport,
  failsChecks,
  openReproduction,
  pinnedDateLines,
  type Reproduction,
} from "@analytics-engines/runs/review";
import { type ConnectOptions, runReady } from "@analytics-engines/runs/run";
import packageJson from "../../package.json" with { type: "json" };
import { toCommandFile } from "../files/named-files.ts";
import { countFound, fileReport, summary } from "../files/report-issues.ts";
import { connectCommand, findCommandFiles, readSettings, type SettingOptions } from "../project.ts";
import { checksText, checkWithProgress, openCommandChecks } from "../results/check.ts";
import { writeRunPage } from "../results/report.ts";
import {
  type ExitCode,
  exitCodeOfSignal,
  isQuiet,
  note,
  type Paint,
  paintFor,
  printableJson,
  STANDARD,
  warn,
} from "../terminal/output.ts";
import {
  endedPart,
  exitCodeOf,
  findingLines,
  hasJobsInProgress,
  type RunMode,
  reproductionReport,
  runReport,
  runStatusOf,
  type ViewOptions,
  writeTables,
} from "./print.ts";
import { readShard } from "./read-shard.ts";
import { createRunProgress } from "./run-progress.ts";

export interface RunCommandOptions extends ConnectOptions, ChecksOptions, SettingOptions, ViewOptions {
  readonly resume?: true;
  /** The file with the plan whose shard is run; `-` for standard input. */
  readonly plan?: string;
  /** The shard of the plan: `2/8`, or `auto`. */
  readonly shard?: string;
  /** The folder of an earlier run that is computed again, or its manifest. */
  readonly reproduce?: string;
  /** The folder of an earlier run whose results may be copied. */
  readonly reuseFrom?: string;
  /** The oldest result that is copied, hours. */
  readonly reuseMaxAge?: number;
  readonly timeoutMinutes?: number;
  readonly cache?: string;
  readonly failOn: "error" | "warning" | "never";
  readonly json?: true;
  /** Whether the run is repeated when its files are saved: an earlier run in its folder is kept beside it, and its results are copied. */
  readonly watch?: true;
  /** Whether a signal cancels the jobs on the service. Default: true. */
  readonly cancel?: boolean;
}

/** Checks parameter files, runs their jobs into a run folder, and prints the outcome. */
export async function runCommand(
  names: readonly string[],
  options: RunCommandOptions,
  mode: RunMode = "run",
): Promise<ExitCode> {
  const { resume = false, failOn } = options;
  const folder = process.cwd();
  const cancelOnAbort = mode === "run" && options.cancel !== false;
  const projectSettings = readSettings(options, folder);
  const { connectionEntry, maxConcurrency } = projectSettings;
  const shard = await findShard(options);
  if (shard === "none") return 0;
  // The checks of the project are about all units: they are for the merged run.
  const globs = shard === undefined ? projectSettings.checks.value : options.checks;
  const checks = await readChecksPlan({ ...options, checks: globs }, mode);
  const output = shard?.folderIn(projectSettings.outputFolder.value) ?? projectSettings.outputFolder.value;
  // A task that an engine starts again has the same arguments as the first time, so there may be no run yet.
  const shardRun = resume && shard !== undefined ? await findManifest(output) : undefined;
  const isResumed = resume && (shard === undefined || shard.isRunOf(shardRun));
  const rateShare = options.rateShare ?? (shard && 1 / shard.manifest.total);
  const { client, origin, settings, connection } = await connectCommand(
    { ...options, ...(rateShare !== undefined && { rateShare, isRestart: isResumed }) },
    connectionEntry,
  );
  if (connection?.connection.isProduction === true) note(`Production connection ${connection.name}: ${origin}`);
  if (resume && names.length > 0) throw new UserError("--resume runs the files of the earlier run: name none.");
  const reproduction = await readReproduced(options.reproduce);
  if (shard !== undefined && (names.length > 0 || reproduction !== undefined))
    throw new UserError(
      `--plan names the files: give it without ${reproduction === undefined ? "files" : "--reproduce"}.`,
    );
  const earlier = isResumed
    ? familiesOf(shardRun ?? (await readManifest(output)))
    : (shard?.families ?? reproduction?.families);
  const isListed = isResumed || shard !== undefined || (reproduction !== undefined && names.length === 0);
  const listedPaths = isResumed ? [...(earlier?.keys() ?? [])] : (shard?.paths ?? reproduction?.paths ?? []);
  const paths = isListed ? listedPaths : findCommandFiles(names, projectSettings, folder);
  const checkedFiles = await checkRunFiles(folder, paths, projectSettings, { families: earlier, areJobs: isListed });
  const checked = checkedFiles.map(toCommandFile);
  const counts = countFound(checked);
  if (counts.errors > 0) {
    for (const file of checked) process.stderr.write(fileReport(file, paintFor(process.stderr)));
    process.stderr.write(
      `${summary(counts, paintFor(process.stderr))}Nothing was sent to the service. Correct the files and run them again.\n`,
    );
    return 1;
  }
  const { ready, problems } = toRunFiles(checked, folder);
  if (problems.length > 0) throw new UserError(problems);
  shard?.check(ready);
  const pinned = reproduction?.pin(ready, origin);
  for (const sentence of [...(pinned?.notes ?? []), ...pinnedDateLines(pinned?.dates ?? [])]) note(sentence);
  for (const warning of pinned?.warnings ?? []) warn(warning);
  const files = pinned?.files ?? ready;
  const progress = createRunProgress(files.length);
  let stoppedBy: NodeJS.Signals | undefined;
  using interruption = listenToSignals((name) => {
    // The second signal ends the process at once.
    if (stoppedBy !== undefined) process.exit(exitCodeOfSignal(name));
    stoppedBy = name;
    const fate = cancelOnAbort ? "the jobs are being canceled" : "the jobs stay on the service";
    progress.note(`Stopping: ${fate}. Press Ctrl-C again to leave at once.`);
  });
  const earlierRun = options.watch && (await keepEarlierRun(path.resolve(folder, output), folder));
  const reuseFrom = earlierRun === undefined ? options.reuseFrom : pathFrom(folder, earlierRun);
  if (earlierRun !== undefined)
    note(`The run before is kept. Its results are copied where they are still right: ${reuseFrom}`);
  const stop = stopEarly();
  const signal = AbortSignal.any([interruption.signal, stop.signal]);
  try {
    const manifest = await runReady(files, {
      client,
      folder: output,
      workspace: folder,
      tool: `analytics-engines/${packageJson.version}`,
      resume,
      shard: shard?.manifest,
      reproduces: reproduction?.run,
      reuseFrom: reuseOf({ ...options, reuseFrom }, folder),
      settings,
      signal,
      concurrency: maxConcurrency.value,
      cancelOnAbort,
      waitForJobs: mode === "run" || mode === "collect",
      ...(options.timeoutMinutes === undefined ? {} : { runDeadlineSeconds: options.timeoutMinutes * 60 }),
      ...(options.cache === undefined ? {} : { cacheControl: options.cache }),
      onDelay: progress.note,
      onEvent(event) {
        progress.onEvent(event);
        stop.onEvent(event);
      },
    });
    progress.stop();
    const runFolder = path.resolve(folder, output);
    const hasResults = !signal.aborted && mode !== "submit" && !hasJobsInProgress(manifest, mode);
    const report = checks && hasResults ? await checkRunFolder(output, manifest, checks) : undefined;
    const withTables = hasResults ? await writeTables(runFolder, manifest, options) : manifest;
    const reproduces = signal.aborted ? undefined : await reproduction?.conclude(runFolder);
    const whole = reproduces === undefined ? withTables : { ...withTables, reproduces };
    const hasPage = hasResults && options.report !== false && (await writeRunPage(runFolder, report)) !== undefined;
    if (options.json === true) process.stdout.write(`${printableJson(whole)}\n`);
    else process.stderr.write(findingLines(endedPart(manifest, mode), checked, paintFor(process.stderr), isQuiet()));
    // With --json or --junit -, standard output has that alone.
    const stream = options.json === true || options.junit === STANDARD ? process.stderr : process.stdout;
    const say = (textOf: (paint: Paint) => string) => {
      if (stream === process.stdout || !isQuiet()) stream.write(textOf(paintFor(stream)));
    };
    if (options.json !== true) {
      say((paint) => runReport(manifest, runStatusOf(manifest, mode), output, paint));
      if (reproduces !== undefined) {
        say((paint) => reproductionReport(reproduces, paint));
      }
    }
    if (report !== undefined) {
      say((paint) => checksText(report, paint));
    }
    if (hasPage && options.json !== true) say(() => `Report: ${printable(`${output}/report.html`)}\n`);
    const isCheckFailed = report !== undefined && failsChecks(report, failOn);
    if (stoppedBy !== undefined) return exitCodeOfSignal(stoppedBy);
    if (signal.aborted || isCheckFailed || (failOn !== "never" && reproduces?.compared?.reproduced === false)) return 1;
    return exitCodeOf(manifest, mode, failOn);
  } finally {
    progress.stop();
  }
}

/** The shard of a plan that the options name. */
async function findShard({ plan, shard }: RunCommandOptions) {
  if (plan === undefined && shard === undefined) return undefined;
  return readShard(plan, shard);
}

async function readReproduced(folder: string | undefined): Promise<Reproduction | undefined> {
  if (folder === undefined) return undefined;
  return openReproduction(path.resolve(folder));
}

function familiesOf({ files }: Manifest): ReadonlyMap<string, FamilyId> {
  return new Map(files.map((file) => [file.path, file.family]));
}

/** The checks of the results; `undefined` if there are none, or the command waits for no results. */
async function readChecksPlan(
  options: ChecksOptions & { readonly json?: true },
  mode: RunMode,
): Promise<ChecksPlan | undefined> {
  if (mode === "submit" || (options.checks === undefined && options.junit === undefined)) return undefined;
  return openCommandChecks(process.cwd(), options);
}

/** Checks the results of a run folder. */
async function checkRunFolder(output: string, manifest: Manifest, plan: ChecksPlan): Promise<ChecksReport> {
  return checkWithProgress({ folder: output, manifest }, plan);
}

interface NamedRun {
  readonly reuseFrom?: string | undefined;
  readonly reuseMaxAge?: number;
}

/** The earlier run of the options, with its folder as an absolute path. */
function reuseOf({ reuseFrom: name, reuseMaxAge }: NamedRun, folder: string): ReuseOptions | undefined {
  if (name === undefined) return undefined;
  const maxAgeSeconds = reuseMaxAge === undefined ? undefined : reuseMaxAge * 3600;
  return { folder: path.resolve(folder, name), name, maxAgeSeconds };
}

/**
 * Makes room for a run in a folder that may have a finished run: that one becomes `FOLDER-1`, or the next number that is free. The latest run so
 * always has the same folder, and no result is removed.
 *
 * @param workspace a folder that no link may lead out of
 * @returns the latest finished run beside the folder, whose results may be copied; `undefined` where there is none
 * @throws UserError if the folder cannot be renamed
 */
export async function keepEarlierRun(folder: string, workspace: string): Promise<string | undefined> {
  // The run refuses such a folder. It is not renamed before that.
  if (linkOutOf(workspace, folder) !== undefined) return undefined;
  const latest = await latestNumber(folder);
  if (!(await hasFinishedRun(folder))) {
    const earlier = `${folder}-${latest}`;
    return latest > 0 && (await hasFinishedRun(earlier)) ? earlier : undefined;
  }
  const earlier = `${folder}-${latest + 1}`;
  try {
    await renamePath(folder, earlier);
  } catch (error) {
    if (error instanceof UserError)
      throw new UserError(
        `${folder} could not be renamed to ${earlier}: another program has a file in it open. Close it there, and run the command again.`,
      );
    throw new UserError(`${folder} could not be renamed to ${earlier}: ${systemReason(error)}. Close what uses it.`);
  }
  return earlier;
}

async function hasFinishedRun(folder: string): Promise<boolean> {
  return (await findManifest(folder))?.finishedAt !== undefined;
}

/** The highest number of the runs that were kept; 0 where there is none. */
async function latestNumber(folder: string): Promise<number> {
  const prefix = `${path.basename(folder)}-`;
  const names = await readdir(path.dirname(folder)).catch(() => []);
  const numbers = names.flatMap((name) => {
    const number = name.startsWith(prefix) ? name.slice(prefix.length) : "";
    return /^\d{1,6}$/.test(number) ? Number(number) : [];
  });
  return Math.max(0, ...numbers);
}
