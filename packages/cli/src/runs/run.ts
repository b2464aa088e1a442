import path from "node:path";
import { findEarlierRun, findManifest, type ReuseChoice, readManifest, reuseOf } from "@analytics-engines/runs";
import { pathFrom, valuesOf } from "@analytics-engines/runs/files";
import { describeOver, listenToSignals, type StopSignal, stopEarly, UserError } from "@analytics-engines/runs/progress";
import { type ChecksOptions, failsChecks, writeRunFiles } from "@analytics-engines/runs/review";
import {
  type ConnectOptions,
  openReproduction,
  pinnedDateLines,
  prepareRun,
  runReady,
} from "@analytics-engines/runs/run";
import packageJson from "../../package.json" with { type: "json" };
import type { WrittenKind } from "../arguments.ts";
import { connectCommand } from "../connection/connect.ts";
import { findCommandFiles, readSettings, type SettingOptions } from "../project.ts";
import { checkWithProgress, openCommandChecks } from "../results/check.ts";
import { type ExitCode, exitCodeOfSignal, note, warn } from "../terminal/output.ts";
import { keepEarlierRun } from "./keep-earlier-run.ts";
import { exitCodeOf, hasJobsInProgress, printRefused, printRun, type RunMode, warnOfUnwritten } from "./print.ts";
import { readShard } from "./read-shard.ts";
import { createRunProgress } from "./run-progress.ts";

export interface RunCommandOptions extends ConnectOptions, ChecksOptions, SettingOptions {
  readonly resume?: true;
  /** Whether a resumed run waits for its jobs. Default: true. */
  readonly wait?: boolean;
  /** The file with the plan whose shard is run; `-` for standard input. */
  readonly plan?: string;
  /** The shard of the plan: `2/8`, or `auto`. */
  readonly shard?: string;
  /** Whether results of the earlier run are copied: of any age, or at most these hours. */
  readonly reuse?: ReuseChoice;
  readonly timeoutMinutes?: number;
  readonly cache?: string;
  readonly failOn: "error" | "warning" | "never";
  readonly json?: true;
  /** Whether the run is repeated when its files are saved: an earlier run in its folder is kept beside it, and its results are copied. */
  readonly watch?: true;
  /** What is written beside the results. */
  readonly write?: readonly WrittenKind[];
  /** Whether a signal or the end of the time cancels the jobs on the service. Default: true. */
  readonly cancel?: boolean;
}

/** Checks parameter files, runs their jobs into a run folder, and prints the outcome. */
export function runCommand(fileNames: readonly string[], options: RunCommandOptions): Promise<ExitCode> {
  if (options.wait === false && options.resume !== true)
    throw new UserError(
      "--no-wait belongs to --resume. The command submit creates the jobs of a new run without waiting.",
    );
  return execute(fileNames, options, options.wait === false ? "ready" : "run");
}

/** Creates the jobs of parameter files, and leaves them on the service. */
export function submitCommand(fileNames: readonly string[], options: RunCommandOptions): Promise<ExitCode> {
  return execute(fileNames, options, "submit");
}

/**
 * Computes an earlier run again, and compares the results.
 * @param run its folder, or its manifest
 */
export function reproduceCommand(
  run: string,
  fileNames: readonly string[],
  options: RunCommandOptions,
): Promise<ExitCode> {
  return execute(fileNames, options, "run", run);
}

async function execute(
  fileNames: readonly string[],
  options: RunCommandOptions,
  mode: RunMode,
  reproduced?: string,
): Promise<ExitCode> {
  const { resume = false, failOn, write = [] } = options;
  const folder = process.cwd();
  const cancelOnAbort = mode === "run" && options.cancel !== false;
  const projectSettings = readSettings(options, folder);
  const shard = await findShard(options);
  if (shard === "none") return 0;
  // The checks of the project are about all units: they are for the merged run. A mistake in them comes before one of the connection.
  const globs = shard === undefined ? projectSettings.checks.value : options.checks;
  const hasChecks = mode !== "submit" && (globs ?? options.junit) !== undefined;
  const earlier = await findEarlier(options, hasChecks, folder);
  const checks = hasChecks ? await openCommandChecks(folder, { ...options, earlier, checks: globs }) : undefined;
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
  const reproduction = reproduced === undefined ? undefined : await openReproduction(path.resolve(reproduced));
  if (shard !== undefined && fileNames.length > 0)
    throw new UserError("--plan names the files: give it without files.");
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
  const keptFolder = options.watch ? await keepEarlierRun(path.resolve(folder, output), folder) : undefined;
  const keptRun = keptFolder && { folder: keptFolder, name: pathFrom(folder, keptFolder) };
  if (keptRun) note(`The earlier run is kept. Its results are copied where they are still right: ${keptRun.name}`);
  const reuse = keptRun
    ? reuseOf(options.reuse ?? true, keptRun)
    : reuseOf(options.reuse, earlier === undefined ? undefined : { folder: path.resolve(earlier), name: earlier });
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
      reuse,
      settings,
      signal,
      concurrency: projectSettings.maxConcurrency.value,
      cancelOnAbort,
      waitForJobs: mode === "run",
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
      // A run that waited brings no more: what it has is written, although a job may still run.
      hasAllResults: mode === "run" || (mode === "ready" && !hasJobsInProgress(manifest)),
      // A signal that comes later lets them be finished, and the next one ends the process.
      isStopped: () => isStopped,
      reproduction,
      checks,
      check: checkWithProgress,
      csv: write.includes("csv"),
      parquet: write.includes("parquet"),
      writePage: write.includes("report")
        ? async (shown) => {
            const { writeReport } = await import("@analytics-engines/viewer/report");
            return writeReport({ folder: runFolder, checks: shown.checks });
          }
        : undefined,
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

/**
 * The folder of the earlier run of the options.
 * @returns undefined where none is named, or `{date}` in its name finds none, of which a note tells
 * @throws UserError where nothing would use it, or it is missing
 */
async function findEarlier(
  { earlier: name, reuse, watch }: RunCommandOptions,
  hasChecks: boolean,
  folder: string,
): Promise<string | undefined> {
  if (name === undefined) {
    // A watched run has the run before it as its earlier run.
    if (reuse === undefined || watch === true) return undefined;
    throw new UserError("--reuse copies results of an earlier run: name its folder with --earlier.");
  }
  if (reuse === undefined && !hasChecks)
    throw new UserError(
      "--earlier names the run whose results --reuse copies, and with which the rule moved of checks compares. Give --reuse or --checks, too.",
    );
  const earlier = await findEarlierRun(name, folder, new Date());
  if (earlier === undefined)
    note(`There is no earlier run ${name}: no result is copied, and the rule moved compares with none.`);
  return earlier;
}
