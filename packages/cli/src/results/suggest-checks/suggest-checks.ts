import { suggestForRuns } from "@analytics-engines/runs/review";
import { openComparedFolder } from "../../run-folder.ts";
import { type ExitCode, printableJson } from "../../terminal/output.ts";

export interface SuggestOptions {
  readonly json?: true;
}

/** Prints a checks file with rules that all results of the runs pass. */
export async function suggestChecksCommand(names: readonly string[], { json }: SuggestOptions): Promise<ExitCode> {
  const runs = await Promise.all(names.map(openComparedFolder));
  const file = await suggestForRuns(runs);
  process.stdout.write(`${printableJson(json === true ? { version: 1, file } : file)}\n`);
  return 0;
}
