import { suggestForRuns } from "@analytics-engines/runs/review";
import type { ExitCode } from "../exit-code.ts";
import { openComparedFolder } from "../run-folder/open-run-folder.ts";
import { printableJson } from "../terminal/printable-json.ts";

/** Prints a checks file with rules that all results of the runs pass. */
export async function suggestChecksCommand(names: readonly string[]): Promise<ExitCode> {
  const runs = await Promise.all(names.map(openComparedFolder));
  process.stdout.write(`${printableJson(await suggestForRuns(runs))}\n`);
  return 0;
}
