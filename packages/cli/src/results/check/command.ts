import type { Command } from "commander";
import { collectTexts, failOnOption } from "../../arguments.ts";
import { guide } from "../../terminal/guide.ts";
import type { CheckCommandOptions } from "./check.ts";

/** Adds the command. Its modules are loaded when it is called. */
export function addCheck(program: Command): void {
  addChecksOptions(
    program
      .command("check")
      .description("Check the numbers of a run by the rules of checks files.")
      .argument("<run>", "the run folder"),
  )
    .addOption(failOnOption())
    .option("--json", "print the report as JSON")
    .addHelpText(
      "after",
      guide(`
Without --checks, the checks files of the project file apply, or all *.checks.json below this folder. The report is also written to
checks.json in the run folder.

Examples:
  analytics-engines check analytics-run
  analytics-engines check analytics-run --checks "checks/*.checks.json" --earlier yesterday
  analytics-engines check analytics-run --junit junit.xml

Exit codes: 0 no check of the severity error failed, 1 one did, 2 wrong use, or a checks file has errors, 130 after Ctrl-C.`),
    )
    .action(async (run: string, options: CheckCommandOptions) => {
      const { checkCommand } = await import("./check.ts");
      process.exitCode = await checkCommand(run, options);
    });
}

/** Adds the options that `check`, `run` and `collect` share. */
export function addChecksOptions(command: Command): Command {
  return command
    .option("--checks <glob>", "checks files to apply; may be repeated (default: the project's)", collectTexts)
    .option("--earlier <run>", "the earlier run that the rule moved compares with")
    .option("--junit <file>", "write the outcome as JUnit XML; - prints it");
}
