import type { Command } from "commander";
import { guide } from "../../terminal/guide.ts";
import type { InitOptions } from "./init.ts";

/** Adds the command. Its modules are loaded when it is called. */
export function addInit(program: Command): void {
  program
    .command("init")
    .description("Write a project file, an example, a workflow and a .gitignore into this folder.")
    .option("--yes", "ask nothing: use the variable ANALYTICS_BASE_URL, or the simulator, and the folder parameters")
    .option("--json", "print which files were written as JSON")
    .addHelpText(
      "after",
      guide(`
It asks for the address of the service and the folder of the parameter files. Files that exist stay as they are.

Examples:
  analytics-engines init
  analytics-engines init --yes

Exit codes: 0 the files are there, 2 wrong use, or a file could not be written, 130 after Ctrl-C.`),
    )
    .action(async (options: InitOptions) => {
      const { initCommand } = await import("./init.ts");
      process.exitCode = await initCommand(options);
    });
}
