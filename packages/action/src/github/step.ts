import { statSync } from "node:fs";
import * as toolkit from "@actions/core";
import {
  endGroup,
  error,
  getBooleanInput,
  getInput,
  getMultilineInput,
  info,
  isDebug,
  notice,
  setSecret,
  startGroup,
  summary,
  warning,
} from "@actions/core";
import { messageOf, printable, visible, withSlashes } from "@analytics-engines/core/basics";
import { replaceText, retryBusy, retryBusyNow } from "@analytics-engines/runs/files";
import { UserError, userLines } from "@analytics-engines/runs/progress";
import packageJson from "../../package.json" with { type: "json" };

/** The environment of a step, its log and its outputs. */
export interface Step {
  readonly env: Env;
  readonly log: Log;
  readonly outputs: Outputs;
}

/** A step with its checked inputs. */
export interface StepWith<Inputs> extends Step {
  readonly inputs: Inputs;
}

/**
 * Runs a step of a workflow. `work` returns the exit code; if it throws, the step fails and reports why.
 *
 * @param outputsOf the outputs of a step that fails with this error
 */
export async function runStep(
  work: (step: Step) => Promise<number>,
  outputsOf: (error: unknown) => Readonly<Record<string, string>> = () => ({}),
): Promise<void> {
  const outputs = createOutputs();
  try {
    process.exitCode = await work({ env: process.env, log, outputs });
  } catch (error) {
    outputs.set(outputsOf(error));
    reportFailure(log, error);
    process.exitCode = 1;
  }
}

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
  const line = (name: string) => {
    const value = text(name);
    if (value === undefined || !/[\r\n]/.test(value)) return value;
    refuse(`Input ${name} must be one line.`);
    return undefined;
  };
  const lines = (name: string): readonly string[] =>
    getMultilineInput(name).filter((value) => value !== "" && !value.startsWith("#"));
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
    line,
    /** The lines that are not blank, trimmed; without comments (`# ...`). */
    lines,
    /** A path, with `/` alone: a workflow that was written on Windows means the same on every runner. */
    path(name: string): string | undefined {
      const value = line(name);
      return value === undefined ? undefined : withSlashes(value);
    },
    /** Paths or globs, one in each line, with `/` alone. */
    paths: (name: string): readonly string[] => lines(name).map(withSlashes),
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
      const choice = choices.find((candidate) => candidate === value);
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

/** The place of an annotation. */
export interface AnnotationPlace {
  /** Path from the root of the repository, with `/`. */
  readonly file: string;
  /** From 1. */
  readonly line?: number;
  readonly column?: number;
}

export type AnnotationLevel = "error" | "warning" | "notice";

const annotate = { error, warning, notice };

/**
 * The log of a step, on standard output: plain lines, and workflow commands, which only our own code can issue. Hidden characters and
 * commands in a line, which the toolkit accepts, are spelt out first.
 */
export const log = {
  /** Writes a plain line. Untrusted text in it cannot issue a command. */
  line: (text: string): void => info(printable(text)),
  /** Opens a group of lines that readers can fold. `endGroup` closes it. */
  group: (title: string): void => startGroup(visible(title)),
  endGroup,
  /** Hides a secret in all later output of the job. Blank text is not masked. */
  mask(secret: string): void {
    if (secret.trim() !== "") setSecret(secret);
  },
  annotate(
    level: AnnotationLevel,
    message: string,
    { title, place }: { readonly title?: string; readonly place?: AnnotationPlace } = {},
  ): void {
    annotate[level](
      message
        .split(/\r\n|\r|\n/)
        .map(visible)
        .join("\n"),
      {
        ...(title !== undefined && { title: visible(title) }),
        ...(place !== undefined && { file: place.file }),
        ...(place?.line !== undefined && { startLine: place.line }),
        ...(place?.column !== undefined && { startColumn: place.column }),
      },
    );
  },
};

export type Log = typeof log;

/** The longest output, characters. GitHub drops all outputs of a job beyond 1 MiB in UTF-16, so this leaves room for the others. */
export const MAX_OUTPUT_LENGTH = 480_000;

