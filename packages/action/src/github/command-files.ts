import { appendFileSync, renameSync, writeFileSync } from "node:fs";

/** GitHub drops all outputs of a job beyond 1 MiB in UTF-16; an output of so many characters leaves room for the others. */
export const outputLimit = 480_000;

/** The step's outputs. Each `set` makes the whole file anew, so that an output may be set often without the file growing. */
export interface Outputs {
  set(values: Readonly<Record<string, string>>): void;
}

/** @param file The path in `GITHUB_OUTPUT`. Without one (no runner) outputs go nowhere. */
export function createOutputs(file: string | undefined): Outputs {
  const all = new Map<string, string>();
  return {
    set(values) {
      for (const [name, value] of Object.entries(values)) all.set(name, value);
      if (file === undefined || file === "") return;
      const text = Array.from(all, ([name, value]) => formatEntry(name, value)).join("");
      // Renamed into place: a kill leaves the earlier outputs or the new ones, never half of them.
      writeFileSync(`${file}.new`, text);
      renameSync(`${file}.new`, file);
    },
  };
}

/**
 * Leaves a value for the `post` step, which finds it in `STATE_<name>`.
 *
 * @param file The path in `GITHUB_STATE`.
 */
export function saveState(file: string | undefined, name: string, value: string): void {
  if (file !== undefined && file !== "") appendFileSync(file, formatEntry(name, value));
}

/**
 * `name<<delimiter`, the value, the delimiter. The delimiter does not occur in the value; one that cannot be guessed would do as well,
 * but loading random numbers takes a seventh of the time in which the action starts.
 */
function formatEntry(name: string, value: string): string {
  let delimiter = "end-of-value";
  while (value.includes(delimiter)) delimiter += "-";
  return `${name}<<${delimiter}\n${value}\n${delimiter}\n`;
}
