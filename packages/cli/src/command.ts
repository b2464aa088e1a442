import { createRequire } from "node:module";
import { printable } from "@analytics-engines/core/basics";
import { userLines } from "@analytics-engines/runs/progress";
import { Command, CommanderError } from "commander";
import packageJson from "../package.json" with { type: "json" };
import { addCompletion, loadSuggestions } from "./completion/command.ts";
import { addDoctor } from "./connection/doctor/command.ts";
import { addLoginCommands } from "./connection/login/command.ts";
import { addExpand, addInit, addList, addValidate } from "./files/command.ts";
import { addMcp } from "./mcp/command.ts";
import { addCheck, addCompare, addReport, addReview, addTables, addVerify } from "./results/command.ts";
import { addHistory } from "./results/history/command.ts";
import { addJobCommands, addMerge, addPlan, addRunCommands } from "./runs/command.ts";
import { guide, HELP_COLUMNS, setQuiet } from "./terminal/output.ts";

/** Runs the command line of the process, and sets its exit code. */
export async function runCommandLine(): Promise<void> {
  // Packages in CommonJS, such as that for proxies, load Node's modules with `require`, which an ES module does not have.
  Object.assign(globalThis, { require: createRequire(import.meta.url) });
  // A reader such as `| head` stops early, which is not a failure. Without a reader of messages, a run still has its folder and its outcome.
  for (const stream of [process.stdout, process.stderr])
    stream.on("error", (error: NodeJS.ErrnoException) => {
      // The terminal was closed. What the signal of its end has begun goes on.
      if (error.code === "EIO") return;
      if (error.code !== "EPIPE") throw error;
      if (stream === process.stdout) process.exit();
    });
  try {
    const program = createProgram();
    const [first, second, ...words] = process.argv.slice(2);
    // What the script of a shell asks at each Tab. Commander would read the words as its own.
    if (first === "complete" && second === "--") {
      const { suggestionText, suggestWords } = await loadSuggestions();
      process.stdout.write(suggestionText(suggestWords(program, words)));
      return;
    }
    await program.parseAsync(withoutHelpOfUnknown(program, process.argv.slice(2)), { from: "user" });
  } catch (error) {
    const isDone = error instanceof CommanderError && error.exitCode === 0;
    process.exitCode = isDone ? 0 : 2;
    if (error instanceof CommanderError) return;
    for (const line of describe(error)) process.stderr.write(`error: ${printable(line)}\n`);
  }
}

function describe(error: unknown): readonly string[] {
  return userLines(error) ?? (error instanceof Error ? (error.stack ?? error.message) : String(error)).split("\n");
}

/** The program with all its commands. */
export function createProgram(): Command {
  const program = new Command("analytics-engines")
    .description("Parameter files, results and runs of the Analytics Engines HTTP API.")
    .version(packageJson.version, "-V, --version", "print the version")
    .exitOverride()
    .configureOutput({
      outputError: (text, write) => write(`${oneLine(text)}\n`),
      getOutHelpWidth: () => Math.min(process.stdout.columns ?? HELP_COLUMNS, HELP_COLUMNS),
    })
    // Its arguments are in the help of each command.
    .configureHelp({ subcommandTerm: (command) => command.name() })
    .addHelpText(
      "after",
      guide(`
analytics-engines COMMAND --help shows the options of a command, with examples.

Examples:
  analytics-engines init
  analytics-engines run --set nightly

Exit codes: 0 success, 1 problems, 2 wrong use, 130 after Ctrl-C.`),
    );
  const commands = [
    addValidate,
    addExpand,
    addList,
    addPlan,
    addRunCommands,
    addMerge,
    addJobCommands,
    addInit,
    addLoginCommands,
    addTables,
    addCompare,
    addCheck,
    addVerify,
    addReport,
    addReview,
    addHistory,
    addDoctor,
    addMcp,
    addCompletion,
  ];
  for (const add of commands) add(program);
  for (const command of commandsWithAction(program))
    command.option("-q, --quiet", "say nothing on standard error but errors");
  return program.hook("preAction", (_, command) => setQuiet(command.opts()["quiet"] === true));
}

/** The commands that do something: those without commands of their own. */
export function commandsWithAction(command: Command): readonly Command[] {
  return command.commands.length === 0 ? [command] : command.commands.flatMap(commandsWithAction);
}

/** The arguments without a request for help if they name an unknown command, so that Commander reports the mistake and does not show help. */
function withoutHelpOfUnknown(program: Command, args: readonly string[]): readonly string[] {
  // The options of the program itself take no values, so the first other argument is the command, or the one that "help" is about.
  const [first = "", second] = args.filter((arg) => !arg.startsWith("-"));
  const name = first === "help" ? (second ?? first) : first;
  const isCommand = ["", "help", ...program.commands.map((command) => command.name())].includes(name);
  return isCommand ? args : [name];
}

/** Keeps a message of Commander on one line. It can repeat what the user typed, or file names into which a shell expanded it. */
function oneLine(text: string): string {
  return printable(text.trimEnd().replace(/\n\((Did you mean .*)\)$/, " $1"));
}
