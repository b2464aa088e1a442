import * as vscode from "vscode";
import type { Services } from "../../services/services.ts";
import { runStatusText, runTitle } from "../runs/presentation.ts";
import { elapsedText } from "../runs/run-times.ts";
import type { RunView } from "../store/run.ts";

/** Long enough to notice and to click. */
const FLASH_MS = 8000;

/** Shows the outcome of a run in the status bar for some seconds. A click shows its results. */
export function flashOutcome({ clock }: Services, run: RunView): void {
  const { id, end } = run.record;
  if (end === undefined) return;
  const isGood = end.status === "success";
  const item = vscode.window.createStatusBarItem("analyticsEngines.outcome", vscode.StatusBarAlignment.Left, 48);
  const outcome = `${runStatusText(end.status)}, ${elapsedText(run.record, clock.now())}`;
  const text = vscode.l10n.t("{0}: {1}", runTitle(run), outcome);
  item.name = vscode.l10n.t("Analytics Engines Outcome");
  item.text = `$(${isGood ? "pass" : "error"}) ${text.replaceAll("$(", "$ (")}`;
  item.tooltip = vscode.l10n.t("Show the results");
  item.accessibilityInformation = { label: text, role: "button" };
  item.command = { title: item.tooltip, command: "analyticsEngines.jobs.showResults", arguments: [{ run: id }] };
  if (!isGood) item.backgroundColor = new vscode.ThemeColor("statusBarItem.errorBackground");
  item.show();
  clock.setTimer(FLASH_MS, () => item.dispose());
}
