import { type Command, InvalidArgumentError, Option } from "commander";
import {
  addFileOptions,
  addJobOptions,
  addReuseOptions,
  addViewOptions,
  CREDENTIALS_HELP,
  FILES_HELP,
} from "../../arguments.ts";
import { addChecksOptions } from "../../results/check/command.ts";
import { guide } from "../../terminal/guide.ts";
import type { RunCommandOptions } from "./run.ts";

/** Adds the commands that run files to the end: run and reproduce. Their modules are loaded when they are called. */
export function addRunCommands(program: Command): void {
  for (const add of [addRun, addReproduce]) add(program);
}

function addRun(program: Command): void {
  const command = program
    .command("run")
    .description("Run parameter files on the service and keep every result in a run folder.")
    .argument("[files...]", FILES_HELP)
    .option("--resume", "resume the run in the run folder: nothing is created twice")
    .option("--no-cancel", "leave the jobs on the service when a signal stops the run")
    .option("--plan <file>", "run a shard of what plan wrote; - reads it from standard input")
    .option("--shard <index/total>", "the shard, such as 2/8; auto: as the CI system or scheduler says")
    .option("--rate-share <part>", "the part of the rate limit to use, such as 1/8", rateShare)
    .option("--reproduce <run>", "compute an earlier run again, and compare results: see reproduce")
    .addOption(
      new Option("--watch", "run what changed again when a file is saved; earlier runs stay").conflicts([
        "resume",
        "plan",
        "shard",
        "reproduce",
        "json",
      ]),
    );
  addViewOptions(addChecksOptions(addJobOptions(addReuseOptions(addFileOptions(command)))))
    .addHelpText(
      "after",
      guide(`${CREDENTIALS_HELP}
Examples:
  analytics-engines run --set nightly
  analytics-engines run "parameters/**/*.json" --base-url https://api.vendor.example
  analytics-engines run --output nightly --resume
  analytics-engines run --checks "checks/*.checks.json" --junit junit.xml
  analytics-engines run --plan analytics-plan.txt --shard auto --output nightly --resume

A shard has its run folder in --output: shard-2-of-8. --resume begins a run where there is none yet.
Ctrl-C and the signal of a scheduler cancel the jobs, unless --no-cancel leaves them to --resume.

Exit codes: 0 every unit succeeded, 1 some did not, files have errors, a check failed, or with --reproduce a result is not the same, 2 wrong use, 130 after Ctrl-C.`),
    )
    .action(async (files: string[], options: RunCommandOptions) => {
      process.exitCode =
        options.watch === true
          ? await (await import("./watch-run.ts")).watchRun(files, options)
          : await (await import("./run.ts")).runCommand(files, options);
    });
}

function addReproduce(program: Command): void {
  const command = program
    .command("reproduce")
    .description("Compute an earlier run again for the same days, and compare every result with the earlier one.")
    .argument("<run>", "the folder of the earlier run, or its manifest.json")
    .argument("[files...]", "those of its parameter files that are computed again (default: all)")
    .option("-o, --output <folder>", "the folder of the new run, absent or empty", "analytics-reproduction")
    .option("--resume", "resume the computation in the folder of --output: nothing is created or read twice");
  addViewOptions(addJobOptions(command))
    .addHelpText(
      "after",
      guide(`${CREDENTIALS_HELP}
Run it where the parameter files are: they must be those of the run, which their digests show. Relative dates become the days of then.

Examples:
  analytics-engines reproduce nightly --base-url https://api.vendor.example
  analytics-engines reproduce nightly weights.pa.json --output again --cache max-stale=0

Ctrl-C cancels the jobs on the service.

Exit codes: 0 every result is the same, 1 some are not, or a unit did not succeed, 2 wrong use, 130 after Ctrl-C.`),
    )
    .action(async (run: string, files: string[], options: RunCommandOptions) => {
      const { runCommand } = await import("./run.ts");
      process.exitCode = await runCommand(files, { ...options, reproduce: run });
    });
}

/** Reads `0.125` or `1/8`. */
function rateShare(text: string): number {
  const [part = 0, whole = 1] = /^\d+([./]\d+)?$/.test(text) ? text.split("/").map(Number) : [];
  const share = part / whole;
  if (share > 0 && share <= 1) return share;
  throw new InvalidArgumentError("Expected a part of one, such as 1/8 or 0.125.");
}
