import { UserError } from "@analytics-engines/runs/user-error";
import * as vscode from "vscode";
import type { Services } from "../common/context.ts";
import type { Documents } from "./documents.ts";
import { textInHead } from "./git.ts";
import { loadEngine } from "./load.ts";
import { showPage } from "./pages.ts";

/** Shows what has changed in a parameter file since the last commit, as text. */
export async function compareWithHead(services: Services, documents: Documents, given: unknown): Promise<void> {
  const uri = given instanceof vscode.Uri ? given : vscode.window.activeTextEditor?.document.uri;
  if (!uri) throw new UserError(vscode.l10n.t("No file is open. Open the parameter file to compare."));
  const before = await textInHead(uri);
  if (before === undefined)
    throw new UserError(vscode.l10n.t("This file does not exist in HEAD, so there is nothing to compare with."));
  const document = await vscode.workspace.openTextDocument(uri);
  const [{ compareTexts }, { file }] = await Promise.all([loadEngine(), documents.check(document)]);
  const path = vscode.workspace.asRelativePath(uri, false);
  const name = path.slice(path.lastIndexOf("/") + 1);
  const comparison = file && compareTexts(before, file, { path, family: file.family });
  if (!comparison) throw new UserError(vscode.l10n.t("This file is too large to compare."));
  if ("problem" in comparison) {
    throw new UserError(
      comparison.problem === "after"
        ? vscode.l10n.t("This file has errors. Fix them to compare it.")
        : vscode.l10n.t("The version in HEAD has errors, so it cannot be compared."),
    );
  }
  const title = vscode.l10n.t("Changes in {0} since HEAD", `\`${name.replaceAll("`", "'")}\``);
  const changes = comparison.changes || `${vscode.l10n.t("The request is the same as in HEAD.")}\n`;
  await showPage(services, `${name}.changes.md`, `# ${title}\n\n${changes}`);
}
