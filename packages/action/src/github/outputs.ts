import { renameSync, writeFileSync } from "node:fs";
import { setOutput } from "@actions/core";

/** The longest output, characters. GitHub drops all outputs of a job beyond 1 MiB in UTF-16, so this leaves room for the others. */
export const MAX_OUTPUT_LENGTH = 480_000;

/** The outputs of a step. Each `set` replaces the whole file, so that the file does not grow. */
export interface Outputs {
  set(values: Readonly<Record<string, string>>): void;
}

/** Outputs for the file that `GITHUB_OUTPUT` names. Without it (no runner), nothing is written. */
export function createOutputs(): Outputs {
  const all = new Map<string, string>();
  return {
    set(values) {
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
      // Renamed into place: a kill leaves either the old or the new outputs, never a part of them.
      renameSync(fresh, file);
    },
  };
}
