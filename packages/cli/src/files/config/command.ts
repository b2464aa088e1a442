import type { Command } from "commander";
import { addFileOptions, addSettingOptions } from "../../arguments.ts";
import { guide } from "../../terminal/guide.ts";
import type { ConfigOptions } from "./config.ts";

/** Adds the command. Its modules are loaded when it is called. */
export function addConfig(program: Command): void {
  const command = program
    .command("config")
    .description("Print the settings that apply to a run, and which file, option or variable each comes from.");
  addSettingOptions(addFileOptions(command))
    .option("--json", "print the settings as JSON")
    .addHelpText(
      "after",
      guide(`
It prints the names of the variables with credentials, and never their values. It sends nothing.

Examples:
  analytics-engines config
  analytics-engines config --set nightly --json

Exit codes: 0 the settings can be used, 1 the connection cannot be used, 2 wrong use, or a project file with errors, 130 after Ctrl-C.`),
    )
    .action(async (options: ConfigOptions) => {
      const { configCommand } = await import("./config.ts");
      process.exitCode = await configCommand(options);
    });
}
