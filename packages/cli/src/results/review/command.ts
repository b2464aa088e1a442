import { type Command, Option } from "commander";
import { addServiceOptions, collectTexts } from "../../arguments.ts";
import { guide } from "../../terminal/guide.ts";
import type { ReviewCommandOptions } from "./review.ts";

/** Adds the command. Its modules are loaded when it is called. */
export function addReview(program: Command): void {
  const command = program
    .command("review")
    .description("Review a change of parameter files: what it changes, and how far that moves numbers.")
    .argument("<base>", "the branch, tag or commit that the change goes to")
    .argument("<head>", "the branch, tag or commit with the change")
    .option("--run <run>", "a run folder of the head, or of one shard; may be repeated (default: none)", collectTexts)
    .option("--baseline <run>", "a run folder of the base, whose numbers are compared (default: none)")
    .option("--tolerances <file>", "tolerances, a file of the base (default: those of its project file)")
    .option(
      "--checks <glob>",
      "checks files of the base (default: those of its project file); may be repeated",
      collectTexts,
    )
    .option("-o, --output <folder>", "the folder of the page, absent or empty", "analytics-review")
    .addOption(
      new Option("--fail-on <finding>", "what makes the exit code 1: a failure, or also a moved number")
        .choices(["error", "moved", "never"])
        .default("error"),
    )
    .option("--json", "print the outcome as JSON in place of Markdown");
  addServiceOptions(command)
    .addHelpText(
      "after",
      guide(`
Prints the review as Markdown, as the Action writes it into a comment, and writes summary.md and report.html, with both runs side by side, into the
folder. Tolerances, checks and the project file are those of the base, so that no change can loosen what it is judged by. With --base-url, the
service is asked for the names of new ids, with the credentials of the environment.

Examples:
  analytics-engines review main HEAD
  analytics-engines review main HEAD --run analytics-run --baseline last-night > review.md

Exit codes: 0 nothing failed, 1 the run is not a success, a file has errors or a check failed, or with --fail-on moved a number moved, 2 wrong use, 130 after Ctrl-C.`),
    )
    .action(async (base: string, head: string, options: ReviewCommandOptions) => {
      const { reviewCommand } = await import("./review.ts");
      process.exitCode = await reviewCommand(base, head, options);
    });
}
