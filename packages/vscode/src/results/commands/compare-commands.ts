import { isObject } from "@analytics-engines/core/basics";
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
import { compareFile, compareRequests } from "./compare-file.ts";

/**
 * Compares two runs or two units, which opens the page of the later run beside the earlier one, or two versions of parameters. What is not
 * given, the user picks.
 * @param argument a run, a unit or a parameter file; by default what the active page or editor shows
 * @param comparedWith of a run: the id of the other one, or the selected rows of the Jobs view. Of a file: `HEAD`, another file, the selected
 * files, or for its last two runs an object, which may name a unit
 */
export async function compare(
  services: Services,
  argument: unknown,
  comparedWith: unknown,
): Promise<Viewer | undefined> {
  const selected = Array.isArray(comparedWith) ? comparedWith : [];
  const [first, second, ...more] = selected.flatMap((row) => runRefOf(row) ?? []);
  if (first !== undefined && second !== undefined) {
    if (more.length > 0) throw new UserError(l10n.t("More than two rows are selected. Select two to compare."));
    return compareRuns(services, first, second);
  }
  const [firstFile, secondFile] = selected.filter((item) => item instanceof vscode.Uri);
  if (firstFile !== undefined && secondFile !== undefined) return compareRequests(services, secondFile, firstFile);
  const ref = runRefOf(argument) ?? (argument instanceof vscode.Uri ? undefined : await activeRef(viewersOf(services)));
  if (ref !== undefined) {
    const otherRun = typeof comparedWith === "string" ? comparedWith : await chooseOther(services, ref.run);
    return compareRuns(services, { run: otherRun }, ref);
  }
  const uri = argument instanceof vscode.Uri ? argument : vscode.window.activeTextEditor?.document.uri;
  if (uri === undefined)
    throw new UserError(l10n.t("No run is open. Open the results of a run in the Jobs view, or a parameter file."));
  return compareFile(services, uri, comparedWith, {
    lastRuns: () => compareLastRuns(services, uri, isObject(comparedWith) ? comparedWith["unit"] : undefined),
    otherRun: async (lastRun) => compareRuns(services, { run: await chooseOther(services, lastRun.run) }, lastRun),
  });
}

/** Compares the last two runs of a file or of a unit of it. The units of the file come first. */
async function compareLastRuns(services: Services, uri: vscode.Uri, unitId: unknown): Promise<Viewer> {
  const unit = typeof unitId === "string" ? unitId : undefined;
  const { runs } = await runsOf(services).loadedStore();
  const { now, before } = lastTwoRuns(runs, { uri: uri.toString(), unit });
  const name = vscode.workspace.asRelativePath(uri, false);
  if (now === undefined) throw new UserError(l10n.t("{0} has no run in the history. Run it first.", name));
  if (before === undefined)
    throw new UserError(l10n.t("{0} has no earlier run with results. Run it again to compare.", name));
  return compareRuns(services, before, now);
}

async function compareRuns(services: Services, firstRef: RunRef, secondRef: RunRef): Promise<Viewer> {
  const store = await runsOf(services).loadedStore();
  const runOf = ({ run: id }: RunRef) => {
    const run = store.run(id);
    if (run === undefined) throw new UserError(l10n.t("This run is no longer in the history. Choose another one."));
    return run;
  };
  const [first, second] = [runOf(firstRef), runOf(secondRef)];
  const state = comparisonState(
    { ref: firstRef, startedAt: first.record.startedAt },
    { ref: secondRef, startedAt: second.record.startedAt },
  );
  if (state === undefined) throw new UserError(l10n.t("A run cannot be compared with itself. Choose another one."));
  return viewersOf(services).openRun(state);
}

async function chooseOther(services: Services, run: string): Promise<string> {
  const runs = runsOf(services);
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
