import type { Command } from "commander";
import { guide } from "../../terminal/guide.ts";
import type { MergeCommandOptions } from "./merge.ts";

/** Adds the command. Its modules are loaded when it is called. */
export function addMerge(program: Command): void {
  program
    .command("merge")
    .description("Join the run folders of the shards of a plan to the folder that one run would have written.")
    .argument("<runs...>", "run folders of shards, or folders that contain them")
    .requiredOption("-o, --output <folder>", "the new run folder, absent or empty")
    .option("--allow-missing", "merge although shards are missing or have not ended; the manifest names them")
    .option("--no-report", "do not write report.html, one page with all tables and charts")
    .option("--json", "print the manifest as JSON")
    .addHelpText(
      "after",
      guide(`
Every result is compared with its digest before anything is written. The shards stay as they are.

Examples:
  analytics-engines merge nightly --output merged
  analytics-engines merge runs/shard-1-of-2 runs/shard-2-of-2 --output merged --allow-missing
  analytics-engines check merged

Exit codes: 0 every unit succeeded, 1 some did not, or shards are missing with --allow-missing, 2 wrong use, 130 after Ctrl-C.`),
    )
    .action(async (runs: string[], options: MergeCommandOptions) => {
      const { mergeCommand } = await import("./merge.ts");
      process.exitCode = await mergeCommand(runs, options);
    });
}
