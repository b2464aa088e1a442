import { applyEdits } from "jsonc-parser";
import { childrenAt, PlaceIndex, type ValuePlace } from "../../json/text.ts";
import { type JsonPath, parseJsonValue } from "../../json/value.ts";
import { nearestFew } from "../../text/nearest.ts";
import { quoted } from "../text/words.ts";
import type { Fix, Issue, TextEdit } from "./issue.ts";

/** Makes a fix for a place in the text; undefined if the fix is not possible there. */
export type FixMaker = (place: ValuePlace, text: string) => Fix | undefined;

/** A fix for a place in a JSON text, and the value of the text after it; undefined if the fix is not possible there. */
export function tryFix(makeFix: FixMaker, place: ValuePlace, text: string): { fix: Fix; value: unknown } | undefined {
  const fix = makeFix(place, text);
  return fix && { fix, value: parseJsonValue(applyEdits(text, [...fix.edits])) };
}

/** Changes the key of the member. */
export function renameKey(title: string, to: string, safe: boolean): FixMaker {
  return ({ key }) => key && { title, safe, edits: [replace(key.start, key.end, JSON.stringify(to))] };
}

/** Changes the value to a text. */
export function replaceValue(title: string, to: string, safe: boolean): FixMaker {
  return ({ start, end }) => ({ title, safe, edits: [replace(start, end, JSON.stringify(to))] });
}

/** The number of values up to which an editor offers each of them. */
const MAX_VALUES_OFFERED = 12;
/** More similar names would only make the choice harder. */
export const MAX_CLOSE_OFFERED = 3;

/** A fix for each value of a short list, similar ones first; for a long list, only for the similar ones. */
export function changesTo(written: string, values: readonly string[]): FixMaker[] {
  const close = nearestFew(written, values, MAX_CLOSE_OFFERED);
  const others = values.length > MAX_VALUES_OFFERED ? [] : values.filter((value) => !close.includes(value));
  return [...close, ...others].map((value) => replaceValue(`Change to ${quoted(value)}`, value, false));
}

/** Changes the value as the file writes it. */
export function replaceWritten(title: string, change: (written: string) => string): FixMaker {
  return ({ start, end }, text) => ({
    title,
    safe: false,
    edits: [replace(start, end, change(text.slice(start, end)))],
  });
}

/** Exchanges the value with that at another path of the file. */
export function swapValues(title: string, otherPath: JsonPath): FixMaker {
  return ({ start, end }, text) => {
    const place = new PlaceIndex(text).find(otherPath);
    if (place === undefined) return undefined;
    const edits = [
      replace(start, end, text.slice(place.start, place.end)),
      replace(place.start, place.end, text.slice(start, end)),
    ];
    return { title, safe: false, edits };
  };
}

/** Puts a number or a word between quotes, as it is written. */
export const quoteValue: FixMaker = ({ start, end }, text) => ({
  title: "Put it between quotes",
  safe: false,
  edits: [replace(start, end, JSON.stringify(text.slice(start, end)))],
});

/** Changes the key of the member, and its value to a text. */
export function replaceMember(title: string, name: string, value: string, safe: boolean): FixMaker {
  return ({ key, start, end }) =>
    key && {
      title,
      safe,
      edits: [replace(key.start, key.end, JSON.stringify(name)), replace(start, end, JSON.stringify(value))],
    };
}

/** Removes the member and others of its object, by their keys in the file, with the commas that go with them. */
export function removeMembers(title: string, keys: readonly string[], safe: boolean): FixMaker {
  return ({ key }, text) => {
    if (!key) return undefined;
    const members = membersAt(text, key.object);
    const edits: TextEdit[] = [];
    let keptEnd: number | undefined;
    for (const [index, member] of members.entries()) {
      if (!keys.includes(member.name)) {
        keptEnd = member.end;
        continue;
      }
      // After a kept member, the comma between them goes too. Before the first kept member, all text up to that member goes.
      if (keptEnd !== undefined) edits.push(replace(keptEnd, member.end, ""));
      else edits.push(replace(member.start, members[index + 1]?.start ?? member.end, ""));
      if (keptEnd !== undefined) keptEnd = member.end;
    }
    return { title, safe, edits };
  };
}

/**
 * Moves a member into another object of the file, which is made beside the member if there is none.
 * @param key the name of the member, and `name` that which it gets
 * @param target the path of the object
 */
export function moveMember(title: string, key: string, name: string, target: JsonPath): FixMaker {
  return (place, text) => {
    if (!place.key) return undefined;
    const value = text.slice(place.start, place.end);
    const member = `${JSON.stringify(name)}: ${value}`;
    const object = new PlaceIndex(text).find(target);
    if (object === undefined) {
      const holder = `${JSON.stringify(String(target.at(-1)))}: { ${member} }`;
      return { title, safe: false, edits: [replace(place.key.start, place.end, holder)] };
    }
    const last = membersAt(text, object.start).at(-1);
    const lineStart = last === undefined ? "" : /\n[ \t]*$/.exec(text.slice(0, last.start))?.[0];
    const insertion =
      last === undefined
        ? replace(object.start + 1, object.start + 1, ` ${member} `)
        : replace(last.end, last.end, `,${lineStart ?? " "}${member}`);
    const removal = removeMembers(title, [key], false)(place, text);
    return removal && { title, safe: false, edits: [...removal.edits, insertion] };
  };
}

/** A member of an object, from its name to the end of its value. */
interface PlacedMember {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** The members of the object that starts at an offset. */
export function membersAt(text: string, object: number): PlacedMember[] {
  return childrenAt(text, object).map(([name, { key, start, end }]) => ({
    name: String(name),
    start: key?.start ?? start,
    end,
  }));
}

export function replace(start: number, end: number, content: string): TextEdit {
  return { offset: start, length: end - start, content };
}

/**
 * Applies the safe fixes of issues to the text that has the issues: the first safe fix of each. A second call changes nothing. Fixes that
 * need the author's decision are not applied.
 * @example
 * ```ts
 * import { applyFixes, readParameterFile } from "@analytics-engines/core/parameters";
 *
 * const text = '{"data": {"u": {"componentId": "A"}}}';
 * const { issues } = readParameterFile(text, { family: "pa" });
 * console.log(applyFixes(text, issues)); // {"data": {"u": {"componentid": "A"}}}
 * ```
 */
export function applyFixes(text: string, issues: readonly Issue[]): string {
  const editIds = new Set<string>();
  const edits: TextEdit[] = [];
  for (const issue of issues) {
    const fix = issue.fixes.find((candidate) => candidate.safe);
    for (const edit of fix?.edits ?? []) {
      const id = `${edit.offset}:${edit.length}:${edit.content}`;
      if (!editIds.has(id)) edits.push(edit);
      editIds.add(id);
    }
  }
  return applyEdits(text, withoutOverlaps(edits));
}

/** A wider edit replaces those inside it. */
function withoutOverlaps(edits: readonly TextEdit[]): TextEdit[] {
  const sorted = [...edits].sort((a, b) => a.offset - b.offset || b.length - a.length);
  const outerEdits: TextEdit[] = [];
  let end = -1;
  for (const edit of sorted) {
    if (edit.offset < end) continue;
    outerEdits.push(edit);
    end = Math.max(end, edit.offset + edit.length);
  }
  return outerEdits;
}
