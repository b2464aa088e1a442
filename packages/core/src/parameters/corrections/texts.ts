import { parseJsonValue } from "../../json/value.ts";
import type { Fix, TextEdit } from "../issues/issue.ts";
import { quoted } from "../text/words.ts";

// The fixes of a text that begins with a double quote and is no JSON.

/** The fix of a text that is not closed on its line: before the colon of a name, or before the punctuation at the end of the line. */
export function closeText(text: string, start: number, isName: boolean): Fix | undefined {
  const line = restOfLine(text, start + 1);
  const length = isName ? /[ \t]*:/.exec(line)?.index : line.replace(/[\s,}\]]+$/, "").length;
  if (length === undefined || length === 0) return undefined;
  const at = start + 1 + length;
  return { title: "Add the double quote", safe: false, edits: [edit(at, at, '"')] };
}

/** The fixes of a text with backslashes that begin no escape: paths of the service have slashes. */
export function escapeBackslashes(text: string, start: number, end: number): Fix[] {
  const source = text.slice(start, end);
  const isPath = /^"[^"\\]*:\\/.test(source);
  return [...(isPath ? [source.replaceAll("\\", "/")] : []), source.replaceAll("\\", "\\\\")]
    .filter(isJsonText)
    .map((json) => ({ title: `Change to ${quoted(json)}`, safe: false, edits: [edit(start, end, json)] }));
}

/** The fix of a text that contains control characters, such as a tab: their escapes. */
export function escapeControls(text: string, start: number, end: number): Fix[] {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that JSON wants escaped.
  const json = text.slice(start, end).replace(/[\u0000-\u001f]/g, (each) => JSON.stringify(each).slice(1, -1));
  return isJsonText(json) ? [{ title: "Write the escape", safe: false, edits: [edit(start, end, json)] }] : [];
}

export function edit(start: number, end: number, content: string): TextEdit {
  return { offset: start, length: end - start, content };
}

/** The text from an offset to the end of its line. */
export function restOfLine(text: string, start: number): string {
  const end = text.slice(start).search(/[\r\n]/);
  return end === -1 ? text.slice(start) : text.slice(start, start + end);
}

/** Whether a text is a JSON text with its quotes. */
export function isJsonText(text: string): boolean {
  return typeof parseJsonValue(text) === "string";
}
