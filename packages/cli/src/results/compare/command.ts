import { parseTolerance } from "@analytics-engines/core/basics";
import type { Tolerance } from "@analytics-engines/core/results";
import { type Command, InvalidArgumentError, Option } from "commander";
import { collectTexts } from "../../arguments.ts";
import { guide } from "../../terminal/guide.ts";
import type { CompareOptions } from "./compare.ts";

/** Adds the command. Its modules are loaded when it is called. */
export function addCompare(program: Command): void {
  program
    .command("compare")
    .description("Compare the units of two runs, or the tables of two stored results.")
    .argument("<before>", "the run folder, or the result, of the earlier run; - reads a result")
    .argument("<after>", "the same of the later run")
    .option("--unit <unit>", "of two runs: the unit whose tables are compared, by its id or as PATH#UNIT")
    .option(
      "--tolerance <pattern=distance>",
      "how far numbers of the columns may be apart: ABS, REL% or ABS,REL%; may be repeated, the first that matches counts (default: those of the project file)",
      collectTolerances,
    )
    .option("--key <column>", "a column that identifies a row; may be repeated (default: the dimensions)", collectTexts)
    .addOption(new Option("--json", "print the comparison as JSON").conflicts("markdown"))
    .option("--markdown", "print the comparison as Markdown")
    .addHelpText(
      "after",
      guide(`
Examples:
  analytics-engines compare monday tuesday
  analytics-engines compare monday tuesday --unit book/weights.pa.json#growth
  analytics-engines compare monday/weights.json tuesday/weights.json
  analytics-engines compare a.json b.json --tolerance "*weight*=0.01" --tolerance "*=1e-9,0.1%"
  analytics-engines compare a.json b.json --key Symbol --key Date --json

A column may be named as a page shows it: + and line ends are blanks, and letter case and the dot of "Port." do not matter.

Exit codes: 0 the same within the tolerances, 1 different, 2 wrong use such as a --tolerance that matches no column, a folder without a run, or a file without tables, 130 after Ctrl-C.`),
    )
    .action(async (before: string, after: string, options: CompareOptions) => {
      const { compareCommand } = await import("./compare.ts");
      process.exitCode = await compareCommand(before, after, options);
    });
}

function collectTolerances(text: string, earlier: readonly Tolerance[] = []): readonly Tolerance[] {
  const tolerance = parseTolerance(text);
  if (tolerance === undefined)
    throw new InvalidArgumentError(
      "Expected PATTERN=ABS, PATTERN=REL% or PATTERN=ABS,REL%, such as *weight*=0.01,0.5%.",
    );
  return [...earlier, tolerance];
}
