import * as toolkit from "@actions/core";
import { replaceText, retryBusyNow } from "@analytics-engines/runs/files";

/** The longest output, characters. GitHub drops all outputs of a job beyond 1 MiB in UTF-16, so this leaves room for the others. */
export const MAX_OUTPUT_LENGTH = 480_000;

export type Outputs = ReturnType<typeof createOutputs>;

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
