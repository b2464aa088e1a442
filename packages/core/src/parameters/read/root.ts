import { PlaceIndex } from "../../json/text.ts";
import { findName, isObject, type JsonObject, type JsonPath, property } from "../../json/value.ts";
import type { Finding } from "../issues/findings.ts";
import { type FixMaker, membersAt, replace } from "../issues/fixes.ts";
import type { Fix } from "../issues/issue.ts";
import { type DocumentKind, type ObjectShape, payloadShape } from "../shapes/shape.ts";

/** Parameters at the wrong place, and where they belong. */
export interface WrongRoot {
  readonly finding: Finding;
  /** The document with the parameters at the right place, so that they can be checked. */
  readonly corrected: JsonObject;
  /** Where the parameters are in the corrected document, and where in the file. */
  readonly from: JsonPath;
  readonly to: JsonPath;
}

/** The unit's id in a fix that must invent one. */
const NEW_UNIT = "unit";

/**
 * Finds parameters at the wrong place: without the envelope, with one envelope too many, or a unit without its id. This is one issue, since
 * the schema would report an error in every line.
 * @param bare whether the file has no `$schema`, which a fix must keep at the root
 */
export function findWrongRoot(root: unknown, kind: DocumentKind, bare: boolean): WrongRoot | undefined {
  if (!isObject(root)) return undefined;
  const { location, shape } = payloadShape(kind);
  const dataKey = findName(root, "data");
  const data = dataKey === undefined ? undefined : root[dataKey];
  const isPayload = (value: unknown) => isObject(value) && arePayloadNames(shape, Object.keys(value));
  const isMap = (value: unknown) =>
    isObject(value) && Object.keys(value).length > 0 && Object.values(value).every(isPayload);
  const isContent = location === "units" ? isMap : isPayload;
  if (location === "units" && isObject(data)) {
    const ids = Object.keys(data);
    const [firstId] = ids;
    // Most files are right, and their first unit is enough to show it.
    if (firstId !== undefined && isPayload(data[firstId]) && !arePayloadNames(shape, ids)) return undefined;
  }

  if (location === "root") {
    if (isPayload(root) || dataKey === undefined || !isObject(data) || !isPayload(data)) return undefined;
    const finding = wrong(
      "This family has no envelope: its parameters are at the root, not in `data`.",
      [],
      Object.keys(root).length === 1 ? [liftOrUnwrap("Remove the envelope", dataKey, bare)] : [],
    );
    return { finding, corrected: data, from: [], to: [dataKey] };
  }
  if (dataKey === undefined)
    return findMissingEnvelope(root, bare, { isContent, isUnit: location === "units" ? isPayload : undefined });
  const inner = property(data, "data");
  if (inner !== undefined && isEnvelope(data) && isContent(inner) && !isContent(data)) {
    const finding = wrong(
      "This is an envelope within an envelope: `data` is inside `data`.",
      [dataKey],
      removeEnvelope(root, dataKey, data, bare),
    );
    return { finding, corrected: { ...root, [dataKey]: inner }, from: [dataKey], to: [dataKey, "data"] };
  }
  if (location === "units" && isPayload(data) && !isMap(data)) {
    const finding = wrong(
      "The unit's id is missing: `data` must contain units by their ids, not a unit itself.",
      [dataKey],
      [wrapValue(`Make it the unit \`${NEW_UNIT}\``, [NEW_UNIT])],
    );
    return {
      finding,
      corrected: { ...root, [dataKey]: { [NEW_UNIT]: data } },
      from: [dataKey, NEW_UNIT],
      to: [dataKey],
    };
  }
  return undefined;
}

interface Judges {
  /** Whether a value has the form of `data`. */
  readonly isContent: (value: unknown) => boolean;
  /** Whether it is one unit; undefined if the kind has no units. */
  readonly isUnit: ((value: unknown) => boolean) | undefined;
}

