import { type JSONPath, type Node, parseTree } from "jsonc-parser";

/** Reads a text as far as it is JSON; undefined where it holds nothing, or is nested too deep to be a parameter file. */
export function readTree(text: string): Node | undefined {
  try {
    return parseTree(text, [], { allowTrailingComma: true });
  } catch (error) {
    // The parser calls itself for each level.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** The members of an object: key, value (none while it is not written yet). */
export function membersOf(node: Node | undefined): { readonly key: Node; readonly value: Node | undefined }[] {
  if (node?.type !== "object") return [];
  return (node.children ?? []).flatMap(({ children }) => {
    const [key, value] = children ?? [];
    return key ? [{ key, value }] : [];
  });
}

/** The value of a member, whose name is taken in any letter case; of repeated names the last one counts. */
export function memberOf(node: Node | undefined, name: string): Node | undefined {
  return membersOf(node).findLast(({ key }) => String(key.value).toLowerCase() === name.toLowerCase())?.value;
}

/** The object that the value is a member of. */
export function objectAround(node: Node | undefined): Node | undefined {
  return node?.parent?.type === "property" ? node.parent.parent : undefined;
}

/** Calls back for every text that is a value, with the way to it. The path is only lent: it goes on changing after the call. */
export function forEachText(node: Node, visit: (text: Node, path: JSONPath) => void, path: JSONPath = []): void {
  if (node.type === "string") visit(node, path);
  const inner = (segment: string | number, value: Node | undefined) => {
    if (!value) return;
    path.push(segment);
    forEachText(value, visit, path);
    path.pop();
  };
  if (node.type === "array") for (const [index, item] of (node.children ?? []).entries()) inner(index, item);
  for (const { key, value } of membersOf(node)) inner(String(key.value), value);
}

/** The text of a value, where it is one. */
export function textOf(node: Node | undefined): string | undefined {
  return typeof node?.value === "string" ? node.value : undefined;
}
