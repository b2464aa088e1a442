import type { Command } from "commander";
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

Ctrl-C cancels the jobs on the service.
Exit codes: 0 every unit succeeded, 1 some did not, files have errors, a check failed, or with --reproduce a result is not the same, 2 wrong use.`,
    )
    .action(async (files: string[], options: RunCommandOptions) => {
      const { runCommand } = await import("./run.ts");
      process.exitCode = await runCommand(files, options);
    });
}
