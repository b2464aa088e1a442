import { Command, CommanderError } from "commander";
import packageJson from "../package.json" with { type: "json" };
import type { End } from "./arguments.ts";
import { addCompare } from "./compare/command.ts";
import { addDoctor } from "./doctor/command.ts";
import { CommandError, type ExitCode } from "./exit-code.ts";
import { addRun } from "./run/command.ts";
import { addTables } from "./tables/command.ts";
import { visible } from "./terminal/visible.ts";
import { addValidate } from "./validate/command.ts";
import { addVerify } from "./verify/command.ts";

/** Runs a command line (without the program's own name), and says how it ended. What a command needs is loaded when it is called. */
export async function runCommand(args: readonly string[]): Promise<ExitCode> {
  let exitCode: ExitCode = 0;
  const program = createProgram((code) => {
    exitCode = code;
  });
  try {
    await program.parseAsync(args, { from: "user" });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    for (const line of describe(error)) process.stderr.write(`error: ${visible(line)}\n`);
    return 2;
  }
}

function describe(error: unknown): readonly string[] {
  if (error instanceof CommandError) return error.reasons;
  return (error instanceof Error ? (error.stack ?? error.message) : String(error)).split("\n");
}

function createProgram(end: End): Command {
  const program = new Command("analytics-engines")
    .description("Parameter files, results and runs of the Analytics Engines HTTP API.")
    .version(packageJson.version, "-V, --version", "print the version")
    .exitOverride()
    .configureOutput({ outputError: (text, write) => write(`${oneLine(text)}\n`) })
    .addHelpText("after", "\nanalytics-engines COMMAND --help tells more, with examples.");
  addValidate(program, end);
  addRun(program, end);
  addTables(program, end);
  addCompare(program, end);
  addVerify(program, end);
  addDoctor(program, end);
  return program;
}

/** Commander's message holds what the user (or a shell that expanded file names) typed: it stays on one line. */
function oneLine(text: string): string {
  return visible(text.trimEnd().replace(/\n\((Did you mean .*)\)$/, " $1"));
}
