import type { Command } from "commander";
import {
  addConnectOptions,
  addFileOptions,
  addJobOptions,
  addReuseOptions,
  addViewOptions,
  CREDENTIALS_HELP,
  FILES_HELP,
} from "../../arguments.ts";
import { addChecksOptions } from "../../results/check/command.ts";
import { guide } from "../../terminal/guide.ts";
import type { RunCommandOptions } from "../run/run.ts";
import type { CancelOptions } from "./cancel.ts";
import type { CommentaryCommandOptions } from "./commentary.ts";
import type { JobsOptions } from "./jobs.ts";

type SubmitOptions = Omit<RunCommandOptions, "resume" | "reproduce">;

/** Adds the commands for jobs that outlive the command: submit, collect, cancel, jobs and commentary. Their modules are loaded when they are called. */
export function addJobCommands(program: Command): void {
  for (const add of [addSubmit, addCollect, addCancel, addJobs, addCommentary]) add(program);
}

function addSubmit(program: Command): void {
  const command = program
    .command("submit")
    .description("Create the jobs of parameter files on the service, and leave them there for collect.")
    .argument("[files...]", FILES_HELP);
  addJobOptions(addReuseOptions(addFileOptions(command)))
    .addHelpText(
      "after",
      guide(`${CREDENTIALS_HELP}
Examples:
  analytics-engines submit --set nightly --output nightly
  analytics-engines submit "book/**" --output nightly --base-url https://api.vendor.example
  analytics-engines collect nightly --base-url https://api.vendor.example

Ctrl-C leaves the jobs on the service: collect creates those that are missing, and cancel cancels the others.

Exit codes: 0 every job is submitted, 1 the service refused some, or files have errors, 2 wrong use, 130 after Ctrl-C.`),
    )
    .action(async (files: string[], options: SubmitOptions) => {
      const { runCommand } = await import("../run/run.ts");
      process.exitCode = await runCommand(files, options, "submit");
    });
}

function addCollect(program: Command): void {
  const command = program
    .command("collect")
    .description("Continue a run: wait for its jobs, and read their results into its folder.")
    .argument("<run>", "the run folder")
    .option("--no-wait", "read the results that are ready, and leave the other jobs on the service");
  addViewOptions(addChecksOptions(addJobOptions(command)))
    .addHelpText(
      "after",
      guide(`${CREDENTIALS_HELP}
Run it where the parameter files are: they must be the same. No job is created twice, and no result is read twice.

Examples:
  analytics-engines collect nightly --base-url https://api.vendor.example
  analytics-engines collect nightly --no-wait

Ctrl-C and the end of --timeout-minutes leave the jobs on the service. Results are checked, and tables and report written, when the last job has ended.

Exit codes: 0 every unit succeeded, 1 some did not, or a check failed, 2 wrong use, 3 with --no-wait some jobs are still in progress, 130 after Ctrl-C.`),
    )
    .action(async (run: string, { wait, ...options }: Omit<SubmitOptions, "output"> & { readonly wait: boolean }) => {
      const { runCommand } = await import("../run/run.ts");
      const mode = wait ? "collect" : "collect-ready";
      process.exitCode = await runCommand([], { ...options, output: run, resume: true }, mode);
    });
}

function addCancel(program: Command): void {
  const command = program
    .command("cancel")
    .description("Cancel the jobs of a run on the service, and record that in its folder.")
    .argument("<run>", "the run folder");
  addConnectOptions(command)
    .option("--json", "print the outcome as JSON")
    .addHelpText(
      "after",
      guide(`${CREDENTIALS_HELP}
Results that are stored stay, and so do jobs that the service has finished. collect creates the canceled jobs again.

Examples:
  analytics-engines cancel nightly --base-url https://api.vendor.example
  analytics-engines cancel nightly --json

Exit codes: 0 no job of the run is in progress any more, 1 some may still run, 2 wrong use, 130 after Ctrl-C.`),
    )
    .action(async (run: string, options: CancelOptions) => {
      const { cancelCommand } = await import("./cancel.ts");
      process.exitCode = await cancelCommand(run, options);
    });
}

function addJobs(program: Command): void {
  program
    .command("jobs")
    .description("List the jobs of run folders and their states, without asking the service.")
    .argument("<runs...>", "run folders")
    .option("--json", "print the jobs as JSON")
    .addHelpText(
      "after",
      guide(`
The states are those of the last look: not-created, creating, running, ready (finished, with results to collect), or how the job ended.

Examples:
  analytics-engines jobs nightly
  analytics-engines jobs runs/* --json

Exit codes: 0 the jobs are listed, 2 wrong use, 130 after Ctrl-C.`),
    )
    .action(async (runs: string[], options: JobsOptions) => {
      const { jobsCommand } = await import("./jobs.ts");
      process.exitCode = await jobsCommand(runs, options);
    });
}

function addCommentary(program: Command): void {
  const command = program
    .command("commentary")
    .description("Ask the service for texts about attributions of a run, and write them beside the results.")
    .argument("<run>", "the run folder")
    .argument("[units...]", "UNIT or FILE#UNIT, as globs (default: every unit of the family pa with a result)");
  addConnectOptions(command)
    .option("--json", "print the outcome as JSON")
    .addHelpText(
      "after",
      guide(`${CREDENTIALS_HELP}
The text about NAME/UNIT.json is NAME/UNIT.commentary.json, as it came. report and the editor show it below the table. The service writes
about an attribution of one portfolio with a benchmark, for as long as it has the calculation. An earlier text is replaced.

Examples:
  analytics-engines commentary nightly --base-url https://api.vendor.example
  analytics-engines commentary nightly effects "*.pa.json#attribution*"
  analytics-engines report nightly

Exit codes: 0 every unit has its text, 1 some have none, 2 wrong use, 130 after Ctrl-C.`),
    )
    .action(async (run: string, units: string[], options: CommentaryCommandOptions) => {
      const { commentaryCommand } = await import("./commentary.ts");
      process.exitCode = await commentaryCommand(run, units, options);
    });
}
