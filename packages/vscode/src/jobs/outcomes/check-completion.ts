import * as vscode from "vscode";
import { lazily } from "../../common/async.ts";
import { rangeAt } from "../../common/vscode-util.ts";
import type { Services } from "../../services/services.ts";
import { runsOf } from "../runs/runs.ts";

const loadSuggestions = lazily(() => import("./check-suggestions.ts"));

/** Completes in checks files the columns, the texts of rows, the units and the files of the last results. */
export function offerCheckCompletion(services: Services): void {
  const runs = runsOf(services);
  const provider: vscode.CompletionItemProvider = {
    async provideCompletionItems(document, position) {
      if (!runs.mayHaveHistory() || !vscode.workspace.isTrusted) return undefined;
      const { suggestForCheck } = await loadSuggestions();
      const completion = await suggestForCheck(runs, document.getText(), document.offsetAt(position));
      if (completion === undefined) return undefined;
      const { place, suggestions } = completion;
      const range = rangeAt(document, place);
      return suggestions.map(({ text, unit }, index) => {
        const item = new vscode.CompletionItem(text, vscode.CompletionItemKind.Value);
        item.range = range;
        item.insertText = JSON.stringify(text);
        item.filterText = place.start === place.end ? text : JSON.stringify(text);
        item.sortText = `0${String(index).padStart(5, "0")}`;
        if (unit !== undefined) item.detail = vscode.l10n.t("in the last result of {0}", unit);
        return item;
      });
    },
  };
  services.subscriptions.push(
    vscode.languages.registerCompletionItemProvider({ pattern: "**/*.checks.json" }, provider, '"', ":", " "),
  );
}
