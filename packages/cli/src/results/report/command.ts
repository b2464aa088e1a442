import type { Command } from "commander";
import { guide } from "../../terminal/guide.ts";
import type { ReportCommandOptions } from "./report.ts";

/** Adds the command. Its modules are loaded when it is called. */
export function addReport(program: Command): void {
  program
    .command("report")
    .description("Write a run folder as one page with all tables and charts, which opens without a network.")
    .argument("<run>", "the run folder")
    .option("--earlier <run>", "an earlier run folder, whose units are shown beside those of the run")
    .option("-o, --output <file>", "the page; - prints it (default: report.html in the run folder)")
    .option("--json", "print where the page is as JSON")
    .addHelpText(
      "after",
      guide(`
What checks found is part of the page if the run folder has checks.json (see check and run --checks).

Examples:
  analytics-engines report nightly
  analytics-engines report nightly --earlier last-night --output nightly.html

Exit codes: 0 the page is written, 2 wrong use, 130 after Ctrl-C.`),
    )
    .action(async (run: string, options: ReportCommandOptions) => {
      const { reportCommand } = await import("./report.ts");
      process.exitCode = await reportCommand(run, options);
    });
}
