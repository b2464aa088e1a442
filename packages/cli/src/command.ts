import { printable } from "@analytics-engines/core/text";
import { userLines } from "@analytics-engines/runs/user-error";
import { Command, CommanderError } from "commander";
import packageJson from "../package.json" with { type: "json" };
import type { End } from "./arguments.ts";
import { addCompare } from "./compare/command.ts";
import { addDoctor } from "./doctor/command.ts";
import type { ExitCode } from "./exit-code.ts";
import { addRunCommand } from "./run/command.ts";
import { addTables } from "./tables/command.ts";
import { addValidate } from "./validate/command.ts";
import { addVerify } from "./verify/command.ts";

/** Runs a command line, without the name of the program. Returns the exit code. */
export async function runCommandLine(args: readonly string[]): Promise<ExitCode> {
  let exitCode: ExitCode = 0;
  const program = createProgram((code) => {
    exitCode = code;
  });
  try {
    await program.parseAsync(args, { from: "user" });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    for (const line of describe(error)) process.stderr.write(`error: ${printable(line)}\n`);
    return 2;
  }
}

function describe(error: unknown): readonly string[] {
  return userLines(error) ?? (error instanceof Error ? (error.stack ?? error.message) : String(error)).split("\n");
}

function createProgram(end: End): Command {
  const program = new Command("analytics-engines")
    .description("Parameter files, results and runs of the Analytics Engines HTTP API.")
    .version(packageJson.version, "-V, --version", "print the version")
    .exitOverride()
    .configureOutput({ outputError: (text, write) => write(`${oneLine(text)}\n`) })
    .addHelpText("after", "\nanalytics-engines COMMAND --help shows the options of a command, with examples.");
  addValidate(program, end);
  addRunCommand(program, end);
  addTables(program, end);
  addCompare(program, end);
  addVerify(program, end);
  addDoctor(program, end);
  return program;
}

/** A message of Commander can repeat what the user, or a shell that expanded file names, typed: it stays on one line. */
function oneLine(text: string): string {
  return printable(text.trimEnd().replace(/\n\((Did you mean .*)\)$/, " $1"));
}
