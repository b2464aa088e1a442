import { renameSync, writeFileSync } from "node:fs";
import { setOutput } from "@actions/core";

/** GitHub drops all outputs of a job beyond 1 MiB in UTF-16; an output of so many characters leaves room for the others. */
export const outputLimit = 480_000;

/** The step's outputs. Each `set` replaces the whole file, so that an output may be set often without the file growing. */
export interface Outputs {
  set(values: Readonly<Record<string, string>>): void;
}

/** Outputs for the file that `GITHUB_OUTPUT` names. Without one (no runner) they go nowhere. */
export function createOutputs(): Outputs {
  const all = new Map<string, string>();
  return {
    set(values) {
      for (const [name, value] of Object.entries(values)) all.set(name, value);
      const file = process.env["GITHUB_OUTPUT"] ?? "";
      if (file === "") return;
      const fresh = `${file}.new`;
      writeFileSync(fresh, "");
      // The toolkit appends to the file that the variable names: here to a fresh one.
      process.env["GITHUB_OUTPUT"] = fresh;
      try {
        for (const [name, value] of all) setOutput(name, value);
      } finally {
        process.env["GITHUB_OUTPUT"] = file;
      }
      // Renamed into place: a kill leaves the earlier outputs or the new ones, never half of them.
      renameSync(fresh, file);
    },
  };
}
