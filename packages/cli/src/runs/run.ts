import { readdir } from "node:fs/promises";
import path from "node:path";
import { findManifest, isRunFolderInUse, type ReuseOptions, readManifest } from "@analytics-engines/runs";
import { linkOutOf, pathFrom, renamePath } from "@analytics-engines/runs/files";
import {
  describeOver,
  hasCode,
  InUseError,
  listenToSignals,
  type StopSignal,
  stopEarly,
  systemReason,
  UserError,
} from "@analytics-engines/runs/progress";
import { type ChecksOptions, failsChecks, writeRunFiles } from "@analytics-engines/runs/review";
import {
  type ConnectOptions,
  openReproduction,
  pinnedDateLines,
  prepareRun,
  runReady,
  valuesOf,
} from "@analytics-engines/runs/run";
import { writeReport } from "@analytics-engines/viewer/report";
import packageJson from "../../package.json" with { type: "json" };
import { connectCommand, findCommandFiles, readSettings, type SettingOptions } from "../project.ts";
import { checkWithProgress, openCommandChecks } from "../results/check.ts";
import { type ExitCode, exitCodeOfSignal, note, warn } from "../terminal/output.ts";
import { exitCodeOf, hasJobsInProgress, printRefused, printRun, type RunMode, warnOfUnwritten } from "./print.ts";
import { readShard } from "./read-shard.ts";
import { createRunProgress } from "./run-progress.ts";

export interface RunCommandOptions extends ConnectOptions, ChecksOptions, SettingOptions {
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
  /** The tables as CSV; on unless the user says otherwise. */
  readonly csv?: boolean;
  /** The tables as Parquet. */
  readonly parquet?: true;
  /** `report.html`; on unless the user says otherwise. */
  readonly report?: boolean;
  /** Whether a signal cancels the jobs on the service. Default: true. */
  readonly cancel?: boolean;
}

