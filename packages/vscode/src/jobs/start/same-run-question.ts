import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { fileTitle, runTitle } from "../runs/run-titles.ts";
import type { Runs } from "../runs/runs.ts";
import { isActive, type RunView } from "../store/run.ts";
import type { PreparedFile } from "./prepare.ts";

interface Answer extends vscode.QuickPickItem {
  readonly isRun: boolean;
}

/**
 * Asks whether to run files although a run in progress computes the same: the service may refuse the second job. Shows that run if the user
 * prefers it. The question goes away when that run ends, and then the files run.
 * @returns whether to run
 */
export async function mayRunAgain(runs: Runs, same: RunView, files: readonly PreparedFile[]): Promise<boolean> {
  const [title, sameTitle] = [fileTitle(files.map(({ file }) => file)), runTitle(same)];
  const isOwn = files.every(({ file }) => same.record.files.some(({ path }) => path === file.path));
  const question = isOwn
    ? l10n.t("{0} is already running with the same parameters.", title)
    : l10n.t("{0} has the same parameters as {1}, which is already running.", title, sameTitle);
  const pick = vscode.window.createQuickPick<Answer>();
  pick.title = question;
  pick.placeholder = l10n.t("Without an answer, it runs when the other run ends.");
  pick.ignoreFocusOut = true;
  pick.items = [
    { label: l10n.t("Show It"), description: sameTitle, isRun: false },
    { label: l10n.t("Run Again"), description: l10n.t("The service may refuse it as a duplicate."), isRun: true },
  ];
  const { promise, resolve } = Promise.withResolvers<boolean | undefined>();
  const id = same.record.id;
  const listeners = [
    pick.onDidAccept(() => resolve(pick.selectedItems[0]?.isRun)),
    pick.onDidHide(() => resolve(undefined)),
    runs.onDidChange(() => {
      const current = runs.loadedRuns().find(({ record }) => record.id === id);
      if (current === undefined || !isActive(current)) resolve(true);
    }),
  ];
  pick.show();
  const isRun = await promise;
  for (const listener of listeners) listener.dispose();
  pick.dispose();
  if (isRun === false) runs.reveal(id);
  return isRun === true;
}
