import { toPointer } from "@analytics-engines/core/basics";
import type { Reference } from "@analytics-engines/core/parameters";
import type { JSONPath, Node } from "jsonc-parser";
import { type FieldFinder, type ServiceField, serviceFieldsOf } from "../schema/fields.ts";
import { type CheckTextOptions, checkParameterText } from "../text/checked-text.ts";
import { changeBetween } from "../text/edits.ts";
import { excerptsOf, moveSpan } from "../text/excerpt.ts";
import { forEachText, memberOf, readTree, stringValue } from "../text/tree.ts";

/** A resource that a document names, with the offsets of its text, including the quotes. */
export interface PlacedReference extends Reference {
  readonly start: number;
  readonly end: number;
}

/** Finds all resources that a document names, even with errors in it. */
export function findReferences(root: Node, fieldAt: FieldFinder): PlacedReference[] {
  const references: PlacedReference[] = [];
  forEachText(root, (node, path) => {
    const field = fieldAt(path);
    const reference = field && referenceTo(root, node, path, field);
    if (reference) references.push(reference);
  });
  return references;
}

/** How many units are read before other work gets its turn. */
const UNITS_AT_ONCE = 100;

/**
 * Finds the resources that a checked text names, unit by unit: the tree of a long text takes more time and memory than all else.
 * @param pause lets other work have its turn
 */
export async function referencesIn(
  checked: Parameters<typeof excerptsOf>[0],
  fieldAt: FieldFinder,
  pause: () => Promise<void>,
): Promise<PlacedReference[]> {
  const references: PlacedReference[] = [];
  for (const [index, excerpt] of excerptsOf(checked).entries()) {
    if (index % UNITS_AT_ONCE === UNITS_AT_ONCE - 1) await pause();
    const root = readTree(excerpt.text);
    if (root) references.push(...findReferences(root, fieldAt).map((reference) => moveSpan(reference, excerpt)));
  }
  return references;
}

/** References of an earlier text in a text that may have syntax errors, without those in the part that has changed. */
export function findAgain<Known extends PlacedReference>(
  earlier: string,
  text: string,
  before: readonly Known[],
): Known[] {
  const change = changeBetween(earlier, text);
  if (change === undefined) return [...before];
  const { offset, length, content } = change;
  const after = { offset: content.length - length };
  return before.flatMap((reference) => {
    if (reference.end <= offset) return reference;
    return reference.start >= offset + length ? moveSpan(reference, after) : [];
  });
}

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

/** The places where a text names a resource. Ids and paths ignore letter case. */
export async function occurrencesIn(
  text: string,
  { kind, engine, id }: Pick<PlacedReference, "kind" | "engine" | "id">,
  options: CheckTextOptions,
): Promise<readonly PlacedReference[]> {
  // Most files of a folder do not name it, and a search is faster than a check.
  const written = JSON.stringify(id).toLowerCase();
  if (!text.toLowerCase().includes(written)) return [];
  const root = readTree(text);
  const { kind: document } = checkParameterText(text, options);
  if (root === undefined || document === undefined) return [];
  return findReferences(root, await serviceFieldsOf(document)).filter(
    (reference) =>
      groupOf(reference.kind) === groupOf(kind) &&
      (isShared(kind) || reference.engine === engine) &&
      reference.id.toLowerCase() === id.toLowerCase(),
  );
}

/** Whether the ids of a kind mean the same in all families. */
function isShared(kind: PlacedReference["kind"]): boolean {
  return kind === "account" || kind === "benchmark" || kind === "currency";
}

/** Accounts and benchmarks share their ids. */
function groupOf(kind: PlacedReference["kind"]): PlacedReference["kind"] {
  return kind === "benchmark" ? "account" : kind;
}
