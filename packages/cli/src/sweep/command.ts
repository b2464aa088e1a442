import type { ConnectOptions } from "@analytics-engines/runs/run";
import type { Command } from "commander";
import { addConnectOptions, CREDENTIALS_HELP } from "../arguments.ts";
import type { SettingOptions } from "../project/read-settings.ts";

/** Adds the command. Its modules are loaded when it is called. */
export function addSweep(program: Command): void {
  const command = program
    .command("sweep")
    .description("Write the rows of a sweep that come from the service.")
    .command("lock")
    .description("List the accounts of the directory that a sweep names, and write them to the CSV file beside it.")
    .argument("<sweep>", "the sweep, NAME.FAMILY.sweep.json");
  addConnectOptions(command)
    .addHelpText(
      "after",
      `${CREDENTIALS_HELP}
The sweep has "rows": { "accounts": "Client:/Growth" }, which means the accounts of this directory and of those below it. The file has the
columns account and name; other columns are kept.

Example:
  analytics-engines sweep lock accounts.pa.sweep.json --base-url https://api.vendor.example

Exit codes: 0 written, 2 wrong use, or the service could not be asked.`,
    )
    .action(async (sweep: string, options: ConnectOptions & SettingOptions) => {
      const { lockCommand } = await import("./lock.ts");
      await lockCommand(sweep, options);
    });
}
