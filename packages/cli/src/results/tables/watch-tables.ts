import path from "node:path";
import { findManifest } from "@analytics-engines/runs";
import { UserError } from "@analytics-engines/runs/host";
import type { ExitCode } from "../../exit-code.ts";
import { isRunFolder } from "../../run-folder/is-run-folder.ts";
import { createFileDigests } from "../../runs/watch/digest-files.ts";
import { repeatOnChange } from "../../runs/watch/repeat-on-change.ts";
import { STANDARD } from "../../terminal/standard-streams.ts";
import { findUnitResult } from "./run-units.ts";
import { type TablesOptions, tablesCommand } from "./tables.ts";

const MANIFEST = "manifest.json";

/** Shows tables as `tablesCommand` does, and again whenever their result changes, until a signal ends it. */
export async function watchTables(name: string, unit: string | undefined, options: TablesOptions): Promise<ExitCode> {
  if (name === STANDARD) throw new UserError("--watch needs a file or a run folder: standard input is read once.");
  const digest = createFileDigests(process.cwd());
  let latest: ReadonlyMap<string, string> = new Map();
  return repeatOnChange(
    async () => {
      const files = await digest(await filesOf(name, unit));
      // While a file is being replaced, and a run is in progress, the tables of before are the latest.
      if (files.size > 0) latest = files;
      return latest;
    },
    () => tablesCommand(name, unit, options),
  );
}

/** The file whose tables are shown; of a run folder without a unit, the manifest. None while the run is in progress. */
async function filesOf(name: string, unit: string | undefined): Promise<readonly string[]> {
  if (unit === undefined && !isRunFolder(name)) return [name];
  const folder = path.basename(name) === MANIFEST ? path.dirname(name) : name;
  const manifest = path.join(folder, MANIFEST);
  try {
    if ((await findManifest(folder))?.finishedAt === undefined) return [];
    return [unit === undefined ? manifest : await findUnitResult(name, unit)];
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    // The unit has no result in this run, which the command says.
    return [manifest];
  }
}
