import { PlaceIndex } from "../../json/text.ts";
import { type JsonObject, type JsonPath, toPointer } from "../../json/value.ts";
import { nearest } from "../../text/nearest.ts";
import type { Finding } from "../issues/findings.ts";
import { type FixMaker, MAX_CLOSE_OFFERED, renameKey, replaceWritten, tryFix } from "../issues/fixes.ts";
import { plainName } from "../read/unknown-property.ts";
import { quoted } from "../text/words.ts";
import { childOf, overlaps, putValue, type Substitution } from "./fill-template.ts";

/** Stands for the filled value in a copy of the template, so that its place is seen after a change. */
const MARK = "\u2038 filled";

/**
 * Fixes of the pointer of a filling, for a finding about a name in it or about the value there: where a fix of the parameters of a unit puts
 * the value, the pointer leads to.
 * @param unit the parameters of the template
 * @param others the other fillings, whose places cannot be filled twice
 * @param depth how many segments of the finding's path lead to the unit
 */
export function pointerFixes(
  unit: JsonObject,
  { path }: Substitution,
  others: readonly Substitution[],
  { path: findingPath, fixes = [], at }: Finding,
  depth: number,
): FixMaker[] {
  const filled = structuredClone(unit);
  putValue(filled, path, MARK);
  const document = findingPath.slice(0, depth).reduceRight<unknown>((inner, name) => ({ [name]: inner }), filled);
  const text = JSON.stringify(document);
  const place = new PlaceIndex(text).find(findingPath);
  if (place === undefined) return [];
  const changed = fixes.flatMap((makeFix) => {
    const tried = tryFix(makeFix, place, text);
    const target = pathOfMark(tried?.value);
    return target === undefined ? [] : [{ target: target.slice(depth), safe: tried?.fix.safe === true }];
  });
  const isName = at === "key";
  const targets = [...changed, ...(isName ? existingPlaces(unit, path, findingPath.length - depth) : [])];
  const pointers = new Map<string, boolean>();
  for (const { target, safe } of targets)
    if (!others.some((other) => overlaps(other.path, target))) pointers.set(toPointer(target), safe);
  pointers.delete(toPointer(path));
  return [...pointers]
    .slice(0, MAX_CLOSE_OFFERED)
    .map(([pointer, safe]) => renameKey(`Change to ${quoted(pointer)}`, pointer, safe));
}

interface Target {
  readonly target: JsonPath;
  readonly safe: boolean;
}

/**
 * A filling may mean a member that the template has: of the same name elsewhere, or of a similar name there. A file cannot have that twice, so
 * no other fix says it.
 * @param length how many segments of the path lead to the wrong name
 */
function existingPlaces(unit: JsonObject, path: JsonPath, length: number): Target[] {
  const key = String(path[length - 1]);
  const parentPath = path.slice(0, length - 1);
  const similar = nearest(key, Object.keys(parentPath.reduce<unknown>(childOf, unit) ?? {}));
  const places = pathsOf(unit, (name) => plainName(name) === plainName(key));
  if (similar !== undefined) places.push([...parentPath, similar]);
  return places.map((start) => ({ target: [...start, ...path.slice(length)], safe: false }));
}

/** The paths of all members of a value whose names pass. */
function pathsOf(value: unknown, isWanted: (name: string) => boolean, path: JsonPath = []): JsonPath[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [
    ...(isWanted(name) ? [[...path, name]] : []),
    ...pathsOf(inner, isWanted, [...path, name]),
  ]);
}

function pathOfMark(value: unknown, path: JsonPath = []): JsonPath | undefined {
  if (value === MARK) return path;
  if (typeof value !== "object" || value === null) return undefined;
  for (const [name, inner] of Object.entries(value)) {
    const target = pathOfMark(inner, [...path, name]);
    if (target !== undefined) return target;
  }
  return undefined;
}

/** Fixes of a filling that reads a column as text, for a value that needs another type. */
export function typeFixes(column: string, { fixes = [] }: Finding, text: string): FixMaker[] {
  const written = JSON.stringify(text);
  return fixes.flatMap((makeFix) => {
    const type = typeof tryFix(makeFix, { start: 0, end: written.length }, written)?.value;
    if (type !== "number" && type !== "boolean") return [];
    return [replaceWritten(`Read the cells as type ${quoted(type)}`, () => JSON.stringify({ column, type }))];
  });
}
