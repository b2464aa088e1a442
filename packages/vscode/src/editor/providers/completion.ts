import { type Clock, sleep } from "@analytics-engines/core";
import type { DocumentKind } from "@analytics-engines/core/families/facts";
import * as vscode from "vscode";
import type { CompletionItem } from "vscode-json-languageservice";
import { rangeAt } from "../../common/places.ts";
import type { Services } from "../../services/services.ts";
import type { Documents } from "../documents/documents.ts";
import type { NameLookupGate } from "../documents/name-lookup-gate.ts";
import { type Features, loadFeatures } from "../language/load.ts";
import type { NameSuggestion } from "../language/references/suggestions.ts";
import type { ValueSuggestion } from "../language/schema/values.ts";
import type { PlacedExcerpt } from "../language/text/excerpt.ts";
import { LANGUAGE_ID } from "../language/text/kinds.ts";
import type { TextPlace } from "../language/text/place.ts";

/** How long a completion waits for the service. Later answers open the list again. */
const MAX_WAIT_MS = 200;

/**
 * Completes by the schema and by the names of the service. With a connection, it offers no examples of the schema: the service may not have them.
 */
export function offerCompletion(services: Services, documents: Documents, names: NameLookupGate): void {
  const { clock, connections, subscriptions } = services;
  const provider: vscode.CompletionItemProvider = {
    async provideCompletionItems(document, position, token) {
      names.open();
      // A check of a long text takes longer than the user types, and the kind seldom changes.
      const [features, checked] = await Promise.all([
        loadFeatures(),
        documents.latest(document) ?? documents.check(document),
      ]);
      const { kind, file } = checked;
      if (kind === undefined || file === undefined) return undefined;
      const offset = document.offsetAt(position);
      const excerpt = features.excerptAt(document, offset, checked);
      const excerptPlace = features.textPlaceAt(excerpt.text, offset - excerpt.offset);
      const place = excerptPlace && features.moveSpan(excerptPlace, excerpt);
      const isConnected = connections.active() !== undefined;
      const [bySchema, byName, values] = await Promise.all([
        features.jsonService.complete(excerpt.text, kind, position.translate(-excerpt.line)),
        namesAt(features, kind, place, document, position, names, clock, token),
        place ? valuesAt(features, kind, place, document, isConnected) : [],
      ]);
      const items = bySchema.items.map((item) => fromSchema(item, position, excerpt));
      const all = withoutTwins([...byName.items, ...values, ...items]);
      return new vscode.CompletionList(all, bySchema.isIncomplete || byName.isIncomplete);
    },
  };
  subscriptions.push(
    vscode.languages.registerCompletionItemProvider({ language: LANGUAGE_ID }, provider, '"', ":", "/", " "),
  );
}

async function namesAt(
  features: Features,
  kind: DocumentKind,
  place: TextPlace | undefined,
  document: vscode.TextDocument,
  position: vscode.Position,
  names: NameLookupGate,
  clock: Clock,
  token: vscode.CancellationToken,
) {
  const current = names.current();
  const field = place && (await features.serviceFieldsOf(kind))(place.path);
  if (!current || !place || !field) return { items: [], isIncomplete: false };
  const account = features.accountBeside(place.root, place.path);
  const ask = () => features.suggest(field, place.typed, current, account);
  const first = ask();
  if (first.more) await Promise.race([first.more, sleep(clock, MAX_WAIT_MS)]);
  const { items, more } = first.more ? ask() : first;
  if (more && !token.isCancellationRequested) offerAgainAfter(more, document, position);
  // The last letter of a document's path adds its components.
  const isIncomplete = more !== undefined || field.kind === "component";
  return { items: items.map((item) => fromService(item, place, document)), isIncomplete };
}

async function valuesAt(
  features: Features,
  kind: DocumentKind,
  place: TextPlace,
  document: vscode.TextDocument,
  isConnected: boolean,
): Promise<vscode.CompletionItem[]> {
  const isListed = (await features.serviceFieldsOf(kind))(place.path) !== undefined;
  const values = await features.valueSuggestions(kind, place.path, { isConnected, isListed });
  return values.map((suggestion, index) => fromValue(suggestion, index, place, document));
}

