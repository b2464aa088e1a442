import type { Command } from "commander";
import { guide } from "../../terminal/output.ts";
import type { SuggestOptions } from "./suggest-checks.ts";

/** Adds the command. Its modules are loaded when it is called. */
export function addSuggestChecks(program: Command): void {
  program
    .command("suggest-checks")
    .description("Propose checks from past runs, as a checks file to review.")
    .argument("<runs...>", "run folders whose results are as they should be")
    .option("--json", "print the file within an object with a version")
    .addHelpText(
      "after",
      guide(`
The proposals are rules that all results of the runs pass: the number of rows, unique rows, cells with values, sums near 100 or 1, and limits
with a margin. Keep those that say what must be true.

Examples:
  analytics-engines suggest-checks monday tuesday > checks/book.checks.json
  analytics-engines suggest-checks analytics-run

Exit codes: 0 there are proposals, 2 wrong use, or runs without tables, 130 after Ctrl-C.`),
    )
    .action(async (runs: string[], options: SuggestOptions) => {
      const { suggestChecksCommand } = await import("./suggest-checks.ts");
      process.exitCode = await suggestChecksCommand(runs, options);
    });
}
