import * as vscode from "vscode";
import type { CompletionItem } from "vscode-json-languageservice";
import { rangeAt } from "../../common/places.ts";
import type { Services } from "../../services/services.ts";
import type { Documents } from "../documents/documents.ts";
import type { NameLookupGate } from "../documents/name-lookup-gate.ts";
import { loadFeatures } from "../language/load.ts";
import type { NameSuggestion } from "../language/references/suggestions.ts";
import type { ValueSuggestion } from "../language/schema/values.ts";
import type { PlacedExcerpt } from "../language/text/excerpt.ts";
import { LANGUAGE_ID } from "../language/text/kinds.ts";
import type { TextPlace } from "../language/text/place.ts";
import { nameFilter, nameItem, setInsertText, suggestAt, valueItem } from "./place-suggestions.ts";

/** Completes by the schema and by the names of the service. */
export function offerCompletion(services: Services, documents: Documents, names: NameLookupGate): void {
  const provider: vscode.CompletionItemProvider = {
    async provideCompletionItems(document, position, token) {
      names.open();
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
      const [bySchema, byPlace] = await Promise.all([
        features.jsonService.complete(excerpt.text, kind, position.translate(-excerpt.line)),
        place && suggestAt(kind, place, { ...services, names }, { document, position, token }),
      ]);
      const ownItems =
        place === undefined || byPlace === undefined
          ? []
          : [
              ...byPlace.names.map((one) => fromService(one, place, document)),
              ...byPlace.values.map((one, index) => fromValue(one, index, place, document)),
            ];
      const items = bySchema.items.map((item) => fromSchema(item, position, excerpt));
      return new vscode.CompletionList(
        withoutTwins([...ownItems, ...items]),
        bySchema.isIncomplete || byPlace?.isIncomplete === true,
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