/** Finds parameters at the root. `$schema` and `meta` may be there rightly. */
function findMissingEnvelope(root: JsonObject, bare: boolean, { isContent, isUnit }: Judges): WrongRoot | undefined {
  const metaKey = findName(root, "meta");
  // A unit may be called `meta`.
  const outerMetaKey = metaKey !== undefined && !isUnit?.(root[metaKey]) ? metaKey : undefined;
  const parameters = Object.fromEntries(Object.entries(root).filter(([key]) => key !== outerMetaKey));
  const wrap = (title: string, keys: readonly string[]) =>
    bare && outerMetaKey === undefined
      ? wrapValue(title, keys)
      : wrapMembers(title, outerMetaKey === undefined ? ["$schema"] : ["$schema", outerMetaKey], keys);
  const outer = outerMetaKey === undefined ? {} : { [outerMetaKey]: root[outerMetaKey] };
  if (isContent(parameters)) {
    const finding = wrong(
      "The envelope is missing: the parameters belong in `data`.",
      [],
      [wrap("Put it into `data`", ["data"])],
    );
    return { finding, corrected: { data: parameters, ...outer }, from: ["data"], to: [] };
  }
  if (!isUnit?.(parameters)) return undefined;
  const finding = wrong(
    "The envelope is missing: a unit belongs in `data`, under an id of its own.",
    [],
    [wrap(`Make it the unit \`${NEW_UNIT}\``, ["data", NEW_UNIT])],
  );
  return { finding, corrected: { data: { [NEW_UNIT]: parameters }, ...outer }, from: ["data", NEW_UNIT], to: [] };
}

/** The fixes that make one envelope out of two. If both have a `meta`, the author chooses, since only one can stay. */
function removeEnvelope(root: JsonObject, dataKey: string, data: JsonObject, bare: boolean): readonly FixMaker[] {
  const isAlone = Object.keys(root).length === 1;
  if (isAlone) return [liftOrUnwrap("Remove the outer envelope", dataKey, bare)];
  const metaKey = findName(root, "meta");
  if (metaKey === undefined || Object.keys(root).length > 2) return [];
  const keepOuter = (title: string) => unwrapValue(title, [dataKey], [dataKey, "data"]);
  if (!Object.hasOwn(data, "meta")) return [keepOuter("Remove the inner envelope")];
  const fixes = [keepOuter("Remove the inner envelope and its `meta`")];
  return bare ? [...fixes, unwrapValue("Remove the outer envelope and its `meta`", [], [dataKey])] : fixes;
}

/** The fix that removes the outer envelope. `bare`: the root has no other member, except perhaps a `$schema`. */
function liftOrUnwrap(title: string, dataKey: string, bare: boolean): FixMaker {
  return bare ? unwrapValue(title, [], [dataKey]) : liftMembers(title, dataKey);
}

function wrong(message: string, path: Finding["path"], fixes: readonly FixMaker[]): Finding {
  return { code: "wrong-root", message, path, at: "start", fixes };
}

/** Whether the names of an object look like those of a payload: at least half of them are. */
function arePayloadNames(shape: ObjectShape, names: readonly string[]): boolean {
  // This avoids a look at each of the thousands of unit ids in a large file.
  if (names.length > 2 * shape.names.size) return false;
  const payloadNames = names.filter((name) => shape.names.has(name.toLowerCase()));
  return payloadNames.length > 0 && payloadNames.length * 2 >= names.length;
}

function isEnvelope(value: unknown): value is JsonObject {
  return isObject(value) && Object.keys(value).every((key) => key === "data" || key === "meta");
}

// These fixes are not safe: the author may have meant another place.

interface Span {
  readonly start: number;
  readonly end: number;
}

/** Puts the value into nested objects under the given keys (outermost first), and indents its lines. */
function wrapValue(title: string, keys: readonly string[]): FixMaker {
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
function wrapMembers(title: string, keep: readonly string[], keys: readonly string[]): FixMaker {
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
function unwrapValue(title: string, from: JsonPath, to: JsonPath): FixMaker {
  return (_, text) => {
    const places = new PlaceIndex(text);
    const [outer, inner] = [places.find(from), places.find(to)];
    return outer && inner && lifting(title, text, outer, inner, lastIndent(text, inner) - lastIndent(text, outer));
  };
}

/** Replaces a member of the root by the members of its value. */
function liftMembers(title: string, key: string): FixMaker {
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
