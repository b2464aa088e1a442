import { Command, CommanderError, InvalidArgumentError, Option } from "commander";
import packageJson from "../package.json" with { type: "json" };
import { CommandError, type ExitCode } from "./exit-code.ts";
import type { RunOptions } from "./run/run.ts";
import type { TablesOptions } from "./tables/tables.ts";
import { visible } from "./terminal/visible.ts";
import { type FamilyRule, parseFamilyRule } from "./validate/family-rule.ts";
import type { ValidateOptions } from "./validate/validate.ts";
import type { VerifyOptions } from "./verify/verify.ts";

/** Runs a command line (without the program's own name), and says how it ended. What a command needs is loaded when it is called. */
export async function runCommand(args: readonly string[]): Promise<ExitCode> {
  let exitCode: ExitCode = 0;
  const program = createProgram((code) => {
    exitCode = code;
  });
  try {
    await program.parseAsync(args, { from: "user" });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    for (const line of describe(error)) process.stderr.write(`error: ${visible(line)}\n`);
    return 2;
  }
}

function describe(error: unknown): readonly string[] {
  if (error instanceof CommandError) return error.reasons;
  return (error instanceof Error ? (error.stack ?? error.message) : String(error)).split("\n");
}

function createProgram(end: (code: ExitCode) => void): Command {
  const program = new Command("analytics-engines")
    .description("Parameter files, results and runs of the Analytics Engines HTTP API.")
    .version(packageJson.version, "-V, --version", "print the version")
    .exitOverride()
    .configureOutput({ outputError: (text, write) => write(`${oneLine(text)}\n`) })
    .addHelpText("after", "\nanalytics-engines COMMAND --help tells more, with examples.");
  addValidate(program, end);
  addRun(program, end);
  addTables(program, end);
  addVerify(program, end);
  return program;
}

/** Commander's message holds what the user (or a shell that expanded file names) typed: it stays on one line. */
function oneLine(text: string): string {
  return visible(text.trimEnd().replace(/\n\((Did you mean .*)\)$/, " $1"));
}

function addValidate(program: Command, end: (code: ExitCode) => void): void {
  program
    .command("validate")
    .description("Check parameter files: what is wrong, where, and how to mend it.")
    .argument("[files...]", "files, folders or globs (default: all *.FAMILY.json below this folder)")
    .option("--fix", "apply the fixes that keep what the author meant beyond doubt")
    .option("--json", "print the outcome as JSON")
    .option("--sarif <file>", "write the outcome as SARIF 2.1.0; - prints it")
    .option("--family <glob=family>", "family of files whose name does not tell; may be repeated", collectFamilies)
    .addOption(failOnOption())
    .addHelpText(
      "after",
      `
Examples:
  analytics-engines validate
  analytics-engines validate parameters/weights.pa.json
  analytics-engines validate "parameters/**/*.json" --family "parameters/risk/*.json=spar" --fail-on warning
  analytics-engines validate --fix
  analytics-engines validate --sarif validate.sarif

Exit codes: 0 valid, 1 problems, 2 wrong use.`,
    )
    .action(async (files: string[], options: ValidateOptions) => {
      const { validate } = await import("./validate/validate.ts");
      end(await validate(files, options));
    });
}

