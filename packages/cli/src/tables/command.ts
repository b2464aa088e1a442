import { type Command, Option } from "commander";
import type { TablesOptions } from "./tables.ts";

/** Adds the command. Its modules are loaded when it is called. */
export function addTables(program: Command): void {
  program
    .command("tables")
    .description("Show the tables of a stored result, or write them in another form.")
    .argument("<result>", "the file of a unit's result")
    .addOption(new Option("--csv <folder>", "write a CSV file for each table").conflicts(["json", "arrow"]))
    .option("--json", "print the tables as JSON")
    .addOption(
      new Option("--arrow <folder>", "write an Arrow file (Feather) for each table").conflicts(["json", "formatted"]),
    )
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

Exit codes: 0 done, 2 wrong use, or a file without tables.`,
    )
    .action(async (file: string, options: TablesOptions) => {
      const { tablesCommand } = await import("./tables.ts");
      process.exitCode = await tablesCommand(file, options);
    });
}
