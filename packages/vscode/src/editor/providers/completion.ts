import { type Clock, type DocumentKind, sleep } from "@analytics-engines/core/basics";
import * as vscode from "vscode";
import type { CompletionItem } from "vscode-json-languageservice";
import { rangeAt } from "../../common/vscode-util.ts";
import type { Services } from "../../services/services.ts";
import type { Documents } from "../documents/documents.ts";
import type { NameLookupGate } from "../documents/name-lookup-gate.ts";
import { type Features, loadFeatures } from "../language/load.ts";
import type { NameSuggestion } from "../language/references/suggestions.ts";
import type { ValueSuggestion } from "../language/schema/values.ts";
import type { PlacedExcerpt } from "../language/text/excerpt.ts";
import { LANGUAGE_ID } from "../language/text/kinds.ts";
import type { TextPlace } from "../language/text/tree.ts";

/** Completes by the schema and by the names of the service. */
export function offerCompletion(services: Services, documents: Documents, lookupGate: NameLookupGate): void {
  const provider: vscode.CompletionItemProvider = {
    async provideCompletionItems(document, position, token) {
      lookupGate.open();
      // A check of a long text takes longer than the user types, and the kind seldom changes.
      const [features, checked] = await Promise.all([
        loadFeatures(),
        documents.latest(document) ?? documents.check(document),
      ]);
      const { kind, file, sweep } = checked;
      if (sweep !== undefined) {
        const { items } = await features.jsonService.complete(document.getText(), "sweep", position);
        return items.map((item) => fromSchema(item, position, { line: 0 }));
      }
      if (kind === undefined || file === undefined) return undefined;
      const offset = document.offsetAt(position);
      const excerpt = features.excerptAt(document, offset, checked);
      const excerptPlace = features.textPlaceAt(excerpt.text, offset - excerpt.offset);
      const place = excerptPlace && features.moveSpan(excerptPlace, excerpt);
      const [bySchema, ownSuggestions] = await Promise.all([
        features.jsonService.complete(excerpt.text, kind, position.translate(-excerpt.line)),
        place && suggestAt(kind, place, { ...services, lookupGate }, { document, position, token }),
      ]);
      const ownItems =
        place === undefined || ownSuggestions === undefined
          ? []
          : [
              ...ownSuggestions.names.map((suggestion) => fromService(suggestion, place, document)),
              ...ownSuggestions.values.map((suggestion, index) => fromValue(suggestion, index, place, document)),
            ];
      const items = bySchema.items.map((item) => fromSchema(item, position, excerpt));
      return new vscode.CompletionList(
        withoutTwins([...ownItems, ...items]),
        bySchema.isIncomplete || ownSuggestions?.isIncomplete === true,
      );
    },
  };
  services.subscriptions.push(
    vscode.languages.registerCompletionItemProvider({ language: LANGUAGE_ID }, provider, '"', ":", "/", " "),
  );
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

function fromService(suggestion: NameSuggestion, place: TextPlace, document: vscode.TextDocument) {
  const { id, kind } = suggestion;
  const item = nameItem(suggestion);
  item.range = rangeAt(document, place);
  const filter = nameFilter(suggestion, place);
  item.filterText = place.start === place.end ? filter : `"${filter}`;
  setInsertText(item, JSON.stringify(id), kind === "directory" || kind === "document");
  return item;
}

function fromValue(suggestion: ValueSuggestion, index: number, place: TextPlace, document: vscode.TextDocument) {
  const { value } = suggestion;
  const name = typeof value === "string" ? value : JSON.stringify(value);
  const item = valueItem(suggestion, index);
  item.range = rangeAt(document, place);
  item.insertText = JSON.stringify(value);
  item.filterText = place.start === place.end ? name : `"${name}`;
  return item;
}

/** Converts an item of the JSON language service to one of VS Code. */
function fromSchema(
  item: CompletionItem,
  position: vscode.Position,
  { line }: Pick<PlacedExcerpt, "line">,
): vscode.CompletionItem {
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

/** How long a completion waits for the service. Later answers open the list again. */
const MAX_WAIT_MS = 200;

/** What a completion needs, besides the place. */
export interface SuggestionSource extends Pick<Services, "clock" | "connections"> {
  readonly lookupGate: NameLookupGate;
}

/** Where the user completes. */
export interface EditorCursor {
  readonly document: vscode.TextDocument;
  readonly position: vscode.Position;
  readonly token: vscode.CancellationToken;
}

/** The suggestions for a text of a request. */
export interface PlaceSuggestions {
  readonly names: readonly NameSuggestion[];
  /** Values that need no service. */
  readonly values: readonly ValueSuggestion[];
  readonly isIncomplete: boolean;
}

/**
 * Suggests the names of the service and the values that a place of a request may have. With a connection, it offers no examples of the schema: the
 * service may not have them.
 * @param place `typed` is the text up to the cursor
 */
export async function suggestAt(
  kind: DocumentKind,
  place: Pick<TextPlace, "root" | "path" | "typed">,
  { lookupGate, clock, connections }: SuggestionSource,
  cursor: EditorCursor,
): Promise<PlaceSuggestions> {
  const features = await loadFeatures();
  const field = (await features.serviceFieldsOf(kind))(place.path);
  const isConnected = connections.active() !== undefined;
  const [byName, values] = await Promise.all([
    namesAt(features, field, place, lookupGate.current(), clock, cursor),
    features.valueSuggestions(kind, place.path, { isConnected, isListed: field !== undefined }),
  ]);
  return { ...byName, values };
}

async function namesAt(
  features: Features,
  field: ReturnType<Awaited<ReturnType<Features["serviceFieldsOf"]>>>,
  { root, path, typed }: Pick<TextPlace, "root" | "path" | "typed">,
  current: ReturnType<NameLookupGate["current"]>,
  clock: Clock,
  cursor: EditorCursor,
): Promise<Omit<PlaceSuggestions, "values">> {
  if (!current || !field) return { names: [], isIncomplete: false };
  const account = features.accountBeside(root, path);
  const ask = () => features.suggest(field, typed, current, account);
  const first = ask();
  if (first.more) await Promise.race([first.more, sleep(clock, MAX_WAIT_MS)]);
  const { items, more } = first.more ? ask() : first;
  if (more && !cursor.token.isCancellationRequested) offerAgainAfter(more, cursor);
  // The last letter of a document's path adds its components.
  return { names: items, isIncomplete: more !== undefined || field.kind === "component" };
}

/** Opens the list again after more answers, if the cursor has not moved. */
function offerAgainAfter(more: Promise<void>, { document, position }: EditorCursor): void {
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

/** The item of a name, without the text that it inserts. */
export function nameItem({ name, id, detail, kind }: NameSuggestion): vscode.CompletionItem {
  const label = detail === undefined ? name : { label: name, description: detail };
  const item = new vscode.CompletionItem(label, kinds[kind]);
  if (id !== name) item.detail = id;
  // Names before the properties of the schema, and directories after their entries.
  item.sortText = `0${kind === "directory" ? 1 : 0}${name}`;
  return item;
}

/** The text by which VS Code filters a name while the user types. */
export function nameFilter(
  { name, id, kind }: Pick<NameSuggestion, "name" | "id" | "kind">,
  { whole, typed }: Pick<TextPlace, "whole" | "typed">,
): string {
  // An id, or the path of a document, must not filter the names.
  const isNoName = /^[0-9a-f]{64}$/i.test(whole) || (kind === "entry" && typed.includes(":"));
  return isNoName ? typed : kind === "entry" ? `${name} ${id}` : id;
}

/** The item of a value that needs no service, without the text that it inserts. It comes after the names of the service. */
export function valueItem({ value, is }: ValueSuggestion, index: number): vscode.CompletionItem {
  const name = typeof value === "string" ? value : JSON.stringify(value);
  const description = { documented: undefined, default: vscode.l10n.t("default"), example: vscode.l10n.t("example") }[
    is
  ];
  const label = description === undefined ? name : { label: name, description };
  const item = new vscode.CompletionItem(label, vscode.CompletionItemKind.Value);
  item.sortText = `0${is === "example" ? 3 : 2}${String(index).padStart(4, "0")}`;
  return item;
}

/** Sets the text that an item inserts. @param isContinued whether the cursor stays before the closing quote, and the list opens again */
export function setInsertText(item: vscode.CompletionItem, text: string, isContinued: boolean): void {
  item.insertText = text;
  if (!isContinued) return;
  const end = text.endsWith('"') ? '"' : "";
  const snippet = new vscode.SnippetString().appendText(text.slice(0, text.length - end.length));
  item.insertText = snippet.appendTabstop(0).appendText(end);
  item.command = { command: "editor.action.triggerSuggest", title: "" };
}
