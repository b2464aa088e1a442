import { UserError } from "@analytics-engines/runs/progress";
import * as l10n from "@vscode/l10n";
import type { CommandHandlers } from "../../common/command-ids.ts";
import { resolveRef, runRefOf } from "../../jobs/runs/refs.ts";
import { type Runs, runsOf } from "../../jobs/runs/runs.ts";
import type { Services } from "../../services/services.ts";
import { chooseFormat, exportResult, formatOf, openExternally } from "../export/export-commands.ts";
import { unitKeyOf } from "../source/compared-runs.ts";
import { parsePageState } from "../source/messages.ts";
import { openRunFolder, type Target } from "../source/run-source.ts";
import { openRaw } from "../viewers/raw-document.ts";
import { openAsResult, type Viewers, viewersOf } from "../viewers/viewers.ts";
import { activeTarget, chooseUnit } from "./active-target.ts";
import { compare } from "./compare-commands.ts";
import { showTrend } from "./trend.ts";

/** The commands for the results of runs. */
export function resultCommands(services: Services): CommandHandlers<"results"> {
  const runs = runsOf(services);
  const viewers = viewersOf(services);
  return {
    open(argument, column) {
      const ref = runRefOf(argument);
      if (ref === undefined) throw new UserError(l10n.t("No run is selected. Select one in the Jobs view."));
      const selected = unitKeyOf(ref);
      const { cell } = parsePageState(argument);
      const state = { run: ref.run, ...(selected === undefined ? {} : { selected, cell }) };
      return typeof column === "number" ? viewers.openBeside(state, column) : viewers.openRun(state);
    },
    openFile: (argument) => openAsResult(viewers, argument),
    compare: (argument, comparedWith) => compare(services, argument, comparedWith),
    async export(argument, to) {
      const result = await target(argument);
      return exportResult(result, formatOf(to) ?? (await chooseFormat(result)), to);
    },
    async showTrend(argument) {
      const viewer = viewers.active();
      const cell = runRefOf(argument) === undefined ? viewer?.selectedCell : undefined;
      return showTrend(services, await target(argument), cell);
    },
    openRaw: async (argument) => openRaw(await target(argument)),
    async openExternally(argument) {
      await openExternally(await target(argument));
    },
  };

  async function target(argument: unknown) {
    return findTarget(runs, viewers, argument);
  }
}

/** Finds the unit of the argument, else the unit in the active page, else one that the user picks. */
export async function findTarget(runs: Runs, viewers: Viewers, argument: unknown): Promise<Target> {
  const ref = runRefOf(argument);
  if (ref === undefined) return activeTarget(viewers);
  const { run, job, unit } = await resolveRef(runs, ref);
  return chooseUnit(await openRunFolder(run.record.folder), job?.path, unit?.id);
}
