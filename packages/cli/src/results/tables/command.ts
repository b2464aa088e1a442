import { type Command, Option } from "commander";
import { guide } from "../../terminal/guide.ts";
import type { TablesOptions } from "./tables.ts";

/** The options that the command alone reads. */
interface TablesCommandOptions extends TablesOptions {
  readonly watch?: true;
}

/** Adds the command. Its modules are loaded when it is called. */
export function addTables(program: Command): void {
  program
    .command("tables")
    .description(
      "Show the tables of a stored result, or write them in another form. Of a run folder: list the units and their tables.",
    )
    .argument("<result>", "the file of a unit's result, - for standard input, or a run folder")
    .argument("[unit]", "a unit of the run folder, by its id or as PATH#UNIT")
    .addOption(new Option("--csv <folder>", "write a CSV file for each table").conflicts(["json", "arrow"]))
    .option("--json", "print the tables as JSON")
    .addOption(
      new Option("--arrow <folder>", "write an Arrow file (Feather) for each table").conflicts(["json", "formatted"]),
    )
    .addOption(
      new Option("--parquet <folder>", "write a Parquet file for each table").conflicts([
        "csv",
        "arrow",
        "json",
        "formatted",
      ]),
    )
    .option("--hidden", "hidden columns too")
    .option("--formatted", "in CSV and JSON: cells as the table's formats show them, not in full precision")
    .option(
      "--inert-formulas",
      "in CSV: an apostrophe before texts that a spreadsheet would run as formulas (the default)",
    )
    .option("--no-inert-formulas", "in CSV: all texts as the result has them; do not open such a file in a spreadsheet")
    .addOption(new Option("--watch", "show the tables again whenever the result changes").conflicts("json"))
    .addHelpText(
      "after",
      guide(`
Examples:
  analytics-engines tables analytics-run
  analytics-engines tables analytics-run weights --watch
  analytics-engines tables analytics-run/weights.pa/weights.json --csv tables
  analytics-engines tables analytics-run/weights.pa/weights.json --json --hidden
  analytics-engines tables analytics-run/weights.pa/weights.json --parquet tables

Exit codes: 0 done, 2 wrong use, or a file without tables, 130 after Ctrl-C.`),
    )
    .action(async (name: string, unit: string | undefined, options: TablesCommandOptions) => {
      process.exitCode =
        options.watch === true
          ? await (await import("./watch-tables.ts")).watchTables(name, unit, options)
          : await (await import("./tables.ts")).tablesCommand(name, unit, options);
    });
}
