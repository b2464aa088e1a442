import { findNodeAtOffset, getLocation, getNodePath, type JSONPath, type Node, parseTree } from "jsonc-parser";

/** Parses a text as far as it is JSON; undefined if it is empty or nested too deeply. */
export function readTree(text: string): Node | undefined {
  try {
    return parseTree(text, [], { allowTrailingComma: true });
  } catch (error) {
    // The parser is recursive.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** The members of an object. One without a value yet has only a key. */
export function objectMembers(node: Node | undefined): { readonly key: Node; readonly value: Node | undefined }[] {
  if (node?.type !== "object") return [];
  return (node.children ?? []).flatMap(({ children }) => {
    const [key, value] = children ?? [];
    return key ? [{ key, value }] : [];
  });
}

/** The value of a member by its name in any letter case; the last one of repeated names. */
export function memberOf(node: Node | undefined, name: string): Node | undefined {
  return objectMembers(node).findLast(({ key }) => String(key.value).toLowerCase() === name.toLowerCase())?.value;
}

/** The object with the value as a member. */
export function objectAround(node: Node | undefined): Node | undefined {
  return node?.parent?.type === "property" ? node.parent.parent : undefined;
}

/** Calls back for each text value with its path. The callback must not keep the path, which changes afterwards. */
export function forEachText(node: Node, visit: (text: Node, path: JSONPath) => void, path: JSONPath = []): void {
  if (node.type === "string") visit(node, path);
  const inner = (segment: string | number, value: Node | undefined) => {
    if (!value) return;
    path.push(segment);
    forEachText(value, visit, path);
    path.pop();
  };
  if (node.type === "array") for (const [index, item] of (node.children ?? []).entries()) inner(index, item);
  for (const { key, value } of objectMembers(node)) inner(String(key.value), value);
}

/** The text of a value; undefined for any other value. */
export function stringValue(node: Node | undefined): string | undefined {
  return typeof node?.value === "string" ? node.value : undefined;
}

/** A text, or the place for one, at an offset of a document. */
export type TextPlace = NonNullable<ReturnType<typeof textPlaceAt>>;

/**
 * Finds the text value at an offset, or the place for one; undefined at keys, at numbers and between values. The offsets include the quotes, and
 * both are the given offset if there is no text yet.
 */
export function textPlaceAt(text: string, offset: number) {
  const root = readTree(text);
  const { path, isAtPropertyKey, previousNode } = getLocation(text, offset);
  if (!root || isAtPropertyKey || path.length === 0) return undefined;
  const node = findNodeAtOffset(root, offset, true) ?? previousNode;
  if (node?.type === "string" && node.offset < offset && offset <= node.offset + node.length) {
    const value = text.slice(node.offset, node.offset + node.length);
    const closed = value.length > 1 && value.endsWith('"');
    if (closed && offset === node.offset + node.length) return undefined;
    return {
      root,
      path,
      start: node.offset,
      end: node.offset + node.length,
      // The part from the opening quote to the offset.
      typed: text.slice(node.offset + 1, offset),
      whole: value.slice(1, closed ? -1 : undefined),
    };
  }
  const isEmpty = /[:[,]\s*$/.test(text.slice(0, offset)) && /^\s*([\]},]|$)/.test(text.slice(offset));
  return isEmpty ? { root, path, start: offset, end: offset, typed: "", whole: "" } : undefined;
}

/** Finds the text value at an offset, and its path. */
export function textAt(root: Node, offset: number) {
  const node = findNodeAtOffset(root, offset, true);
  if (node?.type !== "string") return undefined;
  const isKey = node.parent?.type === "property" && node.parent.children?.[0] === node;
  return isKey ? undefined : { node, path: getNodePath(node) };
}
