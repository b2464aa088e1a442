import { isObject } from "@analytics-engines/core/basics";
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { pickOne } from "../../common/questions.ts";
import { baseName } from "../../common/texts.ts";
import { compareParameterFiles, pickOtherFile } from "../../editor/commands/compare.ts";
import { HEAD, isVersioned } from "../../editor/documents/git.ts";
import type { RunRef } from "../../jobs/runs/refs.ts";
import { whenText } from "../../jobs/runs/run-titles.ts";
import { runsOf } from "../../jobs/runs/runs.ts";
import { executeCommand } from "../../services/commands.ts";
import type { Services } from "../../services/services.ts";
import { lastTwoRuns } from "../source/compared-runs.ts";
import type { Viewer } from "../viewers/viewer.ts";

/** The comparisons of the results of a file. */
interface ResultComparisons {
  readonly lastRuns: () => Promise<Viewer>;
  readonly otherRun: (lastRun: RunRef) => Promise<Viewer>;
}

/** Shows as text what differs between the requests of a file and of another one, or of `HEAD`. */
export async function compareRequests(
  services: Services,
  uri: vscode.Uri,
  before: vscode.Uri | typeof HEAD,
): Promise<undefined> {
  await compareParameterFiles(services, uri, before);
  return undefined;
}

/**
 * Compares a parameter file with what is given, or with what the user picks: results with those of an earlier run, or its request.
 * @returns the page with the results; undefined for a comparison of requests
 */
export async function compareFile(
  services: Services,
  uri: vscode.Uri,
  comparedWith: unknown,
  { lastRuns, otherRun }: ResultComparisons,
): Promise<Viewer | undefined> {
  if (comparedWith === HEAD || comparedWith instanceof vscode.Uri) return compareRequests(services, uri, comparedWith);
  if (isObject(comparedWith)) return lastRuns();
  const runs = runsOf(services);
  const { runs: all } = await runs.loadedStore();
  const { now, before } = lastTwoRuns(all, { uri: uri.toString(), unit: undefined });
  const lastRun = all.find(({ record }) => record.id === now?.run);
  const hasOtherRun = all.some(({ record, state }) => state === "finished" && record.id !== now?.run);
  const items: (vscode.QuickPickItem & { readonly compare: () => Promise<Viewer | undefined> })[] = [];
  if (before !== undefined)
    items.push({
      label: l10n.t("Results of Last Run"),
      description: l10n.t("with those of the run before"),
      compare: lastRuns,
    });
  if (now !== undefined && hasOtherRun)
    items.push({
      label: l10n.t("Results of Another Run"),
      description: l10n.t("with those of the last run"),
      compare: () => otherRun(now),
    });
  if (now !== undefined && lastRun !== undefined)
    items.push({
      label: l10n.t("Request of Last Run"),
      description: whenText(lastRun.record.startedAt, services.clock.now()),
      async compare() {
        await executeCommand("analyticsEngines.jobs.compareParameters", now);
        return undefined;
      },
    });
  if (isVersioned(uri))
    items.push({
      label: HEAD,
      description: l10n.t("the last commit"),
      compare: () => compareRequests(services, uri, HEAD),
    });
  items.push({
    label: l10n.t("Another Parameter File"),
    compare: async () => compareRequests(services, uri, await pickOtherFile(services, uri)),
  });
  const placeHolder = l10n.t("Compare {0} with what?", baseName(uri.path));
  return (await pickOne(items, { placeHolder, matchOnDescription: true })).compare();
}
