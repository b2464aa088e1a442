import { UserError } from "@analytics-engines/runs/host";
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { CommandHandlers } from "../../common/command-ids.ts";
import { pickOne } from "../../common/questions.ts";
import { runTitle } from "../../jobs/runs/presentation.ts";
import { type RunRef, runRefOf } from "../../jobs/runs/refs.ts";
import { runsOf } from "../../jobs/runs/runs.ts";
import { runItem } from "../../jobs/view/running-list.ts";
import type { Services } from "../../services/services.ts";
import { comparisonState, lastTwoRuns } from "../source/compared-runs.ts";
import { viewersOf } from "../viewers/history-viewers.ts";
import type { Viewer } from "../viewers/viewer.ts";
import { activeRef } from "./active-target.ts";

/** What the user of this window selected in the Jobs view, to compare with the next choice. */
let selected: RunRef | undefined;

type CompareVerb = "compareWith" | "compareWithLastRun" | "selectForCompare" | "compareWithSelected";

/** The commands that compare runs and units. Each opens the page of the later run beside the earlier one. */
export function compareCommands(services: Services): Pick<CommandHandlers<"results">, CompareVerb> {
  const runs = runsOf(services);
  const viewers = viewersOf(services);
  return {
    async compareWith(argument, other) {
      const ref = runRefOf(argument) ?? (await activeRef(viewers));
      if (ref === undefined) throw new UserError(l10n.t("No run is open. Open the results of a run in the Jobs view."));
      return compare({ run: typeof other === "string" ? other : await chooseOther(ref.run) }, ref);
    },
    async compareWithLastRun(argument, unitId) {
      const uri = argument instanceof vscode.Uri ? argument : vscode.window.activeTextEditor?.document.uri;
      if (uri === undefined)
        throw new UserError(l10n.t("No parameter file is open. Open one to compare its last two runs."));
      const unit = typeof unitId === "string" ? unitId : undefined;
      const { now, before } = lastTwoRuns((await runs.loadedStore()).runs, { uri: uri.toString(), unit });
      const name = vscode.workspace.asRelativePath(uri, false);
      if (now === undefined) throw new UserError(l10n.t("{0} has no run in the history. Run it first.", name));
      if (before === undefined)
        throw new UserError(l10n.t("{0} has no earlier run with results. Run it again to compare.", name));
      return compare(before, now);
    },
    async selectForCompare(argument) {
      const ref = refOf(argument);
      const run = await runOf(ref);
      selected = ref;
      await vscode.commands.executeCommand("setContext", "analyticsEngines.compareSelected", true);
      const what = ref.unit ?? runTitle(run);
      vscode.window.setStatusBarMessage(l10n.t("Selected for compare: {0}", what.replaceAll("$(", "$ (")), 5000);
    },
    async compareWithSelected(argument) {
      if (selected === undefined)
        throw new UserError(
          l10n.t("Nothing is selected. Choose Select for Compare on a run or unit in the Jobs view."),
        );
      return compare(selected, refOf(argument));
    },
  };

  function refOf(argument: unknown): RunRef {
    const ref = runRefOf(argument);
    if (ref === undefined) throw new UserError(l10n.t("No run is selected. Select one in the Jobs view."));
    return ref;
  }

  async function runOf({ run: id }: RunRef) {
    const run = (await runs.loadedStore()).run(id);
    if (run === undefined) throw new UserError(l10n.t("This run is no longer in the history. Choose another one."));
    return run;
  }

  async function compare(one: RunRef, other: RunRef): Promise<Viewer> {
    const [first, second] = [await runOf(one), await runOf(other)];
    const state = comparisonState(
      { ref: one, startedAt: first.record.startedAt },
      { ref: other, startedAt: second.record.startedAt },
    );
    if (state === undefined) throw new UserError(l10n.t("A run cannot be compared with itself. Choose another one."));
    return viewers.openRun(state);
  }

  async function chooseOther(run: string): Promise<string> {
    const store = await runs.loadedStore();
    const runFiles = store.run(run)?.record.files.map(({ path }) => path) ?? [];
    const isAlike = (one: { readonly path: string }) => runFiles.includes(one.path);
    const others = store.runs.filter(({ record, state }) => state === "finished" && record.id !== run);
    if (others.length === 0)
      throw new UserError(l10n.t("There is no other run to compare with. Run a parameter file again."));
    // Runs of the same files first.
    const sorted = others.toSorted((one, two) => {
      return Number(two.record.files.some(isAlike)) - Number(one.record.files.some(isAlike));
    });
    const items = sorted.map((one) => runItem(one, services.clock.now()));
    return (await pickOne(items, { placeHolder: l10n.t("Compare with which run?") })).ref.run;
  }
}
