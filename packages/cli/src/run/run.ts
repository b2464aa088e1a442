import { splitPatterns, type UnknownProperties, unmatchedPatterns } from "@analytics-engines/core/parameters";
import "./require.ts";
import path from "node:path";
import { PreflightError, type RunEvent, StorageError } from "@analytics-engines/core";
import { limitHeapGrowth, type Manifest, RunFolderError, runToFolder } from "@analytics-engines/runs";
import packageJson from "../../package.json" with { type: "json" };
import { CommandError, type ExitCode } from "../exit-code.ts";
import { count } from "../terminal/count.ts";
import { type Paint, paintFor } from "../terminal/paint.ts";
import { createProgress } from "../terminal/progress.ts";
import { printableJson, visible } from "../terminal/visible.ts";
import { type CheckedFile, checkFile } from "../validate/check-file.ts";
import type { FamilyRule } from "../validate/family-rule.ts";
import { findFiles } from "../validate/find-files.ts";
import { countFound, fileReport, summary } from "../validate/report.ts";
import { type ConnectOptions, connect } from "./connect.ts";
import type { Reproduction } from "./reproduce.ts";
import { earlierFiles, toRunFiles } from "./run-files.ts";
import { createRunProgress } from "./run-progress.ts";

export interface RunOptions extends ConnectOptions {
  /** The run folder. */
  readonly output: string;
  readonly resume?: true;
  /** The manifest of an earlier run that is computed again. */
  readonly reproduce?: string;
  readonly family?: readonly FamilyRule[];
  /** Patterns of the units whose commentaries are asked for, one or several a text. */
  readonly commentary?: readonly string[];
  readonly maxConcurrency: number;
  readonly timeoutMinutes?: number;
  readonly cache?: string;
  readonly unknownProperties: UnknownProperties;
  readonly failOn: "error" | "warning" | "never";
  readonly json?: true;
}

/** Checks parameter files, runs their jobs into a run folder, and prints what they came to. */
export async function run(names: readonly string[], options: RunOptions): Promise<ExitCode> {
  const { output, resume = false, family: rules = [], unknownProperties, failOn } = options;
  const folder = process.cwd();
  const paint = paintFor(process.stdout);
  const { client, origin, settings } = connect(options, process.env);
  if (resume && names.length > 0) throw new CommandError("--resume goes on with the files of the run: name none.");
  const reproduction = await readReproduced(options.reproduce);
  const found = resume
    ? await explained(earlierFiles(output))
    : reproduction !== undefined && names.length === 0
      ? reproduction.paths
      : await findFiles(names, rules, folder);
  const families = Object.fromEntries(rules.map(({ glob, family }) => [glob, family]));
  const checked = found.map((name) =>
    checkFile(name, { families, family: reproduction?.familyOf(name), unknownProperties, fix: false, folder }),
  );
  const counts = countFound(checked);
  if (counts.errors > 0) {
    for (const file of checked) process.stderr.write(fileReport(file, paintFor(process.stderr)));
    process.stderr.write(`${summary(counts, paintFor(process.stderr))}Nothing was sent to the service.\n`);
    return 1;
  }
  const asTheyAre = await toRunFiles(checked, folder);
  const files = reproduction?.pin(asTheyAre) ?? asTheyAre;
  limitHeapGrowth(files.length);
  const commentary = options.commentary?.flatMap(splitPatterns);
  tellUnmatched(commentary, checked);
  const progress = createProgress();
  const tell = createRunProgress(files.length, progress);
  const stop = stopEarly();
  try {
    const manifest = await explained(
      runToFolder(files, {
        client,
        folder: path.resolve(folder, output),
        workspace: folder,
        tool: `analytics-engines/${packageJson.version}`,
        service: origin,
        resume,
        reproduces: reproduction?.run,
        commentary,
        settings,
        signal: stop.signal,
        concurrency: options.maxConcurrency,
        ...(options.timeoutMinutes === undefined ? {} : { runDeadlineSeconds: options.timeoutMinutes * 60 }),
        ...(options.cache === undefined ? {} : { cacheControl: options.cache }),
        onEvent(event) {
          tell(event);
          stop.onEvent(event);
        },
      }),
    );
    progress.clear();
    if (reproduction === undefined || stop.signal.aborted) {
      process.stdout.write(options.json === true ? `${printableJson(manifest)}\n` : report(manifest, output, paint));
      return stop.signal.aborted ? 1 : exitCode(manifest, failOn);
    }
    const reproduces = await explained(reproduction.conclude(path.resolve(folder, output)));
    const { reproductionReport } = await import("./reproduce.ts");
    process.stdout.write(
      options.json === true
        ? `${printableJson({ ...manifest, reproduces })}\n`
        : `${report(manifest, output, paint)}${reproductionReport(reproduces, paint)}`,
    );
    return failOn !== "never" && reproduces.compared?.reproduced === false ? 1 : exitCode(manifest, failOn);
  } finally {
    progress.clear();
    stop[Symbol.dispose]();
  }
}

