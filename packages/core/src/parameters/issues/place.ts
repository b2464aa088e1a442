import type { PlaceIndex, ValuePlace } from "../../json/text.ts";
import { isObject, type JsonPath, property, toPointer } from "../../json/value.ts";
import { containsSecret } from "../text/words.ts";
import type { Finding, Findings } from "./findings.ts";
import { type Fix, type Issue, issueKinds, type LocatedFinding, type Position, type Range } from "./issue.ts";

/** A text as JSON, with the same offsets. */
export interface JsonText {
  /** The JSON; empty if the text cannot be read. */
  readonly strict: string;
  readonly places: PlaceIndex;
  readonly problems: readonly LocatedFinding[];
}

/** Turns findings into issues with their places in the text, and sorts all issues by position. */
export function placeFindings(text: string, { strict, places, problems }: JsonText, findings: Findings): Issue[] {
  const overflow = findings.overflow();
  const list: readonly Finding[] = overflow
    ? [...findings.list, { ...overflow, path: [], at: "start" }]
    : findings.list;
  if (list.length + problems.length === 0) return [];
  const lines = new LineIndex(text);
  // JSON stands in place of a syntax error, so that its type says nothing about what the author means.
  const guesses = new Set(problems.flatMap(({ code, start }) => (code === "syntax" ? [start] : [])));
  const placedFindings = list
    .map((finding) => placeFinding(finding, places.find(finding.path), strict))
    .filter(({ code, start }) => code !== "wrong-type" || !guesses.has(start));
  const placedProblems = [...placedFindings, ...problems].map((finding) => ({
    ...finding,
    fixes: finding.fixes.filter(isWithoutSecret),
  }));
  return placedProblems.sort((a, b) => a.start - b.start || a.end - b.end).map((finding) => issueOf(finding, lines));
}

/** The issue of a finding, with lines and columns. */
export function issueOf(
  { code, severity = issueKinds[code][0], message, path, start, end, fixes }: LocatedFinding,
  lines: LineIndex,
): Issue {
  return {
    code,
    severity,
    message,
    pointer: path === undefined ? "" : toPointer(path),
    range: lines.rangeOf({ start, end }),
    fixes,
  };
}

/** Logs and reports show fixes, so that none may repeat a credential. */
function isWithoutSecret({ edits }: Fix): boolean {
  return !edits.some(({ content }) => containsSecret(content));
}

function placeFinding(finding: Finding, place: ValuePlace | undefined, strict: string): LocatedFinding {
  const { start, end } = rangeToUnderline(finding, place ?? { start: 0, end: 0 });
  const fixes: Fix[] = place ? (finding.fixes ?? []).flatMap((make) => make(place, strict) ?? []) : [];
  return { ...finding, start, end: Math.min(end, strict.length), fixes };
}

function rangeToUnderline(
  { at = "value" }: Finding,
  place: ValuePlace,
): { readonly start: number; readonly end: number } {
  if (at === "value") return place;
  return place.key ?? (at === "start" ? { start: place.start, end: Math.min(place.start + 1, place.end) } : place);
}

/** The index has only the start of every 64th line, because the starts of all lines would take more memory than the text. */
const STEP = 64;

/** Lines and columns of offsets in a text. A line ends with LF, CRLF or CR. */
export class LineIndex {
  readonly #text: string;
  readonly #nextStart: (text: string, start: number) => number;
  /** The starts of the lines 1, 65, 129 ... */
  readonly #starts: number[] = [];

  constructor(text: string) {
    this.#text = text;
    this.#nextStart = text.includes("\r") ? afterAnyLineEnd : afterLineFeed;
    let line = 0;
    for (let start = 0; start <= text.length; start = this.#nextStart(text, start))
      if (line++ % STEP === 0) this.#starts.push(start);
  }

  positionOf(offset: number): Position {
    let [low, high] = [0, this.#starts.length];
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if ((this.#starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    let line = low * STEP + 1;
    let start = this.#starts[low] ?? 0;
    for (let next = this.#nextStart(this.#text, start); next <= offset; next = this.#nextStart(this.#text, next)) {
      line++;
      start = next;
    }
    return { line, column: offset - start + 1, offset };
  }

  rangeOf({ start, end }: { readonly start: number; readonly end: number }): Range {
    return { start: this.positionOf(start), end: this.positionOf(end) };
  }
}

function afterLineFeed(text: string, start: number): number {
  const at = text.indexOf("\n", start);
  return at === -1 ? Number.POSITIVE_INFINITY : at + 1;
}

function afterAnyLineEnd(text: string, start: number): number {
  for (let at = start; at < text.length; at++) {
    const char = text.charCodeAt(at);
    if (char === 0x0a) return at + 1;
    if (char === 0x0d) return text.charCodeAt(at + 1) === 0x0a ? at + 2 : at + 1;
  }
  return Number.POSITIVE_INFINITY;
}

/** Finds the ranges of values in a JSON text, whose lines it reads when it is first asked. */
export class ValueFinder {
  readonly #text: string;
  readonly #places: PlaceIndex;
  #lines: LineIndex | undefined;

  /** @param places the places in the text as JSON, with the same offsets as `text` */
  constructor(text: string, places: PlaceIndex) {
    this.#text = text;
    this.#places = places;
  }

  /** The range of the value at a path, or of its name; undefined where the text has none. */
  find(path: JsonPath, part?: "key"): Range | undefined {
    const value = this.#places.find(path);
    const place = part === "key" ? value?.key : value;
    if (place === undefined) return undefined;
    this.#lines ??= new LineIndex(this.#text);
    return this.#lines.rangeOf(place);
  }
}

/** For objects of the canonical form whose keys were respelled: the file's spelling by the model's. */
export type Spellings = ReadonlyMap<object, ReadonlyMap<string, string>>;

/**
 * Converts a path of the canonical form to a path of the file: names as the file spells them, indexes as numbers. A path of the file stays
 * unchanged.
 */
export function pathInFile(path: readonly (string | number)[], root: unknown, spellings: Spellings): JsonPath {
  const inFile: (string | number)[] = [];
  let at = root;
  for (const segment of path) {
    if (Array.isArray(at)) {
      inFile.push(Number(segment));
      at = at[Number(segment)];
      continue;
    }
    const key = String(segment);
    const names = isObject(at) ? spellings.get(at) : undefined;
    const name = names && !names.has(key) ? (keyOf(names, key) ?? key) : key;
    inFile.push(names?.get(name) ?? key);
    at = property(at, name);
  }
  return inFile;
}

function keyOf(map: ReadonlyMap<string, string>, value: string): string | undefined {
  for (const [key, candidate] of map) if (candidate === value) return key;
  return undefined;
}
