import { findNodeAtOffset, getLocation, getNodePath, type Node } from "jsonc-parser";
import { readTree } from "./tree.ts";

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
