import { type Command, InvalidArgumentError } from "commander";
import { collectFamilies, collectPatterns, failOnOption, unknownPropertiesOption } from "../arguments.ts";
import type { RunCommandOptions } from "./run.ts";

/** Adds the command. Its modules are loaded when it is called. */
export function addRunCommand(program: Command): void {
  program
    .command("run")
    .description("Run parameter files on the service and keep every result in a run folder.")
    .argument("[files...]", "files, folders or globs (default: all *.FAMILY.json below this folder)")
    .option("--base-url <url>", "address of the service (default: the variable ANALYTICS_BASE_URL)")
    .option("--output <folder>", "the run folder, absent or empty", "analytics-run")
    .option("--resume", "resume the run in the run folder: nothing is created or read twice")
    .option("--reproduce <manifest>", "compute the run of a manifest.json again for the same days, and compare results")
    .option("--family <glob=family>", "family of files without one in their name; may be repeated", collectFamilies)
    .option(
      "--commentary <glob>",
      "attribution units (FILE#UNIT) for which the service writes a commentary; may be repeated",
      collectPatterns,
    )
    .option("--max-concurrency <jobs>", "the most jobs in progress at once", jobs, 10)
    .option("--timeout-minutes <minutes>", "the longest that the run may take", minutes)
    .option(
      "--cache <directives>",
      "Cache-Control of each job, such as max-stale=0 for a fresh computation",
      cacheControl,
    )
    .option("--header-prefix <word>", "the service's name in its request headers (default: Vendor)")
    .addOption(unknownPropertiesOption())
    .addOption(failOnOption())
    .option("--json", "print the manifest as JSON")
    .addHelpText(
      "after",
      `
Credentials come from the environment: ANALYTICS_USERNAME and ANALYTICS_API_KEY, or ANALYTICS_TOKEN, or ANALYTICS_OAUTH_CONFIG (the service's
OAuth configuration: the path of its file, or its JSON). HTTP_PROXY, HTTPS_PROXY and NO_PROXY set the proxy.

Examples:
  analytics-engines run "parameters/**/*.json" --base-url https://api.vendor.example
  analytics-engines run --output nightly --timeout-minutes 110 --cache max-stale=0
  analytics-engines run --output nightly --resume
  analytics-engines run --commentary "*.pa.json#attribution*"
  analytics-engines run --reproduce nightly/manifest.json --output again

Ctrl-C cancels the jobs on the service.
Exit codes: 0 every unit succeeded, 1 some did not, files have errors, or with --reproduce a result is not the same, 2 wrong use.`,
    )
    .action(async (files: string[], options: RunCommandOptions) => {
      const { runCommand } = await import("./run.ts");
      process.exitCode = await runCommand(files, options);
    });
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
