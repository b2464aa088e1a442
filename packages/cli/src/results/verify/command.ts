import { type Command, InvalidArgumentError } from "commander";
import { guide } from "../../terminal/guide.ts";
import type { VerifyOptions } from "./verify.ts";

/** Adds the command. Its modules are loaded when it is called. */
export function addVerify(program: Command): void {
  program
    .command("verify")
    .description("Check the results of a run folder against its manifest: their digests, and that they are results.")
    .argument("<run>", "the run folder")
    .option("--commit <sha>", "also check that the run is of this commit: its id, or at least 7 digits of it", commitId)
    .option("--json", "print the outcome as JSON")
    .addHelpText(
      "after",
      guide(`
Examples:
  analytics-engines verify analytics-run
  analytics-engines verify analytics-run --commit "$(git rev-parse HEAD)"
  analytics-engines verify analytics-run --json

Exit codes: 0 every result is as it was stored and is a result, and the commit is the named one; 1 something is not so; 2 wrong use; 130 after Ctrl-C.`),
    )
    .action(async (folder: string, options: VerifyOptions) => {
      const { verifyCommand } = await import("./verify.ts");
      process.exitCode = await verifyCommand(folder, options);
    });
}

function commitId(text: string): string {
  if (/^[0-9a-f]{7,64}$/i.test(text)) return text.toLowerCase();
  throw new InvalidArgumentError("Expected the id of a commit, or at least its first 7 digits.");
}
