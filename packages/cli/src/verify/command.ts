import type { Command } from "commander";
import type { VerifyOptions } from "./verify.ts";

/** Adds the command. Its modules are loaded when it is called. */
export function addVerify(program: Command): void {
  program
    .command("verify")
    .description("Check the results of a run folder against its manifest: their digests, and that they are results.")
    .argument("<run>", "the run folder")
    .option("--json", "print the outcome as JSON")
    .addHelpText(
      "after",
      `
Examples:
  analytics-engines verify analytics-run
  analytics-engines verify analytics-run --json

Exit codes: 0 every result is as it was stored and is a result, 1 some are not, 2 wrong use.`,
    )
    .action(async (folder: string, options: VerifyOptions) => {
      const { verifyCommand } = await import("./verify.ts");
      process.exitCode = await verifyCommand(folder, options);
    });
}
