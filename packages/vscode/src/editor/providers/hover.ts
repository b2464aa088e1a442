import { type DocumentKind, isComponentFamilyId } from "@analytics-engines/core/basics";
import { referenceSource } from "@analytics-engines/runs/lookup";
import * as vscode from "vscode";
import type { MarkedString, MarkupContent } from "vscode-json-languageservice";
import type { Services } from "../../services/services.ts";
import type { Documents } from "../documents/documents.ts";
import type { NameChecks, ResolvedName } from "../documents/name-checks.ts";
import type { NameLookupGate } from "../documents/name-lookup-gate.ts";
import { type Features, loadFeatures } from "../language/load.ts";
import { LANGUAGE_ID } from "../language/text/kinds.ts";
import type { RelativeDates } from "./relative-dates.ts";

/** Shows the meaning of a property, the day of a relative date, and the name, category and path of an id. */
export function showHovers(
  { subscriptions }: Services,
  documents: Documents,
  lookupGate: NameLookupGate,
  dates: RelativeDates,
): void {
  const provider: vscode.HoverProvider = {
    async provideHover(document, position) {
      lookupGate.open();
      const [features, checked] = await Promise.all([loadFeatures(), documents.check(document)]);
      const { kind, file, sweep } = checked;
      if (sweep !== undefined) {
        const hover = await features.jsonService.hover(document.getText(), "sweep", position);
        return hover === null ? undefined : new vscode.Hover(markdownOf(hover.contents));
      }
      if (kind === undefined || file === undefined) return undefined;
      const offset = document.offsetAt(position);
      const excerpt = features.excerptAt(document, offset, checked);
      const [bySchema, byName, byDate] = await Promise.all([
        features.jsonService.hover(excerpt.text, kind, position.translate(-excerpt.line)),
        // An error of the service must not hide the text of the schema.
        nameAt(features, kind, excerpt.text, offset - excerpt.offset, lookupGate).catch(() => undefined),
        dates.hoverAt(document, position),
      ]);
      const contents = [
        ...(byName ? [byName] : []),
        ...(byDate ? [byDate] : []),
        ...(bySchema ? markdownOf(bySchema.contents) : []),
      ];
      return contents.length > 0 ? new vscode.Hover(contents) : undefined;
    },
  };
  subscriptions.push(vscode.languages.registerHoverProvider({ language: LANGUAGE_ID }, provider));
}

async function nameAt(
  features: Features,
  kind: DocumentKind,
  text: string,
  offset: number,
  lookupGate: NameLookupGate,
) {
  const current = lookupGate.current();
  const root = features.readTree(text);
  const textNode = root && features.textAt(root, offset);
  if (!current || !textNode) return undefined;
  const field = (await features.serviceFieldsOf(kind))(textNode.path);
  const reference = field && features.referenceTo(root, textNode.node, textNode.path, field);
  if (!reference) return undefined;
  const [resolved] = await features.resolveReferences([reference], referenceSource(current));
  if (!resolved?.isKnown) return undefined;
  const { kind: referenceKind, engine: family, id } = reference;
  const isComponent = referenceKind === "component" && isComponentFamilyId(family);
  const path = isComponent ? (await current.component(family, id).ready).path : undefined;
  return describe(resolved.name ?? id, [referenceKind, resolved.category, path]);
}

/** Names come from the service, so they are escaped, never read as Markdown. */
function describe(name: string, facts: readonly (string | undefined)[]): vscode.MarkdownString {
  const markdown = new vscode.MarkdownString("**").appendText(name).appendMarkdown("**");
  for (const fact of facts) if (fact) markdown.appendMarkdown("  \n").appendText(fact);
  return markdown;
}

function markdownOf(contents: MarkupContent | MarkedString | MarkedString[]): vscode.MarkdownString[] {
  const parts = Array.isArray(contents) ? contents : [contents];
  return parts.map((part) => new vscode.MarkdownString(typeof part === "string" ? part : part.value));
}

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
export function showNames({ subscriptions }: Services, nameChecks: NameChecks): void {
  const changed = new vscode.EventEmitter<void>();
  const provider: vscode.InlayHintsProvider = {
    onDidChangeInlayHints: changed.event,
    async provideInlayHints(document, range) {
      const [start, end] = [document.offsetAt(range.start), document.offsetAt(range.end)];
      const near = (await nameChecks.resolved(document)).filter(
        (reference) => reference.end >= start && reference.end <= end,
      );
      return near.flatMap((reference) => hintOf(reference, document.positionAt(reference.end)) ?? []);
    },
  };
  subscriptions.push(
    changed,
    nameChecks.onDidChange(() => changed.fire()),
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
