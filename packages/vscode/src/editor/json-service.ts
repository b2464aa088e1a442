import {
  type ASTNode,
  type CompletionList,
  type DocumentSymbol,
  type FoldingRange,
  getLanguageService,
  type Hover,
  type JSONDocument,
  type LanguageService,
  type Position,
  type PropertyASTNode,
  type SelectionRange,
  TextDocument,
  type TextEdit,
} from "vscode-json-languageservice";
import { type DocumentKind, documentKinds, wordOf } from "./kinds.ts";
import type { Schemas } from "./schema.ts";

/** A document as the service reads it: by its text and what it is, whatever its name or its `$schema` say. */
interface Parsed {
  readonly document: TextDocument;
  readonly json: JSONDocument;
  /** Its `$schema`, which is no longer part of it. */
  readonly schema: PropertyASTNode | undefined;
}

/**
 * Completion, hover and structure of JSON by the schemas of the kinds. One language service for all, whose schemas are associated by kind once:
 * a schema handed over with each request would be kept each time.
 */
export class JsonService {
  readonly #service: LanguageService;

  constructor(schemas: Schemas) {
    const bySchema = new Map(documentKinds.map((kind) => [schemaUri(kind), kind]));
    this.#service = getLanguageService({
      schemaRequestService: async (uri) => {
        const kind = bySchema.get(uri);
        if (kind === undefined) throw new Error(`There is no schema ${uri}`);
        return schemas.text(kind);
      },
      clientCapabilities: {
        textDocument: {
          completion: { completionItem: { documentationFormat: ["markdown"], labelDetailsSupport: true } },
          hover: { contentFormat: ["markdown"] },
        },
      },
    });
    this.#service.configure({
      validate: false,
      schemas: documentKinds.map((kind) => ({ uri: schemaUri(kind), fileMatch: [documentUri(kind)] })),
    });
  }

  async complete(text: string, kind: DocumentKind, position: Position): Promise<CompletionList> {
    const { document, json, schema } = this.#parse(text, kind);
    if (schema && isWithin(schema, document.offsetAt(position))) return { isIncomplete: false, items: [] };
    const list = await this.#service.doComplete(document, position, json);
    const items = (list?.items ?? []).filter(({ label }) => !schema || label !== "$schema");
    return { isIncomplete: list?.isIncomplete ?? false, items };
  }

  async hover(text: string, kind: DocumentKind, position: Position): Promise<Hover | null> {
    const { document, json, schema } = this.#parse(text, kind);
    if (schema && isWithin(schema, document.offsetAt(position))) return null;
    return this.#service.doHover(document, position, json);
  }

  symbols(text: string, limit: number): DocumentSymbol[] {
    const document = this.#document(text);
    const json = this.#service.parseJSONDocument(document);
    return this.#service.findDocumentSymbols2(document, json, { resultLimit: limit });
  }

  folds(text: string, limit: number): FoldingRange[] {
    return this.#service.getFoldingRanges(this.#document(text), { rangeLimit: limit });
  }

  selections(text: string, positions: Position[]): SelectionRange[] {
    const document = this.#document(text);
    return this.#service.getSelectionRanges(document, positions, this.#service.parseJSONDocument(document));
  }

  format(text: string, options: { readonly tabSize: number; readonly insertSpaces: boolean }): TextEdit[] {
    return this.#service.format(this.#document(text), undefined, options);
  }

  #document(text: string, kind?: DocumentKind): TextDocument {
    return TextDocument.create(kind === undefined ? "parameters:/any.json" : documentUri(kind), "json", 0, text);
  }

  #parse(text: string, kind: DocumentKind): Parsed {
    const document = this.#document(text, kind);
    const json = this.#service.parseJSONDocument(document);
    return { document, json, schema: takeSchema(json.root) };
  }
}

function schemaUri(kind: DocumentKind): string {
  return `parameters:/schemas/${wordOf(kind)}.schema.json`;
}

function documentUri(kind: DocumentKind): string {
  return `parameters:/documents/${wordOf(kind)}.json`;
}

/**
 * Takes `$schema` out of the document, and tells where it stood: the service would load what it names, one schema for every letter that is typed
 * there, and it could contradict the file's name, which counts.
 */
function takeSchema(root: ASTNode | undefined): PropertyASTNode | undefined {
  if (root?.type !== "object") return undefined;
  const index = root.properties.findIndex(({ keyNode }) => keyNode.value === "$schema");
  return index < 0 ? undefined : root.properties.splice(index, 1)[0];
}

function isWithin({ offset, length }: ASTNode, at: number): boolean {
  return at >= offset && at <= offset + length;
}