/** Checks parameter files, runs their jobs into a run folder, and prints the outcome. */
export async function runCommand(
  fileNames: readonly string[],
  options: RunCommandOptions,
  mode: RunMode = "run",
): Promise<ExitCode> {
  const { resume = false, failOn } = options;
  const folder = process.cwd();
  const cancelOnAbort = mode === "run" && options.cancel !== false;
  const projectSettings = readSettings(options, folder);
  const shard = await findShard(options);
  if (shard === "none") return 0;
  // The checks of the project are about all units: they are for the merged run. A mistake in them comes before one of the connection.
  const globs = shard === undefined ? projectSettings.checks.value : options.checks;
  const hasChecks = mode !== "submit" && (globs ?? options.junit) !== undefined;
  const checks = hasChecks ? await openCommandChecks(folder, { ...options, checks: globs }) : undefined;
  const output = shard?.folderIn(projectSettings.outputFolder.value) ?? projectSettings.outputFolder.value;
  // A task that an engine or a clock starts again has the same arguments as the first time, so there may be no run yet.
  const mayBegin = shard !== undefined || projectSettings.outputFolder.isDated;
  const begunRun = resume && mayBegin ? await findManifest(output) : undefined;
  const isResumed = resume && (shard === undefined ? !mayBegin || begunRun !== undefined : shard.isRunOf(begunRun));
  const rateShare = options.rateShare ?? (shard && 1 / shard.manifest.total);
  const { client, origin, settings, connection } = await connectCommand(
    { ...options, ...(rateShare !== undefined && { rateShare, isRestart: isResumed }) },
    projectSettings.connectionEntry,
  );
  if (connection?.connection.isProduction === true) note(`Production connection ${connection.name}: ${origin}`);
  const reproduction =
    options.reproduce === undefined ? undefined : await openReproduction(path.resolve(options.reproduce));
  if (shard !== undefined && (fileNames.length > 0 || reproduction !== undefined))
    throw new UserError(
      `--plan names the files: give it without ${reproduction === undefined ? "files" : "--reproduce"}.`,
    );
  const findTyped = () => findCommandFiles(fileNames, projectSettings, folder);
  const decided =
    (shard && ({ kind: "shard", shard } as const)) ??
    (reproduction &&
      ({
        kind: "reproduced",
        reproduction,
        service: origin,
        typed: fileNames.length > 0 ? findTyped() : undefined,
      } as const));
  const resumedRun = isResumed ? (begunRun ?? (await readManifest(output))) : undefined;
  const prepared = await prepareRun({
    folder,
    // Files that are named must be those of the run: the run folder compares them.
    source:
      resumedRun && fileNames.length === 0
        ? { kind: "resumed", run: resumedRun, of: decided }
        : (decided ?? { kind: "found", paths: findTyped(), isTyped: true }),
    settings: valuesOf(projectSettings),
    areMissingIssues: true,
  });
  if (!prepared.isReady) return printRefused(prepared);
  const { files, pinned } = prepared;
  for (const sentence of [...(pinned?.notes ?? []), ...pinnedDateLines(pinned?.dates ?? [])]) note(sentence);
  for (const warning of pinned?.warnings ?? []) warn(warning);
  const progress = createRunProgress(files.length);
  let stoppedBy: StopSignal | undefined;
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
      shard: prepared.shard,
      reproduces: reproduction?.run,
      reuseFrom: reuseOf({ ...options, reuseFrom }, folder),
      settings,
      signal,
      concurrency: projectSettings.maxConcurrency.value,
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
    const over = describeOver(resumedRun, manifest);
    if (over !== undefined) note(over);
    const runFolder = path.resolve(folder, output);
    const isStopped = signal.aborted;
    const written = await writeRunFiles({
      folder: runFolder,
      manifest,
      hasAllResults: mode !== "submit" && !hasJobsInProgress(manifest, mode),
      // A signal that comes later lets them be finished, and the next one ends the process.
      isStopped: () => isStopped,
      reproduction,
      checks,
      check: checkWithProgress,
      csv: options.csv !== false,
      parquet: options.parquet === true,
      writePage:
        options.report === false ? undefined : (shown) => writeReport({ folder: runFolder, checks: shown.checks }),
      onEvent: warnOfUnwritten,
    });
    printRun({ manifest, written, parameters: prepared.parameters, output, mode }, options);
    if (stoppedBy !== undefined) return exitCodeOfSignal(stoppedBy);
    const isCheckFailed = written.checks !== undefined && failsChecks(written.checks, failOn);
    const isDifferent = failOn !== "never" && written.manifest.reproduces?.compared?.reproduced === false;
    return signal.aborted || isCheckFailed || isDifferent ? 1 : exitCodeOf(manifest, mode, failOn);
  } finally {
    progress.stop();
  }
}

/** The shard of a plan that the options name. */
async function findShard({ plan, shard }: RunCommandOptions) {
  if (plan === undefined && shard === undefined) return undefined;
  return readShard(plan, shard);
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
 * @throws UserError if the folder cannot be renamed; InUseError where it can be later
 */
export async function keepEarlierRun(folder: string, workspace: string): Promise<string | undefined> {
  // The run refuses such a folder. It is not renamed before that.
  if (linkOutOf(workspace, folder) !== undefined) return undefined;
  const latest = await latestNumber(folder);
  if (!(await hasFinishedRun(folder))) {
    const earlier = `${folder}-${latest}`;
    return latest > 0 && (await hasFinishedRun(earlier)) ? earlier : undefined;
  }
  if (await isRunFolderInUse(folder))
    throw new InUseError(
      `${folder} is in use by another run, so it is not renamed. Wait until that run ends, or stop it.`,
    );
  const earlier = `${folder}-${latest + 1}`;
  try {
    await renamePath(folder, earlier);
  } catch (error) {
    if (error instanceof UserError || hasCode(error, "EBUSY"))
      throw new InUseError(
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
  const siblingNames = await readdir(path.dirname(folder)).catch(() => []);
  const numbers = siblingNames.flatMap((name) => {
    const number = name.startsWith(prefix) ? name.slice(prefix.length) : "";
    return /^\d{1,6}$/.test(number) ? Number(number) : [];
  });
  return Math.max(0, ...numbers);
}
