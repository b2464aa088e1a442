import { getBooleanInput, getInput, getMultilineInput } from "@actions/core";
import { UserError } from "@analytics-engines/runs/user-error";

/** The environment of a step. */
export type Env = Readonly<Record<string, string | undefined>>;

/**
 * Reads the inputs of a step and collects all their problems, so that the user can correct them at once. A message never repeats a bad value:
 * it can be a secret in the wrong input.
 */
export interface InputReader {
  /** The trimmed text; `undefined` where the input is absent or blank. */
  text(name: string): string | undefined;
  /** One line of text. */
  line(name: string): string | undefined;
  /** The lines that are not blank, trimmed; without comments (`# ...`). */
  lines(name: string): readonly string[];
  /** `true` or `false`, in the spellings of YAML's core schema. */
  flag(name: string, fallback: boolean): boolean;
  choice<Choice extends string>(name: string, choices: readonly Choice[], fallback: Choice): Choice;
  /** A whole number from `min` to `max`. */
  integer(name: string, range: { readonly min: number; readonly max: number }): number | undefined;
  /** A number above 0 and up to `max`; fractions are allowed. */
  positive(name: string, max: number): number | undefined;
  /** Adds a problem: a sentence that says what is allowed. */
  refuse(sentence: string): void;
  /** Throws UserError if anything was refused. */
  finish(): void;
}

/** Reads the inputs that the runner passes in the environment of this process. */
export function createInputReader(): InputReader {
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
    text,
    line(name) {
      const value = text(name);
      if (value === undefined || !/[\r\n]/.test(value)) return value;
      refuse(`Input ${name} must be one line.`);
      return undefined;
    },
    lines: (name) => getMultilineInput(name).filter((line) => line !== "" && !line.startsWith("#")),
    flag(name, fallback) {
      if (text(name) === undefined) return fallback;
      try {
        return getBooleanInput(name);
      } catch {
        refuse(`Input ${name} must be true or false.`);
        return fallback;
      }
    },
    choice(name, choices, fallback) {
      const value = text(name);
      if (value === undefined) return fallback;
      const choice = choices.find((each) => each === value);
      if (choice === undefined) refuse(`Input ${name} must be one of: ${choices.join(", ")}.`);
      return choice ?? fallback;
    },
    integer: (name, { min, max }) =>
      number(name, /^\d+$/, (value) => value >= min && value <= max, `must be a whole number from ${min} to ${max}.`),
    positive: (name, max) =>
      number(name, /^\d+(\.\d+)?$/, (value) => value > 0 && value <= max, `must be a number above 0 and up to ${max}.`),
    refuse,
    finish() {
      if (problems.length > 0) throw new UserError(problems);
    },
  };
}
