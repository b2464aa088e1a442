import type { Issue } from "@analytics-engines/core/parameters";
import { UserError } from "@analytics-engines/runs/progress";
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { TemplateSort } from "../common/templates.ts";
import { baseName } from "../common/texts.ts";
import { showIssue } from "../common/vscode-util.ts";
import { kindOptions, readWritten } from "../editor/documents/written-file.ts";
import { checkParameterText } from "../editor/language/text/checked-text.ts";
import { LANGUAGE_ID, wordOf } from "../editor/language/text/kinds.ts";
import { executeCommand } from "../services/commands.ts";
import type { Services } from "../services/services.ts";
import { type Purpose, purposeOf, templateFileKinds } from "./template-names.ts";

/** What a file should do; of any sort without one. */
interface RequiredPurpose {
  readonly action: Purpose["action"];
  readonly sort: TemplateSort | undefined;
}

/** What the file in the active editor does; undefined if it is not the file of a template. */
export function purposeOfActive(services: Services): Purpose | undefined {
  const document = vscode.window.activeTextEditor?.document;
  if (document === undefined || !["json", "jsonc", LANGUAGE_ID].includes(document.languageId)) return undefined;
  if (document.uri.scheme !== "untitled" && !vscode.workspace.fs.isWritableFileSystem(document.uri.scheme)) {
    return undefined;
  }
  return purposeOf(kindOf(services, document));
}

/** The kind by the text in the editor, which need not be saved. */
function kindOf(services: Services, document: vscode.TextDocument) {
  return checkParameterText(document.getText(), kindOptions(services, document.uri)).kind;
}

/**
 * Reads the request of a file that creates or updates a template.
 * @param requiredPurpose what the file should do; a file of no known sort gets this one
 * @throws UserError for a file of another kind, or with errors, which the editor marks
 */
export async function readTemplateFile(services: Services, uri: vscode.Uri, requiredPurpose: RequiredPurpose) {
  await assignKind(services, uri, requiredPurpose);
  const { text, ...options } = await readWritten(services, uri);
  const { kind, file, issues } = checkParameterText(text, options);
  const purpose = purposeOf(kind);
  const name = baseName(uri.path);
  if (purpose === undefined) {
    const words = [`NAME.${wordOf("linkedTemplate")}.json`, `NAME.${wordOf("linkedTemplateUpdate")}.json`];
    const message = l10n.t(
      "{0} is not the file of a template. Such files have names like {1}.",
      name,
      words.join(", "),
    );
    throw new UserError(message, { actions: [selectFamily()] });
  }
  const { action, sort } = purpose;
  if (action !== requiredPurpose.action || (requiredPurpose.sort !== undefined && sort !== requiredPurpose.sort)) {
    const requiredKind = templateFileKinds[requiredPurpose.sort ?? sort][requiredPurpose.action];
    const message = l10n.t(
      "{0} contains another kind of request. Choose a file {1}.",
      name,
      `NAME.${wordOf(requiredKind)}.json`,
    );
    throw new UserError(message, { actions: [selectFamily()] });
  }
  const errors = issues.filter(({ severity }) => severity === "error");
  const [first] = errors;
  if (first !== undefined || file?.request === undefined) throw invalid(name, uri, errors.length, first);
  return { sort, request: file.request };
}

/** Gives a file of no known kind the kind that the command needs, so that the editor checks it. */
async function assignKind(services: Services, uri: vscode.Uri, { action, sort }: RequiredPurpose): Promise<void> {
  const document = await vscode.workspace.openTextDocument(uri);
  if (document.languageId === LANGUAGE_ID) return;
  const documentKind = kindOf(services, document);
  const kind = purposeOf(documentKind) !== undefined ? documentKind : sort && templateFileKinds[sort][action];
  if (kind === undefined) return;
  await vscode.window.showTextDocument(document);
  await executeCommand("analyticsEngines.editor.pickFamily", kind);
}

function invalid(name: string, uri: vscode.Uri, count: number, issue: Issue | undefined): UserError {
  if (issue === undefined) return new UserError(l10n.t("{0} was not sent: it is too large. Shorten it.", name));
  const message =
    count === 1
      ? l10n.t("{0} was not sent: {1}", name, issue.message)
      : l10n.t("{0} was not sent: it has {1} errors. The first: {2}", name, count, issue.message);
  return new UserError(message, { actions: [showIssue(uri, issue)] });
}

function selectFamily() {
  return { title: l10n.t("Select Its Family"), command: "analyticsEngines.editor.pickFamily" };
}
