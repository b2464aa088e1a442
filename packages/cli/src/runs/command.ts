import { type Command, InvalidArgumentError, Option } from "commander";
import {
  addConnectOptions,
  addFileOptions,
  addJobOptions,
  CREDENTIALS_HELP,
  collectFamilies,
  earlierOption,
  FILES_HELP,
  reuseOption,
  setOption,
  writeOption,
} from "../arguments.ts";
import { addChecksOptions } from "../results/command.ts";
import { guide } from "../terminal/output.ts";
import type { CommentaryCommandOptions } from "./commentary.ts";
import type { CancelOptions, JobsOptions } from "./jobs.ts";
import type { MergeCommandOptions } from "./merge.ts";
import type { PlanOptions } from "./plan.ts";
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
    .option("--resume", "resume the run in the run folder: nothing is created or read twice")
    .option("--no-wait", "with --resume: read the results that are ready, and leave the other jobs on the service")
    .option("--no-cancel", "leave the jobs on the service when a signal or the time ends a run")
    .option("--plan <file>", "run a shard of what plan wrote; - reads it from standard input")
    .option("--shard <index/total>", "the shard, such as 2/8; auto: as the CI system or scheduler says")
    .option("--rate-share <part>", "the part of the rate limit to use, such as 1/8", rateShare)
    .addOption(
      new Option("--watch", "run what changed again when a file is saved; earlier runs stay").conflicts([
        "resume",
        "plan",
        "shard",
        "json",
      ]),
    );
  addChecksOptions(addJobOptions(addFileOptions(command)))
    .addOption(reuseOption())
    .addOption(writeOption())
    .addHelpText(
      "after",
      guide(`${CREDENTIALS_HELP}
Examples:
  analytics-engines run --set nightly
  analytics-engines run "parameters/**/*.json" --base-url https://api.vendor.example
  analytics-engines run --set nightly --output tuesday --earlier monday --reuse
  analytics-engines run --output nightly --resume
  analytics-engines run --checks "checks/*.checks.json" --junit junit.xml
  analytics-engines run --plan analytics-plan.txt --shard auto --output nightly --resume

--resume without files takes those of the run, which must be as they were. A shard has its run folder in --output: shard-2-of-8. --resume begins a run where there is none yet, in the folder of a shard or of a day.
Ctrl-C and the signal of a scheduler cancel the jobs, unless --no-cancel leaves them to --resume.

Exit codes: 0 every unit succeeded, 1 some did not, files have errors, or a check failed, 2 wrong use, 3 with --no-wait some jobs are still in progress, 130 after Ctrl-C.`),
    )
    .action(async (files: string[], options: RunCommandOptions) => {
      process.exitCode =
        options.watch === true
          ? await (await import("./watch-run.ts")).watchRun(files, options)
          : await (await loadRun()).runCommand(files, options);
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
  addJobOptions(command)
    .addOption(writeOption())
    .addHelpText(
      "after",
      guide(`${CREDENTIALS_HELP}
Run it where the parameter files are: they must be those of the run, which their digests show. Relative dates become the days of the earlier run.

Examples:
  analytics-engines reproduce nightly --base-url https://api.vendor.example
  analytics-engines reproduce nightly weights.pa.json --output again --cache max-stale=0

Ctrl-C cancels the jobs on the service.

Exit codes: 0 every result is the same, 1 some are not, or a unit did not succeed, 2 wrong use, 130 after Ctrl-C.`),
    )
    .action(async (run: string, files: string[], options: RunCommandOptions) => {
      const { reproduceCommand } = await loadRun();
      process.exitCode = await reproduceCommand(run, files, options);
    });
}

/** Reads `0.125` or `1/8`. */
function rateShare(text: string): number {
  const [part = 0, whole = 1] = /^\d+([./]\d+)?$/.test(text) ? text.split("/").map(Number) : [];
  const share = part / whole;
  if (share > 0 && share <= 1) return share;
  throw new InvalidArgumentError("Expected a part of one, such as 1/8 or 0.125.");
}

/** Adds the commands for jobs that outlive the command: submit, cancel, jobs and commentary. Their modules are loaded when they are called. */
export function addJobCommands(program: Command): void {
  for (const add of [addSubmit, addCancel, addJobs, addCommentary]) add(program);
}

function addSubmit(program: Command): void {
  const command = program
    .command("submit")
    .description("Create the jobs of parameter files on the service, and leave them there for run --resume.")
    .argument("[files...]", FILES_HELP);
  addJobOptions(addFileOptions(command))
    .addOption(earlierOption("whose results --reuse copies"))
    .addOption(reuseOption())
    .addHelpText(
      "after",
      guide(`${CREDENTIALS_HELP}
Examples:
  analytics-engines submit --set nightly --output nightly
  analytics-engines submit "book/**" --output nightly --base-url https://api.vendor.example
  analytics-engines run --resume --output nightly --no-cancel
  analytics-engines run --resume --output nightly --no-wait

Ctrl-C leaves the jobs on the service: run --resume creates those that are missing, and cancel cancels the others.

Exit codes: 0 every job is submitted, 1 the service refused some, or files have errors, 2 wrong use, 130 after Ctrl-C.`),
    )
    .action(async (files: string[], options: RunCommandOptions) => {
      const { submitCommand } = await loadRun();
      process.exitCode = await submitCommand(files, options);
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
Results that are stored stay, and so do jobs that the service has finished. run --resume creates the canceled jobs again.

Examples:
  analytics-engines cancel nightly --base-url https://api.vendor.example
  analytics-engines cancel nightly --json

Exit codes: 0 no job of the run is in progress any more, 1 some may still run, 2 wrong use, 130 after Ctrl-C.`),
    )
    .action(async (run: string, options: CancelOptions) => {
      const { cancelCommand } = await loadJobs();
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
The states are those of the last look: not-created, creating, running, ready (finished, with results to read), or how the job ended.

Examples:
  analytics-engines jobs nightly
  analytics-engines jobs runs/* --json

Exit codes: 0 the jobs are listed, 2 wrong use, 130 after Ctrl-C.`),
    )
    .action(async (runs: string[], options: JobsOptions) => {
      const { jobsCommand } = await loadJobs();
      process.exitCode = await jobsCommand(runs, options);
    });
}

/** Adds the command. Its modules are loaded when it is called. */
export function addPlan(program: Command): void {
  program
    .command("plan")
    .description("Divide the parameter files of a commit among shards, which run --plan computes on several machines.")
    .argument("[files...]", "globs (default: those of the set or the project file, or all *.FAMILY.json of the commit)")
    .addOption(setOption())
    .option("--family <glob=family>", "family of files without one in their name; may be repeated", collectFamilies)
    .option("--head <commit>", "the commit to plan (default: HEAD)")
    .option("--changed-since <commit>", "plan only files whose parameters changed since a branch, tag or commit")
    .option("--shards <number>", "the number of shards", wholeNumber)
    .option("--units-per-shard <number>", "the number of units in a shard (default: 200)", wholeNumber)
    .option("-o, --output <file>", "the file for the plan; - prints it", "analytics-plan.txt")
    .option("--json", "print files and shards as JSON")
    .addHelpText(
      "after",
      guide(`
A plan is one line of text. Each shard gets it with the files of the commit, and refuses files that differ from it. A file is computed by one
shard, a sweep by as many as it has jobs.

Examples:
  analytics-engines plan --set nightly --shards 8
  analytics-engines run --plan analytics-plan.txt --shard 2/8 --output nightly
  analytics-engines merge nightly --output merged
  analytics-engines plan "book/**" --changed-since main --output - | ssh cluster "cat > plan.txt"

Exit codes: 0 the plan is written, 1 files have errors, 2 wrong use, 130 after Ctrl-C.`),
    )
    .action(async (files: string[], options: PlanOptions) => {
      const { planCommand } = await import("./plan.ts");
      process.exitCode = await planCommand(files, options);
    });
}

function wholeNumber(text: string): number {
  if (/^\d{1,7}$/.test(text) && Number(text) >= 1) return Number(text);
  throw new InvalidArgumentError("Expected a whole number from 1.");
}

/** Adds the command. Its modules are loaded when it is called. */
export function addMerge(program: Command): void {
  program
    .command("merge")
    .description("Join the run folders of the shards of a plan to the folder that one run would have written.")
    .argument("<runs...>", "run folders of shards, or folders that contain them")
    .requiredOption("-o, --output <folder>", "the new run folder, absent or empty")
    .option("--allow-missing", "merge although shards are missing or have not ended; the manifest names them")
    .addOption(
      new Option(
        "--write <kind>",
        "what is written beside the results: report (report.html, one page with all tables and charts), or none",
      )
        .choices(["report", "none"])
        .default("report"),
    )
    .option("--json", "print the manifest as JSON")
    .addHelpText(
      "after",
      guide(`
Every result is compared with its digest before anything is written. The shards stay as they are.

Examples:
  analytics-engines merge nightly --output merged
  analytics-engines merge runs/shard-1-of-2 runs/shard-2-of-2 --output merged --allow-missing
  analytics-engines check merged

Exit codes: 0 every unit succeeded, 1 some did not, or shards are missing with --allow-missing, 2 wrong use, 130 after Ctrl-C.`),
    )
    .action(async (runs: string[], options: MergeCommandOptions) => {
      const { mergeCommand } = await import("./merge.ts");
      process.exitCode = await mergeCommand(runs, options);
    });
}

// The code of a command is loaded when it is called.
const loadRun = () => import("./run.ts");
const loadJobs = () => import("./jobs.ts");

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
