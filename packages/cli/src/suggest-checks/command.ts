import type { Command } from "commander";

/** Adds the command. Its modules are loaded when it is called. */
export function addSuggestChecks(program: Command): void {
  program
    .command("suggest-checks")
    .description("Propose checks from past runs, as a checks file to review.")
    .argument("<runs...>", "run folders whose results are as they should be")
    .addHelpText(
      "after",
      `
The proposals are rules that all results of the runs pass: the number of rows, unique rows, cells with values, sums near 100 or 1, and limits
with a margin. Keep those that say what must be true.

Example:
  analytics-engines suggest-checks monday tuesday > checks/book.checks.json

Exit codes: 0 there are proposals, 2 wrong use, or runs without tables.`,
    )
    .action(async (runs: string[]) => {
      const { suggestChecksCommand } = await import("./suggest-checks.ts");
      process.exitCode = await suggestChecksCommand(runs);
    });
}
