import type { JsonPath } from "../json/pointer.ts";
import { type FixMaker, replace } from "./fixes.ts";
import type { TextEdit } from "./issue.ts";
import { endOfValue, locate, readKey, visitMembers } from "./text/locate.ts";

// Not safe to apply unasked: what else is wrong is only checked once the parameters stand where they belong.

/** Puts the value into objects, one in another, under the keys given (outermost first), and indents its lines. */
export function wrapValue(title: string, keys: readonly string[]): FixMaker {
  return ({ start, end }, text) => {
    const line = text.slice(text.lastIndexOf("\n", start) + 1, start);
    const base = /^[ \t]*/.exec(line)?.[0] ?? "";
    const value = text.slice(start, end);
    const unit = /\n([ \t]+)/.exec(text)?.[1] ?? "  ";
    const lineEnd = value.includes("\r\n") ? "\r\n" : "\n";
    if (!value.includes("\n")) {
      const open = keys.map((key) => `{${JSON.stringify(key)}: `).join("");
      return { title, safe: false, edits: [replace(start, start, open), replace(end, end, "}".repeat(keys.length))] };
    }
    let open = "";
    let close = "";
    for (const [depth, key] of keys.entries()) {
      open += `{${lineEnd}${base}${unit.repeat(depth + 1)}${JSON.stringify(key)}: `;
      close = `${lineEnd}${base}${unit.repeat(depth)}}${close}`;
    }
    const indent = unit.repeat(keys.length);
    const edits = lineStartsOf(value).map((at) => replace(start + at, start + at, indent));
    return { title, safe: false, edits: [replace(start, start, open), ...edits, replace(end, end, close)] };
  };
}

/**
 * Puts the members of the object, without those to keep at its own level, into objects under the keys given (outermost first).
 * Undefined where a member to keep stands between them.
 */
export function wrapMembers(title: string, keep: readonly string[], keys: readonly string[]): FixMaker {
  return ({ start: object }, text) => {
    const runs: { start: number; end: number }[] = [];
    let isOpen = false;
    for (const member of membersOf(text, object)) {
      const last = runs.at(-1);
      if (keep.includes(member.key)) isOpen = false;
      else if (isOpen && last) last.end = member.end;
      else {
        runs.push({ start: member.start, end: member.end });
        isOpen = true;
      }
    }
    const [run, other] = runs;
    if (!run || other) return undefined;
    const { start, end } = run;
    const base = indentBefore(text, start);
    const names = keys.map((key) => JSON.stringify(key));
    if (base === undefined) {
      const edits = [
        replace(start, start, names.map((name) => `${name}: {`).join("")),
        replace(end, end, "}".repeat(names.length)),
      ];
      return { title, safe: false, edits };
    }
    const lineEnd = text.includes("\r\n") ? "\r\n" : "\n";
    const unit = base === "" ? "  " : base;
    let open = "";
    let close = "";
    for (const [depth, name] of names.entries()) {
      open += `${name}: {${lineEnd}${base}${unit.repeat(depth + 1)}`;
      close = `${lineEnd}${base}${unit.repeat(depth)}}${close}`;
    }
    const indent = unit.repeat(names.length);
    const edits = lineStartsOf(text.slice(start, end)).map((at) => replace(start + at, start + at, indent));
    return { title, safe: false, edits: [replace(start, start, open), ...edits, replace(end, end, close)] };
  };
}

/** Leaves of the value at the first path only what stands at the second, inside it, indented as that value was. */
export function unwrapValue(title: string, from: JsonPath, to: JsonPath): FixMaker {
  return (_, text) => {
    const [outer, inner] = locate(text, [from, to]);
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

/** Puts the members of the object under a key of the root in the place of that key, beside the root's others. */
export function liftMembers(title: string, key: string): FixMaker {
  return (_, text) => {
    const [place] = locate(text, [[key]]);
    const members = place ? membersOf(text, place.start) : [];
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

interface Member {
  readonly key: string;
  readonly start: number;
  readonly end: number;
}

/** The members of the object at an offset, from the key to the value's end. */
function membersOf(text: string, object: number): readonly Member[] {
  const members: Member[] = [];
  visitMembers(text, object, (start, keyEnd, valueStart) => {
    const end = endOfValue(text, valueStart);
    members.push({ key: readKey(text, start, keyEnd), start, end });
    return end;
  });
  return members;
}

/** The blanks that a line begins with, where nothing else stands before the offset. */
function indentBefore(text: string, offset: number): string | undefined {
  const line = text.slice(text.lastIndexOf("\n", offset - 1), offset);
  return /^\n([ \t]*)$/.exec(line)?.[1];
}

/** How far the last line of a value is indented. */
function lastIndent(text: string, start: number, end: number): number {
  return /(?:^|\n)([ \t]*)\S*$/.exec(text.slice(start, end))?.[1]?.length ?? 0;
}

/** Takes so many blanks, at most, from the lines after the first. */
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
