import type { PlaceIndex, ValuePlace } from "../../json/text.ts";
import { isObject, type JsonPath, property, toPointer } from "../../json/value.ts";
import { type CorrectedText, withoutSafeFixes } from "../text/corrected-text.ts";
import { containsSecret } from "../text/words.ts";
import type { Finding, Findings } from "./findings.ts";
import { type Fix, type Issue, issueKinds, type LocatedFinding, type Position, type Range } from "./issue.ts";

/** A text as JSON. */
export interface JsonText {
  /** The JSON; empty if the text cannot be read. */
  readonly strict: CorrectedText;
  /** The places in `strict`. */
  readonly places: PlaceIndex;
  /** The syntax errors, with their places in the text as it is written. */
  readonly problems: readonly LocatedFinding[];
  /** Where values start whose content nobody knows, in the text as it is written. */
  readonly unknownValues: ReadonlySet<number>;
  /** The offset in `strict` from which on the text could not be read; infinite if all of it is read. */
  readonly unreadFrom: number;
  /** Whether it is guessed where a bracket or a quote is missing or too many. Then no fix is safe. */
  readonly isGuess: boolean;
}

/** Turns findings into issues with their places in the text, and sorts all issues by position. */
export function placeFindings(text: string, json: JsonText, findings: Findings): Issue[] {
  const { places, problems, unknownValues } = json;
  const overflow = findings.overflow();
  const list: readonly Finding[] = overflow
    ? [...findings.list, { ...overflow, path: [], at: "start" }]
    : findings.list;
  if (list.length + problems.length === 0) return [];
  const lines = new LineIndex(text);
  // JSON stands in place of a syntax error, so that its type says nothing about what the author means.
  const guesses = new Set(problems.flatMap(({ code, start }) => (code === "syntax" ? [start] : [])));
  const placedFindings = list
    .flatMap((finding) => placeFinding(finding, places.find(finding.path), json) ?? [])
    .filter(({ code, start }) => !unknownValues.has(start) && (code !== "wrong-type" || !guesses.has(start)));
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

/** Undefined for what may be wrong only because the rest of the text could not be read. */
function placeFinding(
  finding: Finding,
  place: ValuePlace | undefined,
  { strict, unreadFrom, isGuess }: JsonText,
): LocatedFinding | undefined {
  const decisive = finding.at === "key" ? (place?.key ?? place) : place;
  // What is wrong with the last value may be that it is not the value that was meant.
  if ((decisive ?? NOWHERE).end >= unreadFrom) return undefined;
  const { start, end } = rangeToUnderline(finding, place ?? NOWHERE);
  const fixes = place ? (finding.fixes ?? []).flatMap((make) => make(place, strict.text) ?? []) : [];
  const problem = strict.problemAsWritten({ ...finding, start, end: Math.min(end, strict.text.length), fixes });
  return isGuess ? withoutSafeFixes(problem) : problem;
}

const NOWHERE = { start: 0, end: 0 };

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
  readonly #json: Pick<JsonText, "strict" | "places">;
  #lines: LineIndex | undefined;

  /** @param json the text as JSON */
  constructor(text: string, json: Pick<JsonText, "strict" | "places">) {
    this.#text = text;
    this.#json = json;
  }

  /** The range of the value at a path, or of its name; undefined where the text has none. */
  find(path: JsonPath, part?: "key"): Range | undefined {
    const { strict, places } = this.#json;
    const value = places.find(path);
    const place = part === "key" ? value?.key : value;
    if (place === undefined) return undefined;
    this.#lines ??= new LineIndex(this.#text);
    return this.#lines.rangeOf(strict.spanAsWritten(place));
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
