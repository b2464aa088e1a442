import { parseTolerance } from "@analytics-engines/core/basics";
import type { Tolerance } from "@analytics-engines/core/results";
import { type Command, InvalidArgumentError, Option } from "commander";
import { baseUrlOption, collectTexts, earlierOption, failOnOption } from "../arguments.ts";
import { guide } from "../terminal/output.ts";
import type { CheckCommandOptions } from "./check.ts";
import type { CompareOptions } from "./compare.ts";
import type { ReportCommandOptions } from "./report.ts";
import type { ReviewCommandOptions } from "./review.ts";
import type { TablesOptions } from "./tables.ts";
import type { VerifyOptions } from "./verify.ts";

const loadTables = () => import("./tables.ts");

/** The options that the command alone reads. */
interface TablesCommandOptions extends TablesOptions {
  readonly watch?: true;
}

/** Adds the command. Its modules are loaded when it is called. */
export function addTables(program: Command): void {
  program
    .command("tables")
    .description(
      "Show the tables of a stored result, or write them in another form. Of a run folder: list the units and their tables.",
    )
    .argument("<result>", "the file of a unit's result, - for standard input, or a run folder")
    .argument("[unit]", "a unit of the run folder, by its id or as PATH#UNIT")
    .addOption(new Option("--csv <folder>", "write a CSV file for each table").conflicts(["json", "arrow"]))
    .option("--json", "print the tables as JSON")
    .addOption(
      new Option("--arrow <folder>", "write an Arrow file (Feather) for each table").conflicts(["json", "formatted"]),
    )
    .addOption(
      new Option("--parquet <folder>", "write a Parquet file for each table").conflicts([
        "csv",
        "arrow",
        "json",
        "formatted",
      ]),
    )
    .option("--hidden", "hidden columns too")
    .option("--formatted", "in CSV and JSON: cells as the table's formats show them, not in full precision")
    .option(
      "--inert-formulas",
      "in CSV: an apostrophe before texts that a spreadsheet would run as formulas (the default)",
    )
    .option("--no-inert-formulas", "in CSV: all texts as the result has them; do not open such a file in a spreadsheet")
    .addOption(new Option("--watch", "show the tables again whenever the result changes").conflicts("json"))
    .addHelpText(
      "after",
      guide(`
Examples:
  analytics-engines tables analytics-run
  analytics-engines tables analytics-run weights --watch
  analytics-engines tables analytics-run/weights.pa/weights.json --csv tables
  analytics-engines tables analytics-run/weights.pa/weights.json --json --hidden
  analytics-engines tables analytics-run/weights.pa/weights.json --parquet tables

Exit codes: 0 done, 2 wrong use, or a file without tables, 130 after Ctrl-C.`),
    )
    .action(async (name: string, unit: string | undefined, options: TablesCommandOptions) => {
      process.exitCode =
        options.watch === true
          ? await (await loadTables()).watchTables(name, unit, options)
          : await (await loadTables()).tablesCommand(name, unit, options);
    });
}

/** Adds the command. Its modules are loaded when it is called. */
export function addCompare(program: Command): void {
  program
    .command("compare")
    .description("Compare the units of two runs, or the tables of two stored results.")
    .argument("<earlier>", "the folder of the earlier run, or a result of it; - reads a result")
    .argument("<later>", "the same of the later run")
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
    .action(async (earlier: string, later: string, options: CompareOptions) => {
      const { compareCommand } = await import("./compare.ts");
      process.exitCode = await compareCommand(earlier, later, options);
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

/** Adds the command. Its modules are loaded when it is called. */
export function addCheck(program: Command): void {
  addChecksOptions(
    program
      .command("check")
      .description("Check the numbers of a run by the rules of checks files.")
      .argument("<run>", "the run folder"),
  )
    .addOption(failOnOption())
    .option("--json", "print the report as JSON")
    .addHelpText(
      "after",
      guide(`
Without --checks, the checks files of the project file apply, or all *.checks.json below this folder. The report is also written to
checks.json in the run folder.

Examples:
  analytics-engines check analytics-run
  analytics-engines check analytics-run --checks "checks/*.checks.json" --earlier yesterday
  analytics-engines check analytics-run --junit junit.xml

Exit codes: 0 no check of the severity error failed, 1 one did, 2 wrong use, or a checks file has errors, 130 after Ctrl-C.`),
    )
    .action(async (run: string, options: CheckCommandOptions) => {
      const { checkCommand } = await import("./check.ts");
      process.exitCode = await checkCommand(run, options);
    });
}

/** Adds the options that `check` and `run` share. */
export function addChecksOptions(command: Command): Command {
  return command
    .option("--checks <glob>", "checks files to apply; may be repeated (default: the project's)", collectTexts)
    .addOption(earlierOption("with which the rule moved compares"))
    .option("--junit <file>", "write the outcome as JUnit XML; - prints it");
}

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

/** Adds the command. Its modules are loaded when it is called. */
export function addReport(program: Command): void {
  program
    .command("report")
    .description("Write a run folder as one page with all tables and charts, which opens without a network.")
    .argument("<run>", "the run folder")
    .addOption(earlierOption("whose units are shown beside those of the run"))
    .option("-o, --output <file>", "the page; - prints it (default: report.html in the run folder)")
    .option("--json", "print where the page is as JSON")
    .addHelpText(
      "after",
      guide(`
What checks found is part of the page if the run folder has checks.json (see check and run --checks).

Examples:
  analytics-engines report nightly
  analytics-engines report nightly --earlier last-night --output nightly.html

Exit codes: 0 the page is written, 2 wrong use, 130 after Ctrl-C.`),
    )
    .action(async (run: string, options: ReportCommandOptions) => {
      const { reportCommand } = await import("./report.ts");
      process.exitCode = await reportCommand(run, options);
    });
}

/** Adds the command. Its modules are loaded when it is called. */
export function addReview(program: Command): void {
  program
    .command("review")
    .description("Review a change of parameter files: what it changes, and how far that moves numbers.")
    .argument("<base>", "the branch, tag or commit that the change goes to")
    .argument("<head>", "the branch, tag or commit with the change")
    .option("--run <run>", "a run folder of the head, or of one shard; may be repeated (default: none)", collectTexts)
    .addOption(earlierOption("one of the base, whose numbers are compared (default: none)"))
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
    .option("--json", "print the outcome as JSON in place of Markdown")
    .addOption(baseUrlOption())
    .addHelpText(
      "after",
      guide(`
Prints the review as Markdown, as the Action writes it into a comment, and writes summary.md and report.html, with both runs side by side, into the
folder. Tolerances, checks and the project file are those of the base, so that no change can loosen what it is judged by. With --base-url, the
service is asked for the names of new ids, with the credentials of the environment.

Examples:
  analytics-engines review main HEAD
  analytics-engines review main HEAD --run analytics-run --earlier last-night > review.md

Exit codes: 0 nothing failed, 1 the run is not a success, a file has errors or a check failed, or with --fail-on moved a number moved, 2 wrong use, 130 after Ctrl-C.`),
    )
    .action(async (base: string, head: string, options: ReviewCommandOptions) => {
      const { reviewCommand } = await import("./review.ts");
      process.exitCode = await reviewCommand(base, head, options);
    });
}
