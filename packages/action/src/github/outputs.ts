import { renameSync, writeFileSync } from "node:fs";
import { setOutput } from "@actions/core";

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
      const fresh = `${file}.new`;
      writeFileSync(fresh, "");
      // The toolkit appends to the file that the variable names, so it names a new file here.
      process.env["GITHUB_OUTPUT"] = fresh;
      try {
        for (const [name, value] of all) setOutput(name, value);
      } finally {
        process.env["GITHUB_OUTPUT"] = file;
      }
      // The new file is renamed into place, so a kill leaves either the old or the new outputs, never a part of them.
      renameSync(fresh, file);
    },
  };
}

/**
 * A value as JSON for an output; `empty` if it would be too long, because a part of it would be worse than nothing, and the run folder or
 * log has all of it.
 */
export function jsonOutput(value: unknown, empty: "[]" | "{}", limit: number = MAX_OUTPUT_LENGTH): string {
  const text = JSON.stringify(value);
  return text.length <= limit ? text : empty;
}