type Outputs = ReturnType<typeof createOutputs>;

/** The outputs of a step, in the file that `GITHUB_OUTPUT` names. Without it (no runner), nothing is written. */
export function createOutputs() {
  const all = new Map<string, string>();
  return {
    /** Adds outputs. Replaces the whole file, so that the file does not grow. */
    set(values: Readonly<Record<string, string>>): void {
      for (const [name, value] of Object.entries(values)) all.set(name, value);
      const file = process.env["GITHUB_OUTPUT"] ?? "";
      if (file === "") return;
      // A kill leaves either the old or the new outputs, never a part of them.
      replaceText(file, Array.from(all, ([name, value]) => outputText(name, value)).join(""));
    },
  };
}

/** An output as the runner reads it: the value between two lines that it does not contain. */
function outputText(name: string, value: string): string {
  let end: string;
  do end = `end-${String(Math.floor(Math.random() * 1e15)).padStart(15, "0")}`;
  while (value.includes(end));
  return `${name}<<${end}\n${value}\n${end}\n`;
}

/** Saves a value for the post step of this action, in the file that `GITHUB_STATE` names. */
export function saveState(name: string, value: string): void {
  retryBusyNow(() => toolkit.saveState(name, value), { path: process.env["GITHUB_STATE"] ?? "" });
}

/**
 * A value as JSON for an output; `empty` if it would be too long, because a part of it would be worse than nothing, and the run folder or
 * log has all of it.
 */
export function jsonOutput(value: unknown, empty: "[]" | "{}", limit: number = MAX_OUTPUT_LENGTH): string {
  const text = JSON.stringify(value);
  return text.length <= limit ? text : empty;
}

/** The longest summary of a step that GitHub shows, bytes. */
export const MAX_SUMMARY_BYTES = 1024 * 1024;

/**
 * Adds to the job's summary, in the file that `GITHUB_STEP_SUMMARY` names. Without it (no runner), nothing is written.
 *
 * @param render makes the text for the bytes that are left of the limit
 */
export async function writeSummary(render: (limit: number) => string): Promise<void> {
  const file = process.env["GITHUB_STEP_SUMMARY"] ?? "";
  if (file === "") return;
  const usedBytes = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  const text = summary.addRaw(render(Math.max(0, MAX_SUMMARY_BYTES - usedBytes)));
  await retryBusy(() => text.write(), { path: file });
}

/** Reports why a step fails, with a line for each problem that the user can correct. For a defect of ours, it says how to find it. */
function reportFailure(log: Log, error: unknown): void {
  const lines = userLines(error);
  for (const line of lines ?? []) log.annotate("error", line);
  if (lines !== undefined) return;
  const message = messageOf(error);
  log.annotate(
    "error",
    `${message} This looks like a defect of the action.${isDebug() ? "" : " Run the job again with debug logging to see where."}`,
  );
  if (isDebug() && error instanceof Error) process.stdout.write(rawBlock(error.stack ?? error.message));
}

/** Lines to show unchanged, such as a stack. Commands in them are disabled until a random token. */
export function rawBlock(text: string): string {
  const token = crypto.randomUUID();
  return [`::stop-commands::${token}`, ...text.split(/\r\n|\r|\n/), `::${token}::`, ""].join("\n");
}

/** An address in the repository of the workflow; `undefined` without a runner. */
export function repositoryLink(
  { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository }: Env,
  rest: string,
): string | undefined {
  return server && repository ? `${server}/${repository}/${rest}` : undefined;
}

/** The address of the artifacts of this workflow run, to which the id of one is added. */
export function artifactsLink(env: Env): string | undefined {
  const run = env["GITHUB_RUN_ID"];
  return run ? repositoryLink(env, `actions/runs/${run}/artifacts/`) : undefined;
}

/** Name and version, for the manifest. */
export const TOOL = `analytics-engines/${packageJson.version}`;

/** The shell and its version, for the `User-Agent` of each request. */
export const USER_AGENT = `analytics-engines-action/${packageJson.version}`;
