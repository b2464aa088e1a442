import { getBooleanInput, getInput, getMultilineInput } from "@actions/core";
import { UserError } from "@analytics-engines/runs/host";

/** The environment of a step. */
export type Env = Readonly<Record<string, string | undefined>>;

export type InputReader = ReturnType<typeof createInputReader>;

/**
 * Reads the inputs that the runner passes in the environment of this process, and collects all their problems, so that the user can correct
 * them at once. A message never repeats a bad value: it can be a secret in the wrong input.
 */
export function createInputReader() {
  const problems: string[] = [];
  const refuse = (sentence: string) => {
    problems.push(sentence);
  };
  const text = (name: string) => getInput(name) || undefined;
  const number = (name: string, pattern: RegExp, allowed: (value: number) => boolean, rule: string) => {
    const value = text(name);
    if (value === undefined) return undefined;
    if (pattern.test(value) && allowed(Number(value))) return Number(value);
    refuse(`Input ${name} ${rule}`);
    return undefined;
  };
  return {
    /** The trimmed text; `undefined` if the input is absent or blank. */
    text,
    /** One line of text. */
    line(name: string): string | undefined {
      const value = text(name);
      if (value === undefined || !/[\r\n]/.test(value)) return value;
      refuse(`Input ${name} must be one line.`);
      return undefined;
    },
    /** The lines that are not blank, trimmed; without comments (`# ...`). */
    lines: (name: string): readonly string[] =>
      getMultilineInput(name).filter((line) => line !== "" && !line.startsWith("#")),
    /** `true` or `false`, in the spellings of YAML's core schema. */
    flag(name: string, fallback = true): boolean {
      if (text(name) === undefined) return fallback;
      try {
        return getBooleanInput(name);
      } catch {
        refuse(`Input ${name} must be true or false.`);
        return fallback;
      }
    },
    choice<Choice extends string, Fallback extends Choice | undefined>(
      name: string,
      choices: readonly Choice[],
      fallback: Fallback,
    ): Choice | Fallback {
      const value = text(name);
      if (value === undefined) return fallback;
      const choice = choices.find((each) => each === value);
      if (choice === undefined) refuse(`Input ${name} must be one of: ${choices.join(", ")}.`);
      return choice ?? fallback;
    },
    /** A whole number from `min` to `max`. */
    integer: (name: string, min: number, max: number): number | undefined =>
      number(name, /^\d+$/, (value) => value >= min && value <= max, `must be a whole number from ${min} to ${max}.`),
    /** A number above 0 and up to `max`; fractions are allowed. */
    positive: (name: string, max: number): number | undefined =>
      number(name, /^\d+(\.\d+)?$/, (value) => value > 0 && value <= max, `must be a number above 0 and up to ${max}.`),
    /** Adds a problem: a sentence that says what is allowed. */
    refuse,
    /** Throws UserError if anything was refused. */
    finish() {
      if (problems.length > 0) throw new UserError(problems);
    },
  };
}
