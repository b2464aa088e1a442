import { script } from "@bomb.sh/tab";
import type { Argument, Command, Option } from "commander";

/** What may stand in place of a word. */
interface WordSuggestions {
  readonly words: readonly { readonly value: string; readonly description: string }[];
  /** Whether the shell completes names of files as well. */
  readonly hasFiles: boolean;
}

/**
 * What may stand in place of the last word of a command line.
 * @param words those behind the name of the program; the last one is incomplete, and may be empty
 */
export function suggestWords(program: Command, words: readonly string[]): WordSuggestions {
  const last = words.at(-1) ?? "";
  const { command, argumentCount, option, hasOptions } = readWords(program, words.slice(0, -1));
  if (option !== undefined) return valuesOf(option, last);
  if (hasOptions && last.startsWith("-")) return optionsOf(command, last);
  const subcommands = argumentCount > 0 ? [] : visibleCommands(command);
  const argument = argumentAt(command, argumentCount);
  return {
    words: [
      ...subcommands.map((sub) => ({ value: sub.name(), description: firstSentence(sub.description()) })),
      ...(argument?.argChoices ?? []).map((value) => ({ value, description: "" })),
    ].filter(({ value }) => value.startsWith(last)),
    hasFiles: argument !== undefined && argument.argChoices === undefined,
  };
}

/** What the complete words say about the next one. */
function readWords(program: Command, words: readonly string[]) {
  let command = program;
  let argumentCount = 0;
  /** The option whose value is next. */
  let option: Option | undefined;
  let hasOptions = true;
  for (const word of words) {
    if (option !== undefined) option = undefined;
    else if (hasOptions && word === "--") hasOptions = false;
    else if (hasOptions && word.startsWith("-")) {
      const match = findOption(command, word);
      option = match !== undefined && takesValue(match) ? match : undefined;
    } else {
      const sub = argumentCount > 0 ? undefined : command.commands.find((subcommand) => subcommand.name() === word);
      if (sub === undefined) argumentCount += 1;
      else command = sub;
    }
  }
  return { command, argumentCount, option, hasOptions };
}

/** The names of options that begin with a word; for `--option=`, its values. */
function optionsOf(command: Command, word: string): WordSuggestions {
  const [, name, value] = /^(--[^=]+)=(.*)$/s.exec(word) ?? [];
  const option = name === undefined ? undefined : findOption(command, name);
  if (option !== undefined && value !== undefined) {
    const { words, hasFiles } = valuesOf(option, value);
    return { words: words.map((suggestion) => ({ ...suggestion, value: `${name}=${suggestion.value}` })), hasFiles };
  }
  const options = command.createHelp().visibleOptions(command);
  return {
    words: options
      .flatMap(({ long, short, description }) => ({ value: long ?? short ?? "", description }))
      .filter((suggestion) => suggestion.value !== "" && suggestion.value.startsWith(word)),
    hasFiles: false,
  };
}

function valuesOf({ argChoices }: Option, start: string): WordSuggestions {
  const values = argChoices?.filter((value) => value.startsWith(start)) ?? [];
  return { words: values.map((value) => ({ value, description: "" })), hasFiles: argChoices === undefined };
}

function findOption(command: Command, word: string): Option | undefined {
  return command.options.find(({ long, short }) => long === word || short === word);
}

function takesValue({ required, optional }: Option): boolean {
  return required || optional;
}

function visibleCommands(command: Command): readonly Command[] {
  return command.createHelp().visibleCommands(command);
}

/** The argument at a position; the last one may take all that follow. */
function argumentAt({ registeredArguments }: Command, position: number): Argument | undefined {
  const last = registeredArguments.at(-1);
  return registeredArguments[position] ?? (last?.variadic === true ? last : undefined);
}

function firstSentence(text: string): string {
  return text.split(/(?<=\.)\s/)[0] ?? text;
}

/** The answer to a script of a shell: a line for each word, with its description, and how to go on. The numbers are those of Cobra's scripts. */
export function suggestionText({ words, hasFiles }: WordSuggestions): string {
  const lines = words.map(({ value, description }) => `${value}\t${description}\n`);
  return `${lines.join("")}:${hasFiles ? 0 : 4}\n`;
}

/** Prints the script of a shell. At each Tab it calls `analytics-engines complete -- WORDS...`. */
export function printCompletion(shell: string): void {
  script(shell, "analytics-engines", "analytics-engines");
  // The library's script completes no names of files.
  if (shell === "bash")
    process.stdout.write("complete -o bashdefault -o default -F __analytics_engines_complete analytics-engines\n");
}
