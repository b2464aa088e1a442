import { statSync } from "node:fs";
import { styleText } from "node:util";
import { escapeJson, printable } from "@analytics-engines/core/basics";
import type { StopSignal } from "@analytics-engines/runs/progress";

let isQuietNow = false;

/** Sets whether this process writes errors alone to standard error. */
export function setQuiet(quiet: boolean): void {
  isQuietNow = quiet;
}

/** Whether standard error gets errors alone. */
export function isQuiet(): boolean {
  return isQuietNow;
}

/** Says on standard error what is worth to know. */
export function note(sentence: string): void {
  if (!isQuiet()) process.stderr.write(`${printable(sentence)}\n`);
}

/** Says on standard error what went wrong without ending the command. */
export function warn(sentence: string): void {
  note(`Warning: ${sentence}`);
}

/** A value as JSON that is safe to print, indented by default. Numbers that JSON does not have become text: `"NaN"`, `"Infinity"`, `"-Infinity"`. */
export function printableJson(value: unknown, indent = 2): string {
  return escapeJson(JSON.stringify(value, wordOf, indent));
}

function wordOf(_key: string, value: unknown): unknown {
  return typeof value === "number" && !Number.isFinite(value) ? String(value) : value;
}

export type Style = "red" | "yellow" | "blue" | "green" | "bold" | "dim";

/** Colours a text that is already safe to print. */
export type Paint = (style: Style, text: string) => string;

/** Leaves texts unchanged. */
export const plain: Paint = (_, text) => text;

/** Colours the output of a terminal unless NO_COLOR is set; with FORCE_COLOR, any output. */
export function paintFor(stream: NodeJS.WriteStream): Paint {
  const hasColors = styleText("red", "x", { stream }) !== "x";
  return hasColors ? (style, text) => styleText(style, text, { validateStream: false }) : plain;
}

/** The widest line of a help, columns. */
export const HELP_COLUMNS = 100;

/**
 * What stands below the options in the help of a command: notes, examples and exit codes. Paragraphs are filled to the width; indented lines
 * stay as they are.
 */
export function guide(text: string): string {
  const paragraphs = text.trim().split(/\n\n+/);
  return `\n${paragraphs.map((paragraph) => (/^ /m.test(paragraph) ? paragraph : fill(paragraph))).join("\n\n")}`;
}

function fill(paragraph: string): string {
  const lines: string[] = [];
  for (const word of paragraph.split(/\s+/)) {
    const line = lines.at(-1);
    if (line === undefined || line.length + 1 + word.length > HELP_COLUMNS) lines.push(word);
    else lines[lines.length - 1] = `${line} ${word}`;
  }
  return lines.join("\n");
}

/** The exit code of `run --resume --no-wait` while jobs are in progress. */
export const JOBS_IN_PROGRESS = 3;

/** The exit codes of a command that a signal stopped: those of a shell, 128 and the number of the signal. */
const signalCodes = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143, SIGBREAK: 149 } as const satisfies Record<
  StopSignal,
  number
>;

/** The exit code of a command that a signal stopped. */
export function exitCodeOfSignal(name: StopSignal): (typeof signalCodes)[StopSignal] {
  return signalCodes[name];
}

/**
 * The exit code of the command. 0: success. 1: problems were found. 2: wrong use, or the command could not do what it should. 130: stopped by
 * Ctrl-C. 143, 129 and 149: by SIGTERM, by the end of the terminal, and by Ctrl-Break.
 */
export type ExitCode = 0 | 1 | 2 | typeof JOBS_IN_PROGRESS | ReturnType<typeof exitCodeOfSignal>;

/** Reading a file of this size takes more than a second. */
const LARGE_BYTES = 32 * 1024 * 1024;

/** Whether reading a file takes so long that progress is shown. */
export function isLarge(file: string): boolean {
  try {
    return statSync(file).size > LARGE_BYTES;
  } catch {
    return false;
  }
}
