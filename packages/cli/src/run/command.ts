import { type Command, InvalidArgumentError } from "commander";
import {
  addFileOptions,
  addJobOptions,
  addReuseOptions,
  addViewOptions,
  CREDENTIALS_HELP,
  FILES_HELP,
} from "../arguments.ts";
import { addChecksOptions } from "../check/command.ts";
import type { RunCommandOptions } from "./run.ts";

/** Adds the command. Its modules are loaded when it is called. */
export function addRunCommand(program: Command): void {
  const command = program
    .command("run")
    .description("Run parameter files on the service and keep every result in a run folder.")
    .argument("[files...]", FILES_HELP)
    .option("--resume", "resume the run in the run folder: nothing is created or read twice")
    .option("--no-cancel", "leave the jobs on the service when a signal stops the run, for --resume")
    .option("--plan <file>", "run a shard of what plan wrote; - reads it from standard input")
    .option(
      "--shard <index/total>",
      "the shard of the plan, such as 2/8; auto reads it from the CI system or scheduler",
    )
    .option(
      "--rate-share <part>",
      "the part of the service's rate limit to use, such as 1/8 (default: with --shard an equal part)",
      rateShare,
    )
    .option(
      "--reproduce <manifest>",
      "compute the run of a manifest.json again for the same days, and compare results",
    );
  addViewOptions(addChecksOptions(addJobOptions(addReuseOptions(addFileOptions(command)))))
    .addHelpText(
      "after",
      `${CREDENTIALS_HELP}
Examples:
  analytics-engines run --set nightly
  analytics-engines run "parameters/**/*.json" --base-url https://api.vendor.example
  analytics-engines run --output nightly --timeout-minutes 110 --cache max-stale=0
  analytics-engines run --output nightly --resume
  analytics-engines run --commentary "*.pa.json#attribution*"
  analytics-engines run --checks "checks/*.checks.json" --junit junit.xml
  analytics-engines run --reproduce nightly/manifest.json --output again
  analytics-engines run --reuse-from monday --output tuesday
  analytics-engines run --plan analytics-plan.txt --shard auto --output nightly --resume

A shard has its run folder in --output: shard-2-of-8. --resume begins a run where there is none yet, for tasks that are started again.
Ctrl-C, and the signal of a scheduler, cancel the jobs on the service, unless --no-cancel leaves them to --resume.
Exit codes: 0 every unit succeeded, 1 some did not, files have errors, a check failed, or with --reproduce a result is not the same, 2 wrong use.`,
    )
    .action(async (files: string[], options: RunCommandOptions) => {
      const { runCommand } = await import("./run.ts");
      process.exitCode = await runCommand(files, options);
    });
}

/** Reads `0.125` or `1/8`. */
function rateShare(text: string): number {
  const [part = 0, whole = 1] = /^\d+([./]\d+)?$/.test(text) ? text.split("/").map(Number) : [];
  const share = part / whole;
  if (share > 0 && share <= 1) return share;
  throw new InvalidArgumentError("Expected a part of one, such as 1/8 or 0.125.");
}
