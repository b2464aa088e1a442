import * as vscode from "vscode";
import { languageId } from "./kinds.ts";
import type { NameChecks, Resolved } from "./name-checks.ts";

/** What no person can read: what is looked up by an id, not by a path. */
const opaque: ReadonlySet<Resolved["kind"]> = new Set([
  "component",
  "column",
  "group",
  "statistic",
  "pricing source",
  "configuration",
  "discount curve",
  "template",
  "template type",
] as const);

/** The name beside an id that no person can read. Shows what is known already and asks nothing. */
export function showNames(context: vscode.ExtensionContext, names: NameChecks): void {
  const provider: vscode.InlayHintsProvider = {
    onDidChangeInlayHints: names.onDidChange,
    async provideInlayHints(document, range) {
      return (await names.resolved(document)).flatMap((reference) => {
        const position = document.positionAt(reference.end);
        const hint = range.contains(position) ? hintOf(reference, position) : undefined;
        return hint ?? [];
      });
    },
  };
  context.subscriptions.push(vscode.languages.registerInlayHintsProvider({ language: languageId }, provider));
}

function hintOf(reference: Resolved, position: vscode.Position): vscode.InlayHint | undefined {
  if (!reference.found || reference.name === undefined || !opaque.has(reference.kind)) return undefined;
  if (reference.name === reference.id) return undefined;
  const hint = new vscode.InlayHint(position, reference.name);
  hint.paddingLeft = true;
  if (reference.category !== undefined) hint.tooltip = `${reference.kind}: ${reference.category}`;
  return hint;
}