/** Keeps the first of the items that insert the same text. */
function withoutTwins(items: readonly vscode.CompletionItem[]): vscode.CompletionItem[] {
  const insertedTexts = new Set<string>();
  return items.filter(({ insertText, label }) => {
    const text = typeof insertText === "string" ? insertText : (insertText?.value ?? textOf(label));
    // A value from the schema is a snippet, and a comma may follow it.
    const key = text.replace(/\\(?=[$}\\])/g, "").replace(/,$/, "");
    return !insertedTexts.has(key) && insertedTexts.add(key);
  });
}

function textOf(label: vscode.CompletionItem["label"]): string {
  return typeof label === "string" ? label : label.label;
}

/** Opens the list again after more answers, if the cursor has not moved. */
function offerAgainAfter(more: Promise<void>, document: vscode.TextDocument, position: vscode.Position): void {
  const { version } = document;
  void more.then(() => {
    const editor = vscode.window.activeTextEditor;
    const isThere = editor?.document === document && editor.selection.active.isEqual(position);
    if (isThere && document.version === version) void vscode.commands.executeCommand("editor.action.triggerSuggest");
  });
}

const kinds: Readonly<Record<NameSuggestion["kind"], vscode.CompletionItemKind>> = {
  entry: vscode.CompletionItemKind.Reference,
  path: vscode.CompletionItemKind.File,
  directory: vscode.CompletionItemKind.Folder,
  document: vscode.CompletionItemKind.Module,
};

function fromService({ name, id, detail, kind }: NameSuggestion, place: TextPlace, document: vscode.TextDocument) {
  const item = new vscode.CompletionItem(
    detail === undefined ? name : { label: name, description: detail },
    kinds[kind],
  );
  item.range = rangeAt(document, place);
  if (id !== name) item.detail = id;
  // Names before the properties of the schema, and directories after their entries.
  item.sortText = `0${kind === "directory" ? 1 : 0}${name}`;
  // An id, or the path of a document, must not filter the names.
  const isNoName = /^[0-9a-f]{64}$/i.test(place.whole) || (kind === "entry" && place.typed.includes(":"));
  const filter = isNoName ? place.typed : kind === "entry" ? `${name} ${id}` : id;
  item.filterText = place.start === place.end ? filter : `"${filter}`;
  const text = JSON.stringify(id);
  if (kind === "directory" || kind === "document") {
    // The cursor stays before the closing quote, and the entries follow.
    item.insertText = new vscode.SnippetString().appendText(text.slice(0, -1)).appendTabstop(0).appendText('"');
    item.command = { command: "editor.action.triggerSuggest", title: "" };
  } else {
    item.insertText = text;
  }
  return item;
}

/** The item of a value that needs no service, after the names of the service. */
function fromValue({ value, is }: ValueSuggestion, index: number, place: TextPlace, document: vscode.TextDocument) {
  const name = typeof value === "string" ? value : JSON.stringify(value);
  const description = { documented: undefined, default: vscode.l10n.t("default"), example: vscode.l10n.t("example") }[
    is
  ];
  const label = description === undefined ? name : { label: name, description };
  const item = new vscode.CompletionItem(label, vscode.CompletionItemKind.Value);
  item.range = rangeAt(document, place);
  item.insertText = JSON.stringify(value);
  item.filterText = place.start === place.end ? name : `"${name}`;
  item.sortText = `0${is === "example" ? 3 : 2}${String(index).padStart(4, "0")}`;
  return item;
}

/** Converts an item of the JSON language service to one of VS Code. */
function fromSchema(item: CompletionItem, position: vscode.Position, { line }: PlacedExcerpt): vscode.CompletionItem {
  const { label, kind, textEdit, insertText, insertTextFormat, documentation, detail, sortText, filterText } = item;
  const completion = new vscode.CompletionItem(label, kind === undefined ? undefined : kind - 1);
  const text = textEdit?.newText ?? insertText ?? label;
  completion.insertText = insertTextFormat === 2 ? new vscode.SnippetString(text) : text;
  if (textEdit) {
    const { start, end } = "range" in textEdit ? textEdit.range : textEdit.replace;
    completion.range = new vscode.Range(start.line + line, start.character, end.line + line, end.character);
  } else completion.range = new vscode.Range(position, position);
  if (documentation !== undefined) {
    completion.documentation =
      typeof documentation === "string" ? documentation : new vscode.MarkdownString(documentation.value);
  }
  if (detail !== undefined) completion.detail = detail;
  if (filterText !== undefined) completion.filterText = filterText;
  completion.sortText = `1${sortText ?? label}`;
  if (item.command) completion.command = { command: item.command.command, title: item.command.title };
  return completion;
}
