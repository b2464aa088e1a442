import { type FixMaker, replace } from "./fixes.ts";
import type { TextEdit } from "./issue.ts";
import type { Path } from "./pointer.ts";
import { locate } from "./text/locate.ts";

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

/** Leaves of the value only what stands at a path inside it, indented as the value was. */
export function unwrapValue(title: string, path: Path): FixMaker {
  return (_, text) => {
    const [outer, inner] = locate(text, [[], path]);
    if (!outer || !inner) return undefined;
    const value = text.slice(inner.start, inner.end);
    const surplus = /(?:^|\n)([ \t]*)\S*$/.exec(value)?.[1]?.length ?? 0;
    const edits: TextEdit[] = [replace(outer.start, inner.start, "")];
    for (const at of lineStartsOf(value)) {
      const indentation = /^[ \t]*/.exec(value.slice(at, at + surplus))?.[0].length ?? 0;
      if (indentation > 0) edits.push(replace(inner.start + at, inner.start + at + indentation, ""));
    }
    edits.push(replace(inner.end, outer.end, ""));
    return { title, safe: false, edits };
  };
}

/** The offsets at which lines after the first start. A text in JSON has no line ends inside, so all of them may be indented. */
function lineStartsOf(value: string): number[] {
  return Array.from(value.matchAll(/\n/g), ({ index }) => index + 1);
}
