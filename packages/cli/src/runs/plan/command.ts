import type { Command } from "commander";
import { InvalidArgumentError } from "commander";
import { collectFamilies, setOption, unknownPropertiesOption } from "../../arguments.ts";
import { guide } from "../../terminal/guide.ts";
import type { PlanOptions } from "./plan.ts";

/** Adds the command. Its modules are loaded when it is called. */
export function addPlan(program: Command): void {
  program
    .command("plan")
    .description("Divide the parameter files of a commit among shards, which run --plan computes on several machines.")
    .argument("[files...]", "globs (default: those of the set or the project file, or all *.FAMILY.json of the commit)")
    .addOption(setOption())
    .option("--family <glob=family>", "family of files without one in their name; may be repeated", collectFamilies)
    .addOption(unknownPropertiesOption())
    .option("--head <commit>", "the commit to plan (default: HEAD)")
    .option("--changed-since <commit>", "plan only files whose parameters changed since a branch, tag or commit")
    .option("--shards <number>", "the number of shards", wholeNumber)
    .option("--units-per-shard <number>", "the number of units in a shard (default: 200)", wholeNumber)
    .option("-o, --output <file>", "the file for the plan; - prints it", "analytics-plan.txt")
    .option("--json", "print files and shards as JSON")
    .addHelpText(
      "after",
      guide(`
A plan is one line of text. Each shard gets it with the files of the commit, and refuses files that differ from it. A file is computed by one
shard, a sweep by as many as it has jobs.

Examples:
  analytics-engines plan --set nightly --shards 8
  analytics-engines run --plan analytics-plan.txt --shard 2/8 --output nightly
  analytics-engines merge nightly --output merged
  analytics-engines plan "book/**" --changed-since main --output - | ssh cluster "cat > plan.txt"

Exit codes: 0 the plan is written, 1 files have errors, 2 wrong use, 130 after Ctrl-C.`),
    )
    .action(async (files: string[], options: PlanOptions) => {
      const { planCommand } = await import("./plan.ts");
      process.exitCode = await planCommand(files, options);
    });
}

function wholeNumber(text: string): number {
  if (/^\d{1,7}$/.test(text) && Number(text) >= 1) return Number(text);
  throw new InvalidArgumentError("Expected a whole number from 1.");
}
