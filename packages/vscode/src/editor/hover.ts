import { isComponentFamilyId } from "@analytics-engines/core/families/facts";
import * as vscode from "vscode";
import type { MarkedString, MarkupContent } from "vscode-json-languageservice";
import { referenceSource } from "../common/reference-source.ts";
import type { Documents } from "./documents.ts";
import { languageId } from "./kinds.ts";
import { loadEngine } from "./load.ts";
import type { NameLookupGate } from "./name-lookup-gate.ts";

/** What a property means, and what an id stands for: its name, category and path. */
export function explain(context: vscode.ExtensionContext, documents: Documents, names: NameLookupGate): void {
  const provider: vscode.HoverProvider = {
    async provideHover(document, position) {
      names.open();
      const [{ json }, { kind, text, file }] = await Promise.all([loadEngine(), documents.check(document)]);
      if (kind === undefined || file === undefined) return undefined;
      const [bySchema, byName] = await Promise.all([
        json.hover(text, kind, position),
        // What the service cannot say is no reason to keep back what the schema says.
        nameAt(document, position, documents, names).catch(() => undefined),
      ]);
      const contents = [...(byName ? [byName] : []), ...(bySchema ? markdownOf(bySchema.contents) : [])];
      return contents.length > 0 ? new vscode.Hover(contents) : undefined;
    },
  };
  context.subscriptions.push(vscode.languages.registerHoverProvider({ language: languageId }, provider));
}

async function nameAt(
  document: vscode.TextDocument,
  position: vscode.Position,
  documents: Documents,
  names: NameLookupGate,
): Promise<vscode.MarkdownString | undefined> {
  const [engine, { kind, text }] = await Promise.all([loadEngine(), documents.check(document)]);
  const current = names.current();
  const root = engine.readTree(text);
  const found = root && engine.textAt(root, document.offsetAt(position));
  if (!current || !kind || !found) return undefined;
  const field = (await engine.fieldsOf(kind)).at(found.path);
  const reference = field && engine.referenceTo(root, found.node, found.path, field);
  if (!reference) return undefined;
  const [resolved] = await engine.resolveReferences([reference], referenceSource(current));
  if (!resolved?.found) return undefined;
  const { kind: named, engine: family, id } = reference;
  const isComponent = named === "component" && isComponentFamilyId(family);
  const path = isComponent ? (await current.component(family, id).ready).path : undefined;
  return describe(resolved.name ?? id, [named, resolved.category, path]);
}

/** Names are the service's: they are shown as they are, never as Markdown. */
function describe(name: string, facts: readonly (string | undefined)[]): vscode.MarkdownString {
  const markdown = new vscode.MarkdownString("**").appendText(name).appendMarkdown("**");
  for (const fact of facts) if (fact) markdown.appendMarkdown("  \n").appendText(fact);
  return markdown;
}

function markdownOf(contents: MarkupContent | MarkedString | MarkedString[]): vscode.MarkdownString[] {
  const parts = Array.isArray(contents) ? contents : [contents];
  return parts.map((part) => new vscode.MarkdownString(typeof part === "string" ? part : part.value));
}