/** Says which patterns select no unit: a misspelt one must not pass unseen. */
function tellUnmatched(patterns: readonly string[] | undefined, files: readonly CheckedFile[]): void {
  const units = files.flatMap(({ path: name, parameters }) => {
    const ids = parameters === undefined || parameters.units.length === 0 ? ["result"] : parameters.units;
    return ids.map((unit) => ({ path: name, unit }));
  });
  for (const said of unmatchedPatterns(patterns ?? [], units)) process.stderr.write(`Warning: ${visible(said)}\n`);
}

async function readReproduced(manifestFile: string | undefined): Promise<Reproduction | undefined> {
  if (manifestFile === undefined) return undefined;
  const { readReproduction } = await import("./reproduce.ts");
  return explained(readReproduction(manifestFile));
}

/** What the user can mend is told without a stack. */
async function explained<Value>(work: Promise<Value>): Promise<Value> {
  try {
    return await work;
  } catch (error) {
    const isUsers = [RunFolderError, StorageError, PreflightError].some((kind) => error instanceof kind);
    if (isUsers && error instanceof Error) throw new CommandError(error.message);
    throw error;
  }
}

/**
 * Stops the run for a signal: its jobs are canceled on the service, and the journal says so. A second signal does not wait for that. Also
 * where the service refuses the credentials before it has taken any job: asking again for every other could lock the account.
 */
function stopEarly() {
  const controller = new AbortController();
  let taken = false;
  const onSignal = (name: NodeJS.Signals) => {
    if (controller.signal.aborted) process.exit(name === "SIGINT" ? 130 : 143);
    process.stderr.write("Stopping: the jobs are being canceled. Once more to leave at once.\n");
    controller.abort(new Error(`The run was stopped by ${name}.`));
  };
  process.on("SIGINT", onSignal);
  process.on("SIGTERM", onSignal);
  return {
    signal: controller.signal,
    onEvent(event: RunEvent) {
      if (event.type === "job-created" || event.type === "job-progress") taken = true;
      if (event.type !== "job-finished" || taken || event.outcome.problem?.code !== "authentication") return;
      controller.abort(new Error(event.outcome.problem.message));
    },
    [Symbol.dispose]() {
      process.off("SIGINT", onSignal);
      process.off("SIGTERM", onSignal);
    },
  };
}

function report(manifest: Manifest, output: string, paint: Paint): string {
  const units = manifest.files.flatMap((file) => file.units);
  const succeeded = units.filter(({ status }) => status === "success").length;
  const warnings = units.flatMap((unit) => unit.warnings).length;
  const status = paint(manifest.status === "success" ? "green" : "red", manifest.status);
  const facts = [
    `${succeeded} of ${count(units.length, "unit")} in ${count(manifest.files.length, "file")} succeeded`,
    ...(warnings > 0 ? [count(warnings, "warning")] : []),
  ];
  return `${status}: ${facts.join(", ")}. Run folder: ${visible(output)}\n`;
}

function exitCode({ status, files }: Manifest, failOn: RunOptions["failOn"]): ExitCode {
  if (failOn === "never") return 0;
  const hasWarnings = files.some((file) => file.units.some((unit) => unit.warnings.length > 0));
  return status !== "success" || (failOn === "warning" && hasWarnings) ? 1 : 0;
}
