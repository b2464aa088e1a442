import type { DocumentKind } from "@analytics-engines/core/families/facts";
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
import { fileKinds, wordOf } from "./kinds.ts";
import { loadSchema } from "./schema-files.ts";

/** A parsed document. Its kind counts, not its name or its `$schema`. */
interface Parsed {
  readonly document: TextDocument;
  readonly json: JSONDocument;
  /** Its `$schema`, which was removed from `json`. */
  readonly schema: PropertyASTNode | undefined;
}

/**
 * Completion, hovers and structure of JSON by the schemas of the kinds. All documents share one language service, which gets each schema once: it
 * would keep a copy of a schema that comes with each request.
 */
export class JsonService {
  readonly #service: LanguageService;

  /** @param load loads the schema of a kind; called once for each */
  constructor(load: (kind: DocumentKind) => Promise<unknown> = loadSchema) {
    const bySchema = new Map(fileKinds.map((kind) => [schemaUri(kind), kind]));
    this.#service = getLanguageService({
      schemaRequestService: async (uri) => {
        const kind = bySchema.get(uri);
        if (kind === undefined) throw new Error(`There is no schema ${uri}`);
        return JSON.stringify(await load(kind));
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
      schemas: fileKinds.map((kind) => ({ uri: schemaUri(kind), fileMatch: [documentUri(kind)] })),
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
