import * as l10n from "@vscode/l10n";
import {
  type ASTNode,
  type CompletionList,
  type DocumentSymbol,
  type FoldingRange,
  getLanguageService,
  type Hover,
  type Position,
  type PropertyASTNode,
  type SelectionRange,
  TextDocument,
  type TextEdit,
} from "vscode-json-languageservice";
import { fileKinds, hasUnits, kindTitle, wordOf } from "../text/kinds.ts";
import { type EditorSchema, loadSchema, schemaForEditor } from "./schema.ts";
import type { SchemaKind } from "./schemas.ts";

/**
 * Completion, hovers and structure of JSON by the schemas of the kinds. All documents share one language service, which gets each schema once: it
 * would keep a copy of a schema that comes with each request.
 * @param load loads the schema of a kind; called once for each
 */
export function createJsonService(load: (kind: SchemaKind) => Promise<EditorSchema> = loadSchema) {
  const kinds: readonly SchemaKind[] = [...fileKinds, "sweep"];
  const bySchema = new Map(kinds.map((kind) => [schemaUri(kind), kind]));
  const service = getLanguageService({
    schemaRequestService: async (uri) => {
      const kind = bySchema.get(uri);
      if (kind === undefined) throw new Error(`There is no schema ${uri}`);
      const unitTitle = kind !== "sweep" && hasUnits(kind) ? l10n.t("Unit of {0}", kindTitle(kind)) : undefined;
      return schemaForEditor(await load(kind), unitTitle);
    },
    clientCapabilities: {
      textDocument: {
        completion: { completionItem: { documentationFormat: ["markdown"], labelDetailsSupport: true } },
        hover: { contentFormat: ["markdown"] },
      },
    },
  });
  service.configure({
    validate: false,
    schemas: kinds.map((kind) => ({ uri: schemaUri(kind), fileMatch: [documentUri(kind)] })),
  });

  /** Parses a document of a kind, whose name and `$schema` do not count. */
  function parse(text: string, kind: SchemaKind, position: Position) {
    const document = documentOf(text, documentUri(kind));
    const json = service.parseJSONDocument(document);
    const schema = takeSchema(json.root);
    return { document, json, schema, isInSchema: schema && isWithin(schema, document.offsetAt(position)) };
  }

  return {
    async complete(text: string, kind: SchemaKind, position: Position): Promise<CompletionList> {
      const { document, json, schema, isInSchema } = parse(text, kind, position);
      const list = isInSchema ? undefined : await service.doComplete(document, position, json);
      const items = (list?.items ?? []).filter(({ label }) => !schema || label !== "$schema");
      return { isIncomplete: list?.isIncomplete ?? false, items };
    },
    async hover(text: string, kind: SchemaKind, position: Position): Promise<Hover | null> {
      const { document, json, isInSchema } = parse(text, kind, position);
      return isInSchema ? null : service.doHover(document, position, json);
    },
    symbols(text: string, resultLimit: number): DocumentSymbol[] {
      const document = documentOf(text);
      return service.findDocumentSymbols2(document, service.parseJSONDocument(document), { resultLimit });
    },
    folds: (text: string, rangeLimit: number): FoldingRange[] =>
      service.getFoldingRanges(documentOf(text), { rangeLimit }),
    selections(text: string, positions: Position[]): SelectionRange[] {
      const document = documentOf(text);
      return service.getSelectionRanges(document, positions, service.parseJSONDocument(document));
    },
    format: (text: string, options: { readonly tabSize: number; readonly insertSpaces: boolean }): TextEdit[] =>
      service.format(documentOf(text), undefined, options),
  };
}

function documentOf(text: string, uri = "parameters:/any.json"): TextDocument {
  return TextDocument.create(uri, "json", 0, text);
}

function schemaUri(kind: SchemaKind): string {
  return `parameters:/schemas/${kind === "sweep" ? kind : wordOf(kind)}.schema.json`;
}

function documentUri(kind: SchemaKind): string {
  return `parameters:/documents/${kind === "sweep" ? kind : wordOf(kind)}.json`;
}

/**
 * Removes `$schema` from the document and returns it. The language service would load the schema that it names, one for each letter that the user
 * types, and it could contradict the file name, which counts.
 */
function takeSchema(root: ASTNode | undefined): PropertyASTNode | undefined {
  if (root?.type !== "object") return undefined;
  const index = root.properties.findIndex(({ keyNode }) => keyNode.value === "$schema");
  return index < 0 ? undefined : root.properties.splice(index, 1)[0];
}

function isWithin({ offset, length }: ASTNode, at: number): boolean {
  return at >= offset && at <= offset + length;
}
