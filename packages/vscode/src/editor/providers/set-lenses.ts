import { countIssues } from "@analytics-engines/core/parameters";
import * as vscode from "vscode";
import { loadReaders, PROJECT_FILE_NAME } from "../../common/project-settings.ts";
import { toRange } from "../../common/vscode-util.ts";
import type { Services } from "../../services/services.ts";
import { folderOfProject } from "../documents/settings-issues.ts";
import { errorsLens } from "./lenses.ts";

/** Shows Run Set above each set of a project file. One in a folder below counts for nothing, so it has none. */
export function showSetLenses({ subscriptions }: Services): void {
  const changed = new vscode.EventEmitter<void>();
  const provider: vscode.CodeLensProvider = {
    onDidChangeCodeLenses: changed.event,
    async provideCodeLenses(document) {
      const isEnabled = vscode.workspace.getConfiguration("analyticsEngines.editor").get("codeLens", true);
      if (!isEnabled || folderOfProject(document.uri) === undefined) return [];
      const { readProject } = await loadReaders();
      const { project, issues, rangeOf } = readProject(document.getText());
      const sets = Object.keys(project?.sets ?? {});
      if (project === undefined) {
        const { errors } = countIssues([{ issues }]);
        return errors === 0 ? [] : [errorsLens(errors)];
      }
      return sets.flatMap((name) => {
        const range = rangeOf("sets", name);
        if (range === undefined) return [];
        const title = `$(play) ${vscode.l10n.t("Run Set")}`;
        const command = { title, command: "analyticsEngines.jobs.runSet", arguments: [name, document.uri] };
        return [new vscode.CodeLens(toRange(range), command)];
      });
    },
  };
  subscriptions.push(
    changed,
    vscode.languages.registerCodeLensProvider({ pattern: `**/${PROJECT_FILE_NAME}` }, provider),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration("analyticsEngines.editor.codeLens")) changed.fire();
    }),
  );
}
