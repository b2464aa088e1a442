import type { Command } from "commander";
import { guide } from "../../terminal/output.ts";
import type { RunsIndexOptions } from "./runs-index.ts";

/** Adds the command. Its modules are loaded when it is called. */
export function addRunsIndex(program: Command): void {
  program
    .command("index")
    .description(
      "Write one page that lists run folders: status, counts, where each comes from, and a link to its report.",
    )
    .argument("[folders...]", "run folders, or folders with run folders in them", ["."])
    .option("--output <file>", "the page, whose links are relative; - prints it for this folder", "index.html")
    .option("--json", "print the outcome as JSON")
    .addHelpText(
      "after",
      guide(`
Examples:
  analytics-engines index runs --output runs/index.html
  analytics-engines index growth income

Exit codes: 0 the page lists every run, 1 a run could not be read, 2 wrong use, 130 after Ctrl-C.`),
    )
    .action(async (folders: string[], options: RunsIndexOptions) => {
      const { runsIndexCommand } = await import("./runs-index.ts");
      process.exitCode = await runsIndexCommand(folders, options);
    });
}
