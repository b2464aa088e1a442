import * as vscode from "vscode";
import { lazily } from "../../common/async.ts";
import type { Services } from "../../services/services.ts";
import { runsOf } from "../runs/runs.ts";

const loadSuggestions = lazily(() => import("./check-suggestions.ts"));

/** Completes in checks files the columns, the texts of rows, the units and the files of the last results. */
export function offerCheckCompletion(services: Services): void {
  const runs = runsOf(services);
  const provider: vscode.CompletionItemProvider = {
    async provideCompletionItems(document, position) {
      if (!runs.mayHaveHistory() || !vscode.workspace.isTrusted) return undefined;
      const { completeCheck } = await loadSuggestions();
      return [...(await completeCheck(runs, document, position))];
    },
  };
  services.subscriptions.push(
    vscode.languages.registerCompletionItemProvider({ pattern: "**/*.checks.json" }, provider, '"', ":", " "),
  );
}
