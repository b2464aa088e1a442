import type { Command } from "commander";
import { unknownPropertiesOption } from "../../arguments.ts";
import { guide } from "../../terminal/guide.ts";
import type { ExpandOptions } from "./expand.ts";

/** Adds the command. Its modules are loaded when it is called. */
export function addExpand(program: Command): void {
  program
    .command("expand")
    .description("Print, write or compare the parameter files that a sweep stands for.")
    .argument("<sweep>", "the sweep, NAME.FAMILY.sweep.json")
    .option("--out <folder>", "write each file into this folder")
    .option("--check", "write nothing: compare the files in the folder of --out with the sweep")
    .addOption(unknownPropertiesOption())
    .option("--json", "print the outcome as JSON")
    .addHelpText(
      "after",
      guide(`
Examples:
  analytics-engines expand accounts.pa.sweep.json
  analytics-engines expand accounts.pa.sweep.json --out expanded
  analytics-engines expand accounts.pa.sweep.json --out expanded --check

Exit codes: 0 expanded, or the same; 1 the sweep has errors, or with --check a file differs; 2 wrong use; 130 after Ctrl-C.`),
    )
    .action(async (sweep: string, options: ExpandOptions) => {
      const { expandCommand } = await import("./expand.ts");
      process.exitCode = await expandCommand(sweep, options);
    });
}
