import { PlaceIndex } from "../json/place-index.ts";
import type { JsonPath } from "../json/pointer.ts";
import { type FixMaker, membersAt, replace } from "./fixes.ts";
import type { Fix, TextEdit } from "./issue.ts";

// These fixes are not safe: other errors are checked only when the parameters are at the right place.

/** Puts the value into objects, one in another, under the keys given (outermost first), and indents its lines. */
export function wrapValue(title: string, keys: readonly string[]): FixMaker {
  return ({ start, end }, text) => {
    const base = /^[ \t]*/.exec(text.slice(text.lastIndexOf("\n", start) + 1, start))?.[0] ?? "";
    const value = text.slice(start, end);
    const names = keys.map((key) => JSON.stringify(key));
    if (!value.includes("\n")) {
      return wrapping(
        title,
        text,
        { start, end },
        names.map((name) => `{${name}: `).join(""),
        "}".repeat(names.length),
        "",
      );
    }
    const unit = /\n([ \t]+)/.exec(text)?.[1] ?? "  ";
    const lineEnd = lineEndOf(value);
    const open = names.map((name, depth) => `{${lineEnd}${base}${unit.repeat(depth + 1)}${name}: `).join("");
    return wrapping(
      title,
      text,
      { start, end },
      open,
      closing(names.length, base, unit, lineEnd),
      unit.repeat(names.length),
    );
  };
}

/**
 * Puts the members of the object, without those to keep at its own level, into objects under the keys given (outermost first).
 * Undefined where a member to keep is between them.
 */
export function wrapMembers(title: string, keep: readonly string[], keys: readonly string[]): FixMaker {
  return ({ start: object }, text) => {
    const runs: { start: number; end: number }[] = [];
    let isOpen = false;
    for (const { name, start, end } of membersAt(text, object)) {
      const last = runs.at(-1);
      if (keep.includes(name)) isOpen = false;
      else if (isOpen && last) last.end = end;
      else {
        runs.push({ start, end });
        isOpen = true;
      }
    }
    const [run, other] = runs;
    if (!run || other) return undefined;
    const names = keys.map((key) => JSON.stringify(key));
    const base = indentBefore(text, run.start);
    if (base === undefined)
      return wrapping(title, text, run, names.map((name) => `${name}: {`).join(""), "}".repeat(names.length), "");
    const unit = base === "" ? "  " : base;
    const lineEnd = lineEndOf(text);
    const open = names.map((name, depth) => `${name}: {${lineEnd}${base}${unit.repeat(depth + 1)}`).join("");
    return wrapping(title, text, run, open, closing(names.length, base, unit, lineEnd), unit.repeat(names.length));
  };
}

/** The fix that puts texts around a span and indents the lines of the span after the first. */
function wrapping(
  title: string,
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
  open: string,
  close: string,
  indent: string,
): Fix {
  const lines = indent === "" ? [] : lineStartsOf(text.slice(start, end));
  const edits = lines.map((at) => replace(start + at, start + at, indent));
  return { title, safe: false, edits: [replace(start, start, open), ...edits, replace(end, end, close)] };
}

/** The brackets that close so many objects, each on a line of its own. */
function closing(count: number, base: string, unit: string, lineEnd: string): string {
  return Array.from({ length: count }, (_, at) => `${lineEnd}${base}${unit.repeat(count - 1 - at)}}`).join("");
}

function lineEndOf(text: string): string {
  return text.includes("\r\n") ? "\r\n" : "\n";
}

/** Replaces the value at the first path by the value at the second path, which is inside it, with the indentation of the first. */
export function unwrapValue(title: string, from: JsonPath, to: JsonPath): FixMaker {
  return (_, text) => {
    const places = new PlaceIndex(text);
    const [outer, inner] = [places.find(from), places.find(to)];
    if (!outer || !inner) return undefined;
    const surplus = lastIndent(text, inner.start, inner.end) - lastIndent(text, outer.start, outer.end);
    return {
      title,
      safe: false,
      edits: [
        replace(outer.start, inner.start, ""),
        ...outdent(text, inner.start, inner.end, surplus),
        replace(inner.end, outer.end, ""),
      ],
    };
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
    return {
      title,
      safe: false,
      edits: [
        replace(place.key.start, first.start, ""),
        ...outdent(text, first.start, last.end, surplus),
        replace(last.end, place.end, ""),
      ],
    };
  };
}

/** The indentation before an offset; undefined where other text comes before it on the line. */
function indentBefore(text: string, offset: number): string | undefined {
  const line = text.slice(text.lastIndexOf("\n", offset - 1), offset);
  return /^\n([ \t]*)$/.exec(line)?.[1];
}

/** How far the last line of a value is indented. */
function lastIndent(text: string, start: number, end: number): number {
  return /(?:^|\n)([ \t]*)\S*$/.exec(text.slice(start, end))?.[1]?.length ?? 0;
}

/** Removes at most `surplus` blanks from the start of each line after the first. */
function outdent(text: string, start: number, end: number, surplus: number): TextEdit[] {
  const edits: TextEdit[] = [];
  for (const at of lineStartsOf(text.slice(start, end))) {
    const from = start + at;
    const indentation = /^[ \t]*/.exec(text.slice(from, from + Math.max(0, surplus)))?.[0].length ?? 0;
    if (indentation > 0) edits.push(replace(from, from + indentation, ""));
  }
  return edits;
}

/** The offsets at which lines after the first start. A text in JSON has no line ends inside, so all of them may be indented. */
function lineStartsOf(value: string): number[] {
  return Array.from(value.matchAll(/\n/g), ({ index }) => index + 1);
}