function addRun(program: Command, end: (code: ExitCode) => void): void {
  program
    .command("run")
    .description("Run parameter files on the service and keep every result in a run folder.")
    .argument("[files...]", "files, folders or globs (default: all *.FAMILY.json below this folder)")
    .option("--base-url <url>", "address of the service (default: the variable ANALYTICS_BASE_URL)")
    .option("--output <folder>", "the run folder, absent or empty", "analytics-run")
    .option("--resume", "go on with the run in the run folder: nothing is created or read twice")
    .option("--family <glob=family>", "family of files whose name does not tell; may be repeated", collectFamilies)
    .option("--max-concurrency <jobs>", "jobs under way at once", jobs, 10)
    .option("--timeout-minutes <minutes>", "the longest that the run may take", minutes)
    .option(
      "--cache <directives>",
      "Cache-Control of each job, such as max-stale=0 for a fresh computation",
      cacheControl,
    )
    .option("--header-prefix <word>", "the service's own word in its request headers (default: Vendor)")
    .addOption(failOnOption())
    .option("--json", "print the manifest as JSON")
    .addHelpText(
      "after",
      `
Credentials come from the environment: ANALYTICS_USERNAME and ANALYTICS_API_KEY, or ANALYTICS_TOKEN, or ANALYTICS_OAUTH_CONFIG (the path of
the service's OAuth configuration). HTTP_PROXY, HTTPS_PROXY and NO_PROXY are honoured.

Examples:
  analytics-engines run "parameters/**/*.json" --base-url https://api.vendor.example
  analytics-engines run --output nightly --timeout-minutes 110 --cache max-stale=0
  analytics-engines run --output nightly --resume

Ctrl-C cancels the jobs on the service.
Exit codes: 0 every unit succeeded, 1 some did not, or files have errors, 2 wrong use.`,
    )
    .action(async (files: string[], options: RunOptions) => {
      const { run } = await import("./run/run.ts");
      end(await run(files, options));
    });
}

function addTables(program: Command, end: (code: ExitCode) => void): void {
  program
    .command("tables")
    .description("Show the tables of a stored result, or write them in another form.")
    .argument("<result>", "the file of a unit's result")
    .addOption(new Option("--csv <folder>", "write a CSV file for each table").conflicts("json"))
    .option("--json", "print the tables as JSON")
    .option("--hidden", "hidden columns too")
    .option("--formatted", "in CSV and JSON: cells as the table's formats show them, not in full precision")
    .option("--inert-formulas", "in CSV: an apostrophe before texts that a spreadsheet would run as formulas")
    .addHelpText(
      "after",
      `
Examples:
  analytics-engines tables analytics-run/weights.pa/weights.json
  analytics-engines tables analytics-run/weights.pa/weights.json --csv tables
  analytics-engines tables analytics-run/weights.pa/weights.json --json --hidden

Exit codes: 0 done, 2 wrong use, or a file that holds no tables.`,
    )
    .action(async (file: string, options: TablesOptions) => {
      const { printTables } = await import("./tables/tables.ts");
      end(await printTables(file, options));
    });
}

function addVerify(program: Command, end: (code: ExitCode) => void): void {
  program
    .command("verify")
    .description("Check the results of a run folder against the digests in its manifest.")
    .argument("<run>", "the run folder")
    .option("--json", "print the outcome as JSON")
    .addHelpText(
      "after",
      `
Examples:
  analytics-engines verify analytics-run
  analytics-engines verify analytics-run --json

Exit codes: 0 every result is as it was stored, 1 some are not, 2 wrong use.`,
    )
    .action(async (folder: string, options: VerifyOptions) => {
      const { verify } = await import("./verify/verify.ts");
      end(await verify(folder, options));
    });
}

function failOnOption(): Option {
  return new Option("--fail-on <severity>", "what makes the exit code 1")
    .choices(["error", "warning", "never"])
    .default("error");
}

function jobs(text: string): number {
  if (/^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= 500) return Number(text);
  throw new InvalidArgumentError("Expected a whole number from 1 to 500.");
}

function minutes(text: string): number {
  if (/^\d{1,5}(\.\d+)?$/.test(text) && Number(text) > 0) return Number(text);
  throw new InvalidArgumentError("Expected minutes, such as 110 or 0.5.");
}

function cacheControl(text: string): string {
  const directives = text.split(",").map((each) => each.trim());
  if (directives.every((each) => /^(no-store|max-age=\d{1,9}|max-stale(=\d{1,9})?)$/.test(each)))
    return directives.join(", ");
  throw new InvalidArgumentError("Expected no-store, max-age=SECONDS or max-stale=SECONDS, or several with commas.");
}

function collectFamilies(text: string, earlier: readonly FamilyRule[] = []): readonly FamilyRule[] {
  const rule = parseFamilyRule(text);
  if (rule === undefined) throw new InvalidArgumentError("Expected GLOB=FAMILY, such as risk/*.json=spar.");
  return [...earlier, rule];
}
