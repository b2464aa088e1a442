import { type Command, Option } from "commander";
import { guide } from "../../terminal/output.ts";
import type { HistoryOptions, ShowOptions } from "./history.ts";

// The code of the commands is loaded when one of them is called.
const load = () => import("./history.ts");

/** Adds the commands of the history. */
export function addHistory(program: Command): void {
  const history = program
    .command("history")
    .description("Keep the numbers of runs in a store of Parquet files, and show them over time.")
    .addHelpText(
      "after",
      guide(`
Examples:
  analytics-engines history add analytics-run --store history
  analytics-engines history show --store history --unit weights`),
    );
  for (const add of [addAdd, addShow, addListChanges]) add(history);
}

function addAdd(history: Command): void {
  const help = `
Examples:
  analytics-engines history add analytics-run --store history
  analytics-engines history add runs/* --store history

A run that it has already is left as it is. After a kill, the same command adds what is missing. Several processes may add runs at once.

Exit codes: 0 the store has every run; 2 wrong use, a run that has not finished, or one whose results were altered; 130 after Ctrl-C.`;
  storeCommand(history, "add", "Add finished runs to a store. A newer state of a run replaces the older one.", help)
    .argument("<runs...>", "run folders")
    .action(async (runs: string[], options: HistoryOptions) => {
      process.exitCode = await (await load()).addCommand(runs, options);
    });
}

function addShow(history: Command): void {
  const help = `
A change comes from other parameters, from other dates, or is a restatement: the same question with another answer.

Examples:
  analytics-engines history show --store history --unit weights --row Total
  analytics-engines history show --store history --kind checks --json
  analytics-engines history show --store history --file "parameters/**" --html history.html

Exit codes: 0 shown; 1 files of the store were left out, as standard error says; 2 wrong use; 130 after Ctrl-C.`;
  storeCommand(history, "show", "Show numbers or checks over runs, with the reason for each change.", help)
    .addOption(
      new Option("--kind <kind>", "numbers, or the values of checks").choices(["numbers", "checks"]).default("numbers"),
    )
    .option("--file <glob>", "of these parameter files")
    .option("--unit <glob>", "of these units")
    .option(
      "--table <pattern>",
      "of the tables with this id, in which * stands for any characters; of the checks of this file",
    )
    .option("--row <pattern>", "of these rows: the names of a row, joined by ' / '; of checks with this id")
    .option("--column <pattern>", "of the columns with this label, such as 'Portfolio | *'")
    .option("--html <file>", "write a page with charts of all that matches; - prints it")
    .action(async (options: ShowOptions) => {
      process.exitCode = await (await load()).showCommand(options);
    });
}

function addListChanges(history: Command): void {
  const description = "List the units and checks of the last run that newly failed or recovered since the run before.";
  const help = `
Each unit is compared with the last run before that has its parameter file, and each check with its last outcome.

Examples:
  analytics-engines history list-changes --store history
  analytics-engines history list-changes --store history --json

Exit codes: 0 listed, also if there are changes; 1 files of the store were left out, as standard error says; 2 wrong use; 130 after Ctrl-C.`;
  storeCommand(history, "list-changes", description, help).action(async (options: HistoryOptions) => {
    process.exitCode = await (await load()).listChangesCommand(options);
  });
}

function storeCommand(history: Command, name: string, description: string, help: string): Command {
  return history
    .command(name)
    .description(description)
    .requiredOption("--store <folder>", "the folder of the history")
    .option("--json", "print the outcome as JSON")
    .addHelpText("after", guide(help));
}
