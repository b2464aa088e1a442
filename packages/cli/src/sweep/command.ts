import type { Command } from "commander";
import type { ConnectOptions } from "../run/connect.ts";

/** Adds the command. Its modules are loaded when it is called. */
export function addSweep(program: Command): void {
  program
    .command("sweep")
    .description("Write the rows of a sweep that come from the service.")
    .command("lock")
    .description("List the accounts of the directory that a sweep names, and write them to the CSV file beside it.")
    .argument("<sweep>", "the sweep, NAME.FAMILY.sweep.json")
    .option("--base-url <url>", "address of the service (default: the variable ANALYTICS_BASE_URL)")
    .option("--header-prefix <word>", "the service's name in its request headers (default: Vendor)")
    .addHelpText(
      "after",
      `
The sweep has "rows": { "accounts": "Client:/Growth" }. The file has the columns account and name; other columns are kept.
Credentials come from the environment, as for run.

Example:
  analytics-engines sweep lock accounts.pa.sweep.json --base-url https://api.vendor.example

Exit codes: 0 written, 2 wrong use, or the service could not be asked.`,
    )
    .action(async (sweep: string, options: ConnectOptions) => {
      const { lockCommand } = await import("./lock.ts");
      await lockCommand(sweep, options);
    });
}
