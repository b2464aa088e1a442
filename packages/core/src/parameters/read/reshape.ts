import { PlaceIndex } from "../../json/text.ts";
import type { JsonPath } from "../../json/value.ts";
import { type FixMaker, membersAt, replace } from "../issues/fixes.ts";
import type { Fix } from "../issues/issue.ts";

// These fixes are not safe: other errors are checked only when the parameters are at the right place.

interface Span {
  readonly start: number;
  readonly end: number;
}

/** Puts the value into nested objects under the given keys (outermost first), and indents its lines. */
export function wrapValue(title: string, keys: readonly string[]): FixMaker {
  return ({ start, end }, text) => {
    const base = /^[ \t]*/.exec(text.slice(text.lastIndexOf("\n", start) + 1, start))?.[0] ?? "";
    const unit = /\n([ \t]+)/.exec(text)?.[1] ?? "  ";
    const lines = text.slice(start, end).includes("\n") ? { base, unit } : undefined;
    return wrapping(title, text, { start, end }, keys, lines, (name, lineBreak) => `{${lineBreak}${name}: `);
  };
}

/**
 * Puts the members of the object, except those in `keep`, into nested objects under the given keys (outermost first). Undefined if a member
 * to keep is between the others.
 */
export function wrapMembers(title: string, keep: readonly string[], keys: readonly string[]): FixMaker {
  return ({ start: object }, text) => {
    const members = membersAt(text, object);
    const moves = members.map(({ name }) => !keep.includes(name));
    const [from, to] = [moves.indexOf(true), moves.lastIndexOf(true)];
    const [first, last] = [members[from], members[to]];
    if (!first || !last || moves.slice(from, to).includes(false)) return undefined;
    const base = indentBefore(text, first.start);
    const lines = base === undefined ? undefined : { base, unit: base === "" ? "  " : base };
    const span = { start: first.start, end: last.end };
    return wrapping(title, text, span, keys, lines, (name, lineBreak) => `${name}: {${lineBreak}`);
  };
}

/**
 * The fix that puts a span into nested objects under the given keys, and indents the lines of the span after the first.
 * @param lines the indentation of the span, and that of each level; undefined if all stays on one line
 * @param open the text that begins an object
 */
function wrapping(
  title: string,
  text: string,
  { start, end }: Span,
  keys: readonly string[],
  lines: { readonly base: string; readonly unit: string } | undefined,
  open: (name: string, lineBreak: string) => string,
): Fix {
  const indent = (depth: number) => lines?.unit.repeat(depth) ?? "";
  const lineEnd = text.includes("\r\n") ? "\r\n" : "\n";
  const lineBreak = (depth: number) => (lines === undefined ? "" : `${lineEnd}${lines.base}${indent(depth)}`);
  const opening = keys.map((key, depth) => open(JSON.stringify(key), lineBreak(depth + 1))).join("");
  const closing = keys.map((_, at) => `${lineBreak(keys.length - 1 - at)}}`).join("");
  const starts = lines === undefined ? [] : lineStartsOf(text, { start, end });
  const edits = starts.map((at) => replace(at, at, indent(keys.length)));
  return { title, safe: false, edits: [replace(start, start, opening), ...edits, replace(end, end, closing)] };
}

/** Replaces the value at the first path by the value at the second path, which is inside it, with the indentation of the first. */
export function unwrapValue(title: string, from: JsonPath, to: JsonPath): FixMaker {
  return (_, text) => {
    const places = new PlaceIndex(text);
    const [outer, inner] = [places.find(from), places.find(to)];
    return outer && inner && lifting(title, text, outer, inner, lastIndent(text, inner) - lastIndent(text, outer));
  };
}

/** Replaces a member of the root by the members of its value. */
export function liftMembers(title: string, key: string): FixMaker {
  return (_, text) => {
    const place = new PlaceIndex(text).find([key]);
    const members = place ? membersAt(text, place.start) : [];
    const [first, last] = [members[0], members.at(-1)];
    if (!place?.key || !first || !last) return undefined;
    const surplus = (indentBefore(text, first.start) ?? "").length - (indentBefore(text, place.key.start) ?? "").length;
    const [outer, inner] = [
      { start: place.key.start, end: place.end },
      { start: first.start, end: last.end },
    ];
    return lifting(title, text, outer, inner, surplus);
  };
}

/** The fix that replaces a span by one inside it, and removes at most `surplus` blanks from the start of each line after the first. */
function lifting(title: string, text: string, outer: Span, inner: Span, surplus: number): Fix {
  const outdents = lineStartsOf(text, inner).flatMap((at) => {
    const blanks = /^[ \t]*/.exec(text.slice(at, at + Math.max(0, surplus)))?.[0].length ?? 0;
    return blanks > 0 ? [replace(at, at + blanks, "")] : [];
  });
  const edits = [replace(outer.start, inner.start, ""), ...outdents, replace(inner.end, outer.end, "")];
  return { title, safe: false, edits };
}

/** The indentation before an offset; undefined if other text comes before it on the line. */
function indentBefore(text: string, offset: number): string | undefined {
  const line = text.slice(text.lastIndexOf("\n", offset - 1), offset);
  return /^\n([ \t]*)$/.exec(line)?.[1];
}

/** How far the last line of a value is indented. */
function lastIndent(text: string, { start, end }: Span): number {
  return /(?:^|\n)([ \t]*)\S*$/.exec(text.slice(start, end))?.[1]?.length ?? 0;
}

/** The offsets at which lines after the first start. No line end is inside a JSON string, so all these lines may be indented. */
function lineStartsOf(text: string, { start, end }: Span): number[] {
  return Array.from(text.slice(start, end).matchAll(/\n/g), ({ index }) => start + index + 1);
}
