import { toPointer } from "@analytics-engines/core/json";
import type { Reference } from "@analytics-engines/core/parameters";
import { createScanner, type JSONPath, type Node } from "jsonc-parser";
import type { Field, Fields } from "./fields.ts";
import { forEachText, memberOf, textOf } from "./tree.ts";

/** Something of the service's that a document names, with the offsets of its text, quotes included. */
export interface PlacedReference extends Reference {
  readonly kind: Reference["kind"];
  readonly start: number;
  readonly end: number;
}

/** All that a document names; also one that is being written, and so has errors. */
export function findReferences(root: Node, fields: Fields): PlacedReference[] {
  const found: PlacedReference[] = [];
  forEachText(root, (node, path) => {
    const field = fields.at(path);
    const reference = field && referenceTo(root, node, path, field);
    if (reference) found.push(reference);
  });
  return found;
}

/**
 * Where the references of an earlier text stand in one that is broken: nobody knows what belongs to what there, but the texts can be found again.
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

/** What a text refers to; undefined where it is empty, or a choice such as a currency. */
export function referenceTo(root: Node, node: Node, path: JSONPath, field: Field): PlacedReference | undefined {
  const id = textOf(node);
  const { kind } = field;
  if (!id || kind === "return type" || kind === "peer universe") {
    return undefined;
  }
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

/** The account that stands nearest to a place: of its object, or of the one around it. */
export function accountBeside(root: Node, path: JSONPath): string | undefined {
  const objects: (Node | undefined)[] = [root];
  for (const segment of path.slice(0, -1)) {
    const around = objects.at(-1);
    objects.push(typeof segment === "number" ? around?.children?.[segment] : memberOf(around, segment));
  }
  for (const object of objects.reverse()) {
    const [first] = memberOf(object, "accounts")?.children ?? [];
    const id = textOf(memberOf(memberOf(object, "account"), "id")) ?? textOf(memberOf(first, "id"));
    if (id) return id;
  }
  return undefined;
}
