import { templateKinds } from "@analytics-engines/core/basics";
import * as vscode from "vscode";
import { findInWorkspace } from "../../common/find-files.ts";
import { rangeAt } from "../../common/vscode-util.ts";
import { logError } from "../../services/commands.ts";
import { provideReadOnlyDocuments } from "../../services/read-only-documents.ts";
import type { ServiceResource } from "../../services/resources.ts";
import type { Services } from "../../services/services.ts";
import type { Documents } from "../documents/documents.ts";
import type { NameLookupGate } from "../documents/name-lookup-gate.ts";
import { kindOptions } from "../documents/written-file.ts";
import { loadFeatures } from "../language/load.ts";
import type { PlacedReference } from "../language/references/references.ts";
import { LANGUAGE_ID, wordOf } from "../language/text/kinds.ts";

const ENTRY_SCHEME = "analytics-engines-entry";
const TEMPLATE_GLOB = `**/*.{${templateKinds.map(wordOf).join(",")}}.json`;
/** More files take too long to read. */
const MAX_FILES = 5000;

/**
 * Leads from an id to its entry on the service, whose row the Explorer then selects, and to all places in the workspace that use it. Without a
 * connection the definition of an id is its own place, for which VS Code shows the uses.
 * @param revealResource selects a row of the Explorer
 */
export function offerGoTo(
  services: Services,
  documents: Documents,
  lookupGate: NameLookupGate,
  revealResource: (resource: ServiceResource) => Promise<unknown>,
): void {
  const entries = provideReadOnlyDocuments(services, ENTRY_SCHEME);
  const resources = new Map<string, ServiceResource>();

  async function referenceAt(document: vscode.TextDocument, position: vscode.Position) {
    const [features, checked] = await Promise.all([loadFeatures(), documents.check(document)]);
    const { kind } = checked;
    const offset = document.offsetAt(position);
    const excerpt = features.excerptAt(document, offset, checked);
    const root = features.readTree(excerpt.text);
    const text = root && features.textAt(root, offset - excerpt.offset);
    if (!root || !text || kind === undefined) return undefined;
    const field = (await features.serviceFieldsOf(kind))(text.path);
    const reference = field && features.referenceTo(root, text.node, text.path, field);
    return reference && features.moveSpan(reference, excerpt);
  }

  async function entryOf(reference: PlacedReference): Promise<vscode.Uri | undefined> {
    const current = lookupGate.current();
    const { resourceOf } = await loadFeatures();
    // An id that the service refuses has no entry.
    const resource = current && (await resourceOf(reference, current).catch(() => undefined));
    if (resource === undefined) return undefined;
    const name = "name" in resource ? resource.name : reference.id;
    const uri = entries.put(
      `${name}.json`,
      `${JSON.stringify(resource, null, 2)}\n`,
      `${reference.kind} ${reference.id}`,
    );
    resources.set(uri.toString(), resource);
    return uri;
  }

  const definitions: vscode.DefinitionProvider = {
    async provideDefinition(document, position) {
      lookupGate.open();
      const reference = await referenceAt(document, position);
      if (reference === undefined) return undefined;
      const entry = await entryOf(reference);
      const origin = rangeAt(document, reference);
      return entry === undefined
        ? [new vscode.Location(document.uri, origin)]
        : [{ originSelectionRange: origin, targetUri: entry, targetRange: new vscode.Range(0, 0, 0, 0) }];
    },
  };
  const references: vscode.ReferenceProvider = {
    async provideReferences(document, position, _context, token) {
      const reference = await referenceAt(document, position);
      if (reference === undefined) return undefined;
      const { occurrencesIn } = await loadFeatures();
      const locations: vscode.Location[] = [];
      const look = async (uri: vscode.Uri, text: string, rangeOf: (use: PlacedReference) => vscode.Range) => {
        const occurrences = await occurrencesIn(text, reference, kindOptions(services, uri));
        locations.push(...occurrences.map((use) => new vscode.Location(uri, rangeOf(use))));
      };
      const open = vscode.workspace.textDocuments.filter(({ languageId: language }) => language === LANGUAGE_ID);
      for (const openDocument of open)
        await look(openDocument.uri, openDocument.getText(), (use) => rangeAt(openDocument, use));
      const isOpen = new Set(open.map(({ uri }) => uri.toString()));
      const files = await findInWorkspace({ paths: ["."], patterns: [TEMPLATE_GLOB] }, { token });
      for (const uri of files.slice(0, MAX_FILES)) {
        if (token.isCancellationRequested || isOpen.has(uri.toString())) continue;
        const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
        await look(uri, text, (use) => rangeIn(text, use));
      }
      return locations;
    },
  };
  const selector = { language: LANGUAGE_ID };
  services.subscriptions.push(
    vscode.languages.registerDefinitionProvider(selector, definitions),
    vscode.languages.registerReferenceProvider(selector, references),
    vscode.window.onDidChangeActiveTextEditor((editor) => {
      const resource = editor && resources.get(editor.document.uri.toString());
      // Peeking opens no editor, so the Explorer stays as it is.
      if (resource === undefined) return;
      revealResource(resource).catch((error: unknown) => logError(services, error));
    }),
  );
}

/** The range of a span in a text that is not open. */
function rangeIn(text: string, { start, end }: { readonly start: number; readonly end: number }): vscode.Range {
  const positionAt = (offset: number) => {
    const before = text.slice(0, offset).split(/\r\n|\r|\n/);
    return new vscode.Position(before.length - 1, before.at(-1)?.length ?? 0);
  };
  return new vscode.Range(positionAt(start), positionAt(end));
}
