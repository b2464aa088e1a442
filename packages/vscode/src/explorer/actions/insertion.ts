import { findNodeAtOffset, parseTree } from "jsonc-parser";

/**
 * The text to insert into JSON in place of a selection: without quotes inside a string, and as a string with quotes elsewhere. Offsets count
 * from 0.
 */
export function insertion(json: string, start: number, end: number, text: string): string {
  const quoted = JSON.stringify(text);
  return isInsideString(json, start, end) ? quoted.slice(1, -1) : quoted;
}

function isInsideString(json: string, start: number, end: number): boolean {
  const root = parseTree(json);
  const node = root && findNodeAtOffset(root, start, true);
  if (node?.type !== "string") return false;
  const to = node.offset + node.length;
  const isClosed = node.length > 1 && json[to - 1] === '"';
  return start > node.offset && (end < to || (end === to && !isClosed));
}
