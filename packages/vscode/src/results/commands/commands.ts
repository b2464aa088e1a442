import { UserError } from "@analytics-engines/runs/host";
import * as l10n from "@vscode/l10n";
import type { CommandHandlers } from "../../common/command-ids.ts";
import { runRefOf } from "../../jobs/runs/refs.ts";
import { runsOf } from "../../jobs/runs/runs.ts";
import type { Services } from "../../services/services.ts";
import { unitKeyOf } from "../source/compared-runs.ts";
import { parsePageState } from "../source/messages.ts";
import { viewersOf } from "../viewers/history-viewers.ts";
import { openAsResult } from "../viewers/open-as-result.ts";
import { compareRuns } from "./compare-commands.ts";

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
    compare: (argument, other) => compareRuns(services, argument, other),
    async export(argument, to) {
      const { chooseFormat, exportResult, formatOf } = await import("../export/export-commands.ts");
      const result = await target(argument);
      return exportResult(result, formatOf(to) ?? (await chooseFormat(result)), to);
    },
    async openRaw(argument) {
      const { openRaw } = await import("../viewers/raw-document.ts");
      return openRaw(await target(argument));
    },
    async openExternally(argument) {
      const { openExternally } = await import("../export/open-document.ts");
      await openExternally(await target(argument));
    },
  };

  async function target(argument: unknown) {
    const { findTarget } = await import("./targets.ts");
    return findTarget(runs, viewers, argument);
  }
}
