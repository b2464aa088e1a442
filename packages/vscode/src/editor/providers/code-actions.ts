import type { Fix, Issue } from "@analytics-engines/core/parameters";
import { UserError } from "@analytics-engines/runs/progress";
import * as vscode from "vscode";
import { toRange } from "../../common/vscode-util.ts";
import type { Services } from "../../services/services.ts";
import type { Documents } from "../documents/documents.ts";
import { rangeOf } from "../documents/issue-diagnostics.ts";
import type { NameChecks } from "../documents/name-checks.ts";
import { ROW_FILES } from "../documents/sweeps.ts";
import { loadFeatures } from "../language/load.ts";
import { LANGUAGE_ID } from "../language/text/kinds.ts";

const fixAllKind = vscode.CodeActionKind.SourceFixAll.append("analyticsEngines");

/**
 * Offers quick fixes for issues and names, and all safe fixes at once, also on save if `editor.codeActionsOnSave` asks for them.
 * @returns the command that applies all safe fixes
 */
export function offerFixes(services: Services, documents: Documents, nameChecks: NameChecks): () => Promise<void> {
  const provider: vscode.CodeActionProvider = {
    async provideCodeActions(document, range, { only }) {
      const actions: vscode.CodeAction[] = [];
      if (!only || only.contains(vscode.CodeActionKind.QuickFix)) {
        const { issues } = await documents.check(document);
        actions.push(
          ...fixesOf(document, range, [...nameChecks.undecided(document, issues), ...nameChecks.issues(document)]),
        );
      }
      if (only?.intersects(vscode.CodeActionKind.Source)) {
        const edit = await safeFixes(document, documents);
        if (edit) {
          const action = new vscode.CodeAction(vscode.l10n.t("Fix all in this parameter file"), fixAllKind);
          action.edit = edit;
          actions.push(action);
        }
      }
      return actions;
    },
  };
  services.subscriptions.push(
    vscode.languages.registerCodeActionsProvider({ language: LANGUAGE_ID }, provider, {
      providedCodeActionKinds: [vscode.CodeActionKind.QuickFix, fixAllKind],
    }),
  );
  return async () => {
    const document = vscode.window.activeTextEditor?.document;
    if (document?.languageId !== LANGUAGE_ID)
      throw new UserError(vscode.l10n.t("No parameter file is open. Open the file to fix."));
    const edit = await safeFixes(document, documents);
    if (edit) await vscode.workspace.applyEdit(edit);
    else
      void vscode.window.showInformationMessage(vscode.l10n.t("The file has nothing that can be fixed without you."));
  };
}

/**
 * Offers quick fixes in the CSV files of sweeps.
 * @param issuesIn the issues that are shown in a file, however many sweeps have them
 */
export function offerCellFixes({ subscriptions }: Services, issuesIn: (file: vscode.Uri) => readonly Issue[]): void {
  const provider: vscode.CodeActionProvider = {
    provideCodeActions: (document, range) =>
      issuesIn(document.uri).flatMap((issue) => {
        const place = toRange(issue.range);
        // The fix of a cell writes the whole cell. Offsets are those of a text with other line ends.
        if (!place.intersection(range)) return [];
        return issue.fixes.flatMap(({ title, edits: [edit] }) => {
          if (edit === undefined) return [];
          const action = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
          action.edit = new vscode.WorkspaceEdit();
          action.edit.replace(document.uri, place, edit.content);
          action.diagnostics = diagnosticsAt(document, issue, place);
          return action;
        });
      }),
  };
  subscriptions.push(
    vscode.languages.registerCodeActionsProvider({ pattern: ROW_FILES }, provider, {
      providedCodeActionKinds: [vscode.CodeActionKind.QuickFix],
    }),
  );
}

/** The diagnostics of an issue. */
function diagnosticsAt({ uri }: vscode.TextDocument, { code }: Issue, place: vscode.Range): vscode.Diagnostic[] {
  return vscode.languages
    .getDiagnostics(uri)
    .filter((diagnostic) => codeText(diagnostic.code) === code && diagnostic.range.isEqual(place));
}

/** The fixes of the issues at a range. */
export function fixesOf(
  document: vscode.TextDocument,
  range: vscode.Range,
  issues: readonly Issue[],
): vscode.CodeAction[] {
  return issues.flatMap((issue) => {
    if (!rangeOf(document, issue).intersection(range)) return [];
    return issue.fixes.map((fix) => {
      const action = new vscode.CodeAction(fix.title, vscode.CodeActionKind.QuickFix);
      action.edit = editOf(document, fix.edits);
      action.isPreferred = fix.safe;
      action.diagnostics = diagnosticsAt(document, issue, rangeOf(document, issue));
      return action;
    });
  });
}

/** All fixes that need no decision of the author; undefined if there are none. */
async function safeFixes(document: vscode.TextDocument, documents: Documents) {
  const [{ applyFixes, editsBetween }, { text, issues }] = await Promise.all([
    loadFeatures(),
    documents.check(document),
  ]);
  const edits = editsBetween(text, applyFixes(text, issues));
  return edits.length > 0 ? editOf(document, edits) : undefined;
}

function editOf(document: vscode.TextDocument, edits: Fix["edits"]): vscode.WorkspaceEdit {
  const edit = new vscode.WorkspaceEdit();
  for (const { offset, length, content } of edits) {
    edit.replace(
      document.uri,
      new vscode.Range(document.positionAt(offset), document.positionAt(offset + length)),
      content,
    );
  }
  return edit;
}

function codeText(code: vscode.Diagnostic["code"]): string {
  return String(typeof code === "object" ? code.value : code);
}
