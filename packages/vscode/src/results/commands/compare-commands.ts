import { UserError } from "@analytics-engines/runs/progress";
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { pickOne } from "../../common/questions.ts";
import { type RunRef, runRefOf } from "../../jobs/runs/refs.ts";
import { runsOf } from "../../jobs/runs/runs.ts";
import { runItem } from "../../jobs/view/rows.ts";
import type { Services } from "../../services/services.ts";
import { comparisonState, lastTwoRuns } from "../source/compared-runs.ts";
import type { Viewer } from "../viewers/viewer.ts";
import { viewersOf } from "../viewers/viewers.ts";
import { activeRef } from "./active-target.ts";

/**
 * Compares two runs or two units: opens the page of the later run beside the earlier one.
 * @param argument a run or a unit, by default that of the active page; or a parameter file, whose last two runs are compared
 * @param comparedWith the id of the other run, or the selected rows of the Jobs view; of a parameter file, the id of a unit. By default the user picks a run
 */
export async function compareRuns(services: Services, argument: unknown, comparedWith: unknown): Promise<Viewer> {
  const runs = runsOf(services);
  const viewers = viewersOf(services);
  const [first, second, ...more] = Array.isArray(comparedWith)
    ? comparedWith.flatMap((row) => runRefOf(row) ?? [])
    : [];
  if (first !== undefined && second !== undefined) {
    if (more.length > 0) throw new UserError(l10n.t("More than two rows are selected. Select two to compare."));
    return compare(first, second);
  }
  const ref = runRefOf(argument) ?? (argument instanceof vscode.Uri ? undefined : await activeRef(viewers));
  if (ref !== undefined)
    return compare({ run: typeof comparedWith === "string" ? comparedWith : await chooseOther(ref.run) }, ref);
  const uri = argument instanceof vscode.Uri ? argument : vscode.window.activeTextEditor?.document.uri;
  if (uri === undefined)
    throw new UserError(l10n.t("No run is open. Open the results of a run in the Jobs view, or a parameter file."));
  const unit = typeof comparedWith === "string" ? comparedWith : undefined;
  const { now, before } = lastTwoRuns((await runs.loadedStore()).runs, { uri: uri.toString(), unit });
  const name = vscode.workspace.asRelativePath(uri, false);
  if (now === undefined) throw new UserError(l10n.t("{0} has no run in the history. Run it first.", name));
  if (before === undefined)
    throw new UserError(l10n.t("{0} has no earlier run with results. Run it again to compare.", name));
  return compare(before, now);

  async function runOf({ run: id }: RunRef) {
    const run = (await runs.loadedStore()).run(id);
    if (run === undefined) throw new UserError(l10n.t("This run is no longer in the history. Choose another one."));
    return run;
  }

  async function compare(firstRef: RunRef, secondRef: RunRef): Promise<Viewer> {
    const [first, second] = [await runOf(firstRef), await runOf(secondRef)];
    const state = comparisonState(
      { ref: firstRef, startedAt: first.record.startedAt },
      { ref: secondRef, startedAt: second.record.startedAt },
    );
    if (state === undefined) throw new UserError(l10n.t("A run cannot be compared with itself. Choose another one."));
    return viewers.openRun(state);
  }

  async function chooseOther(run: string): Promise<string> {
    const store = await runs.loadedStore();
    const runFiles = store.run(run)?.record.files.map(({ path }) => path) ?? [];
    const isAlike = (runFile: { readonly path: string }) => runFiles.includes(runFile.path);
    const others = store.runs.filter(({ record, state }) => state === "finished" && record.id !== run);
    if (others.length === 0)
      throw new UserError(l10n.t("There is no other run to compare with. Run a parameter file again."));
    // Runs of the same files first.
    const sorted = others.toSorted((firstRun, secondRun) => {
      return Number(secondRun.record.files.some(isAlike)) - Number(firstRun.record.files.some(isAlike));
    });
    const now = services.clock.now();
    const items = await Promise.all(sorted.map((sortedRun) => runItem(runs, sortedRun, now)));
    return (await pickOne(items, { placeHolder: l10n.t("Compare with which run?") })).ref.run;
  }
}
