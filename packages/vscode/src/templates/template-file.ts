import type { Issue } from "@analytics-engines/core/parameters";
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { executeCommand } from "../common/commands.ts";
import { UserError } from "../common/errors.ts";
import { checkText } from "../editor/check.ts";
import { languageId, wordOf } from "../editor/kinds.ts";
import { kindOptions, readWritten } from "../editor/written-file.ts";
import type { TemplateSort } from "../explorer/nodes.ts";
import { fileKinds, type Purpose, purposeOf } from "./sorts.ts";

/** A file about a template, without errors. */
export interface TemplateFile extends Purpose {
  readonly uri: vscode.Uri;
  /** As it is sent. */
  readonly request: object;
}

/** What the file in the active editor asks for; undefined where it is none about a template. */
export function purposeOfActive(context: vscode.ExtensionContext): Purpose | undefined {
  const document = vscode.window.activeTextEditor?.document;
  if (document === undefined || !["json", "jsonc", languageId].includes(document.languageId)) return undefined;
  if (document.uri.scheme !== "untitled" && !vscode.workspace.fs.isWritableFileSystem(document.uri.scheme)) {
    return undefined;
  }
  return purposeOf(kindOf(context, document));
}

/** By the text as it stands in the editor: to look at a file is no reason to save it. */
function kindOf(context: vscode.ExtensionContext, document: vscode.TextDocument) {
  return checkText(document.getText(), kindOptions(context, document.uri)).kind;
}

/**
 * Reads a file that creates or changes a template.
 * @param wanted what it is to do; a file that does not say of what sort it is becomes one of this sort, where there is one
 * @throws UserError for a file that is another's, or has errors; these stand in the editor at their places then
 */
export async function readTemplateFile(
  context: vscode.ExtensionContext,
  uri: vscode.Uri,
  wanted: { readonly action: Purpose["action"]; readonly sort: TemplateSort | undefined },
): Promise<TemplateFile> {
  await assignKind(context, uri, wanted);
  const { text, ...options } = await readWritten(context, uri);
  const { kind, file, issues } = checkText(text, options);
  const purpose = purposeOf(kind);
  const name = uri.path.slice(uri.path.lastIndexOf("/") + 1);
  if (purpose === undefined) {
    const words = [`NAME.${wordOf("linkedTemplate")}.json`, `NAME.${wordOf("linkedTemplateUpdate")}.json`];
    const message = l10n.t("{0} is no request about a template. Such files are called {1}.", name, words.join(", "));
    throw new UserError(message, { actions: [selectFamily()] });
  }
  const { action, sort } = purpose;
  if (action !== wanted.action || (wanted.sort !== undefined && sort !== wanted.sort)) {
    const needed = fileKinds[wanted.sort ?? sort][wanted.action];
    const message = l10n.t(
      "{0} holds another request: here a file {1} is needed.",
      name,
      `NAME.${wordOf(needed)}.json`,
    );
    throw new UserError(message, { actions: [selectFamily()] });
  }
  const errors = issues.filter(({ severity }) => severity === "error");
  const [first] = errors;
  if (first !== undefined || file?.request === undefined) throw invalid(name, uri, errors.length, first);
  return { sort, action, uri, request: file.request };
}

/** A file whose name says nothing becomes one of the kind that it is used as, so that the editor shows what is wrong with it. */
async function assignKind(
  context: vscode.ExtensionContext,
  uri: vscode.Uri,
  { action, sort }: { readonly action: Purpose["action"]; readonly sort: TemplateSort | undefined },
): Promise<void> {
  const document = await vscode.workspace.openTextDocument(uri);
  if (document.languageId === languageId) return;
  const own = kindOf(context, document);
  const kind = purposeOf(own) !== undefined ? own : sort && fileKinds[sort][action];
  if (kind === undefined) return;
  await vscode.window.showTextDocument(document);
  await executeCommand("analyticsEngines.editor.pickFamily", kind);
}

function invalid(name: string, uri: vscode.Uri, count: number, issue: Issue | undefined): UserError {
  if (issue === undefined) return new UserError(l10n.t("{0} is too large to be sent.", name));
  const message =
    count === 1
      ? l10n.t("{0} is not sent: {1}", name, issue.message)
      : l10n.t("{0} is not sent, it has {1} errors. The first: {2}", name, count, issue.message);
  const { start, end } = issue.range;
  const selection = new vscode.Range(start.line - 1, start.column - 1, end.line - 1, end.column - 1);
  return new UserError(message, {
    actions: [{ title: l10n.t("Show the error"), command: "vscode.open", args: [uri, { selection }] }],
  });
}

function selectFamily() {
  return { title: l10n.t("Select its family"), command: "analyticsEngines.editor.pickFamily" };
}
