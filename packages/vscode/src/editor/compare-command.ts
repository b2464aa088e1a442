import * as vscode from "vscode";
import { registerCommand } from "../common/commands.ts";
import type { Services } from "../common/context.ts";
import { UserError } from "../common/errors.ts";
import type { Documents } from "./documents.ts";
import { textInHead } from "./git.ts";
import { loadEngine } from "./load.ts";
import type { Pages } from "./pages.ts";

declare module "../common/commands.ts" {
  interface CommandArguments {
    "analyticsEngines.editor.compareWithHead": [uri?: unknown];
  }
}

/** Tells what changed in a parameter file since the last commit, in words. */
export function offerComparison(services: Services, documents: Documents, pages: Pages): void {
  registerCommand(services, "analyticsEngines.editor.compareWithHead", async (given) => {
    const uri = given instanceof vscode.Uri ? given : vscode.window.activeTextEditor?.document.uri;
    if (!uri) throw new UserError(vscode.l10n.t("Open the parameter file that is to be compared."));
    const before = await textInHead(uri);
    if (before === undefined) throw new UserError(vscode.l10n.t("This file has no version in HEAD to compare with."));
    const document = await vscode.workspace.openTextDocument(uri);
    const [{ compareTexts }, { file }] = await Promise.all([loadEngine(), documents.check(document)]);
    const path = vscode.workspace.asRelativePath(uri, false);
    const name = path.slice(path.lastIndexOf("/") + 1);
    const comparison =
      file &&
      compareTexts(before, file, {
        path,
        family: file.family,
        title: vscode.l10n.t("Changes in {0} since HEAD", `\`${name.replaceAll("`", "'")}\``),
        unchanged: vscode.l10n.t("It asks for the same as in HEAD."),
      });
    if (!comparison) throw new UserError(vscode.l10n.t("This file is too large to be compared."));
    if ("problem" in comparison) {
      throw new UserError(
        comparison.problem === "after"
          ? vscode.l10n.t("This file has errors: only files without errors can be compared.")
          : vscode.l10n.t("The version in HEAD has errors: only files without errors can be compared."),
      );
    }
    await pages.show(`${name}.changes.md`, comparison.markdown);
  });
}
