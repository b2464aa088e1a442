import { toPointer } from "@analytics-engines/core/json";
import type { Reference } from "@analytics-engines/core/parameters";
import { createScanner, type JSONPath, type Node } from "jsonc-parser";
import type { FieldFinder, ServiceField } from "./fields.ts";
import { forEachText, memberOf, stringValue } from "./tree.ts";

/** A resource that a document names, with the offsets of its text, including the quotes. */
export interface PlacedReference extends Reference {
  readonly start: number;
  readonly end: number;
}

/** Finds all resources that a document names, even with errors in it. */
export function findReferences(root: Node, fieldAt: FieldFinder): PlacedReference[] {
  const found: PlacedReference[] = [];
  forEachText(root, (node, path) => {
    const field = fieldAt(path);
    const reference = field && referenceTo(root, node, path, field);
    if (reference) found.push(reference);
  });
  return found;
}

/**
 * Finds references of an earlier text in a text with syntax errors. Its structure is unknown, but the same strings can be found.
 */
export function findAgain<Known extends PlacedReference>(text: string, before: readonly Known[]): Known[] {
  const byId = new Map(before.map((reference) => [reference.id, reference]));
  const scanner = createScanner(text, true);
  const found: Known[] = [];
  for (let token = scanner.scan(); token !== endOfText; token = scanner.scan()) {
    const reference = token === stringToken ? byId.get(scanner.getTokenValue()) : undefined;
    const start = scanner.getTokenOffset();
    if (reference) found.push({ ...reference, start, end: start + scanner.getTokenLength() });
  }
  return found;
}

// The scanner's kinds of tokens.
const stringToken = 10;
const endOfText = 17;

/** The resource that a text names; undefined for an empty text, and for a choice such as a return type. */
export function referenceTo(root: Node, node: Node, path: JSONPath, field: ServiceField): PlacedReference | undefined {
  const id = stringValue(node);
  const { kind } = field;
  if (!id || kind === "return type" || kind === "peer universe") return undefined;
  const account = kind === "configuration" ? accountBeside(root, path) : undefined;
  return {
    kind,
    engine: field.engine,
    id,
    ...(account === undefined ? {} : { account }),
    pointer: toPointer(path),
    range: undefined,
    start: node.offset,
    end: node.offset + node.length,
  };
}

/** The account nearest to a place: in its object, or in the one around it. */
export function accountBeside(root: Node, path: JSONPath): string | undefined {
  const objects: (Node | undefined)[] = [root];
  for (const segment of path.slice(0, -1)) {
    const around = objects.at(-1);
    objects.push(typeof segment === "number" ? around?.children?.[segment] : memberOf(around, segment));
  }
  for (const object of objects.reverse()) {
    const [first] = memberOf(object, "accounts")?.children ?? [];
    const id = stringValue(memberOf(memberOf(object, "account"), "id")) ?? stringValue(memberOf(first, "id"));
    if (id) return id;
  }
  return undefined;
}
