import type { Command } from "commander";
import { addConnectOptions, CREDENTIALS_HELP } from "../../arguments.ts";
import { guide } from "../../terminal/output.ts";
import type { LockOptions } from "./lock.ts";

/** Adds the command. Its modules are loaded when it is called. */
export function addSweep(program: Command): void {
  const command = program
    .command("sweep")
    .description("Write the rows of a sweep that come from the service.")
    .addHelpText(
      "after",
      guide(`
Examples:
  analytics-engines sweep lock accounts.pa.sweep.json
  analytics-engines sweep lock book/accounts.pa.sweep.json --set nightly`),
    )
    .command("lock")
    .description("List the accounts of the directory that a sweep names, and write them to the CSV file beside it.")
    .argument("<sweep>", "the sweep, NAME.FAMILY.sweep.json");
  addConnectOptions(command)
    .option("--json", "print the outcome as JSON")
    .addHelpText(
      "after",
      guide(`${CREDENTIALS_HELP}
The sweep has "rows": { "accounts": "Client:/Growth" }, which means the accounts of this directory and of those below it. The file has the
columns account and name; other columns are kept.

Examples:
  analytics-engines sweep lock accounts.pa.sweep.json --base-url https://api.vendor.example
  analytics-engines sweep lock accounts.pa.sweep.json --set nightly

Exit codes: 0 written, 2 wrong use, or the service could not be asked, 130 after Ctrl-C.`),
    )
    .action(async (sweep: string, options: LockOptions) => {
      const { lockCommand } = await import("./lock.ts");
      await lockCommand(sweep, options);
    });
}
