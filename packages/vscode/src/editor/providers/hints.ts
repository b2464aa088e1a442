import * as vscode from "vscode";
import type { Services } from "../../services/services.ts";
import type { ResolvedName } from "../documents/name-answers.ts";
import type { NameChecks } from "../documents/name-checks.ts";
import { LANGUAGE_ID } from "../language/text/kinds.ts";

/** The kinds with ids that people cannot read. */
const opaque: ReadonlySet<ResolvedName["kind"]> = new Set([
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

/** Shows names beside ids that people cannot read. Uses known names only and sends no requests. */
export function showNames({ subscriptions }: Services, names: NameChecks): void {
  const changed = new vscode.EventEmitter<void>();
  const provider: vscode.InlayHintsProvider = {
    onDidChangeInlayHints: changed.event,
    async provideInlayHints(document, range) {
      const [start, end] = [document.offsetAt(range.start), document.offsetAt(range.end)];
      const near = (await names.resolved(document)).filter(
        (reference) => reference.end >= start && reference.end <= end,
      );
      return near.flatMap((reference) => hintOf(reference, document.positionAt(reference.end)) ?? []);
    },
  };
  subscriptions.push(
    changed,
    names.onDidChange(() => changed.fire()),
    vscode.languages.registerInlayHintsProvider({ language: LANGUAGE_ID }, provider),
  );
}

function hintOf(reference: ResolvedName, position: vscode.Position): vscode.InlayHint | undefined {
  if (!reference.isKnown || reference.name === undefined || !opaque.has(reference.kind)) return undefined;
  if (reference.name === reference.id) return undefined;
  const hint = new vscode.InlayHint(position, reference.name);
  hint.paddingLeft = true;
  if (reference.category !== undefined) hint.tooltip = `${reference.kind}: ${reference.category}`;
  return hint;
}
