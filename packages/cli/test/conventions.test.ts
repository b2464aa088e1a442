import type { Argument, Command, Option } from "commander";
import { describe, expect, test } from "vitest";
import { commandsWithAction, createProgram } from "../src/command.ts";
import { HELP_COLUMNS } from "../src/terminal/output.ts";
import { useBuiltCommand, workplace } from "./support/command.ts";

useBuiltCommand();

const MAX_HELP_LINES = 60;

/** The words behind the name of the program. */
function pathOf(command: Command): readonly string[] {
  return command.parent === null ? [] : [...pathOf(command.parent), command.name()];
}

function withCommands(command: Command): readonly Command[] {
  return [command, ...command.commands.flatMap(withCommands)];
}

const all = withCommands(createProgram()).map((command) => ({ name: pathOf(command).join(" ") || "program", command }));
const acting = commandsWithAction(createProgram()).map((command) => ({ name: pathOf(command).join(" "), command }));

function helpOf(command: Command): string {
  let help = "";
  command.configureOutput({
    writeOut(text) {
      help += text;
    },
  });
  command.outputHelp();
  return help;
}

/** The command lines of the examples, without what a shell does with them. */
function examplesOf(help: string): readonly string[] {
  const lines = help.matchAll(/^ {2}.*?\banalytics-engines ((?:"[^"\n]*"|[^|>)"\n])+)/gm);
  return [...lines].map(([, words = ""]) => words.trim().replace("$(git rev-parse HEAD)", "0123456789"));
}

/** Reads a command line as the program does, and gives the command that it calls. */
async function parse(line: string): Promise<string> {
  const words = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? "");
  const program = createProgram();
  let called = "";
  for (const command of commandsWithAction(program))
    command.action(() => {
      called = pathOf(command).join(" ");
    });
  await program.parseAsync(words, { from: "user" });
  return called;
}

describe.each(all)("the help of $name", ({ command }) => {
  const help = helpOf(command);

  test("is one page", () => {
    const lines = help.trimEnd().split("\n");
    expect(lines.length).toBeLessThanOrEqual(MAX_HELP_LINES);
    expect(lines.filter((line) => line.length > HELP_COLUMNS)).toEqual([]);
  });

  test("has two examples that can be used", async () => {
    const name = pathOf(command).join(" ");
    const called = await Promise.all(examplesOf(help).map(parse));
    expect(called.filter((one) => one.startsWith(name)).length).toBeGreaterThanOrEqual(2);
  });
});

/** Commands that print no JSON, each with the reason. */
const withoutJson: Readonly<Record<string, string>> = {
  completion: "a shell reads the script",
  mcp: "standard output is for the protocol",
};

/** What the arguments of commands name. An argument with another name needs a row here. */
const argumentKinds: Readonly<Record<string, "one file" | "sweep" | "folders" | "several" | "word">> = {
  result: "one file",
  earlier: "one file",
  later: "one file",
  // It reads the files beside it, and its name says its family.
  sweep: "sweep",
  kind: "word",
  of: "word",
  units: "word",
  run: "folders",
  runs: "folders",
  folders: "folders",
  files: "several",
  unit: "word",
  base: "word",
  head: "word",
  shell: "word",
  name: "word",
};

/** Options whose file is not one of this machine, each with the reason. */
const filesElsewhere: Readonly<Record<string, string>> = { "--tolerances": "a file of the commit base" };

/** Whether a description says what `-` does. */
function namesStandardStream({ description }: Pick<Argument | Option, "description">): boolean {
  return /(^|[ ,;])- (reads|prints|for standard input)/.test(description);
}

describe.each(acting)("$name", ({ name, command }) => {
  test("has the options that every command has", () => {
    const options = command.options.map(({ long }) => long);
    expect(options).toContain("--quiet");
    expect(options.includes("--json")).toBe(!(name in withoutJson));
  });

  test("says what its exit codes mean", () => {
    expect(helpOf(command).replaceAll("\n", " ")).toMatch(/Exit codes: 0 .*\b2 wrong use.*\b130 after Ctrl-C\.\s*$/);
  });

  test("accepts - in place of each single file", () => {
    const files = [
      ...command.registeredArguments.filter((argument) => {
        expect(Object.keys(argumentKinds)).toContain(argument.name());
        return argumentKinds[argument.name()] === "one file";
      }),
      ...command.options.filter(
        ({ flags, long }) => /<file(\.\.\.)?>/.test(flags) && !((long ?? "") in filesElsewhere),
      ),
    ];
    // The second result of a comparison is described by the first.
    const silent = files.filter(
      (file) => !namesStandardStream(file) && file.description !== "the same of the later run",
    );
    expect(silent.map(({ description }) => description)).toEqual([]);
  });

  test("answers mistakes with the code 2 and a message, without a stack trace", async () => {
    const { run } = workplace();
    const path = name.split(" ");
    const required = command.registeredArguments.filter((argument) => argument.required).map(() => "no-such-name");
    const options = command.options.filter(({ mandatory }) => mandatory).flatMap(({ long }) => [long ?? "", "none"]);
    const mistakes = [
      [...path, "--no-such-option"],
      ...(required.length > 0 ? [[...path, ...required, ...options]] : []),
    ];
    for (const args of mistakes) {
      const { code, stdout, stderr } = await run(args);
      const message = expect.stringMatching(/^error: /m);
      expect({ args, code, stdout, stderr }).toMatchObject({ code: 2, stdout: "", stderr: message });
      expect(stderr).not.toMatch(/^ {4}at /m);
    }
  });
});

test("run has at most 24 options, with --help", () => {
  const run = acting.find(({ name }) => name === "run")?.command;
  expect(run?.createHelp().visibleOptions(run).length).toBeLessThanOrEqual(24);
});

test("a command of an older Node says which is needed, with the code of a wrong call", async () => {
  const place = workplace();
  const older = 'Object.defineProperty(process.versions, "node", { value: "20.20.2" })';
  const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(older)}` };
  for (const args of [["run"], ["doctor"], ["--help"]])
    expect(await place.run(args, env)).toEqual({
      code: 2,
      stdout: "",
      stderr:
        "analytics-engines needs Node 22 or later, and this is Node 20.20.2. Install a newer Node, or the executable, which needs none.\n",
    });
});
