import { visit } from "jsonc-parser";
import { endOfScalar, endOfSpace, endOfValue, PlaceIndex, scanText, type TextScan } from "../../json/text.ts";
import { isObject, parseJsonValue } from "../../json/value.ts";
import { type Findings, MAX_FINDINGS } from "../issues/findings.ts";
import { replace } from "../issues/fixes.ts";
import type { IssueCode, LocatedFinding } from "../issues/issue.ts";
import type { JsonText } from "../issues/place.ts";
import { CorrectedText } from "../text/corrected-text.ts";
import { findSyntaxProblems, type SyntaxReport } from "../text/syntax.ts";
import { looksSecret, MIN_CREDENTIAL_LENGTH, quoted, startsLikeSecret } from "../text/words.ts";

/** Longer texts are not read: the service refuses much smaller requests than this. */
export const MAX_CHARACTERS = 64 * 1024 * 1024;
/** Texts with more levels of objects and lists are not read: the models have eight. */
export const MAX_DEPTH = 64;

/** A text as JSON, and its value. */
export interface Parsed extends JsonText {
  /** The value of what can be read; undefined if that is nothing. */
  readonly value: unknown;
  /** The names in `strict` that repeat an earlier name of their object, quotes included. */
  readonly repeatedKeys: readonly Span[];
}

/** Parses a text and checks what applies to all families. Never throws. */
export function parseText(text: string, findings: Findings): Parsed {
  const refuse = (code: "too-large" | "too-deep", message: string): Parsed => {
    findings.add({ code, message, path: [], at: "start" });
    return unreadable([]);
  };
  if (text.length > MAX_CHARACTERS) {
    return refuse("too-large", `The file has ${text.length} characters; more than ${MAX_CHARACTERS} are not read.`);
  }
  const scan = scanFor(text);
  if (scan.depth > MAX_DEPTH) return refuse("too-deep", `Objects and lists are nested more than ${MAX_DEPTH} deep.`);
  const asWritten = parseJsonValue(text);
  const report = asWritten === undefined ? findSyntaxProblems(text) : noSyntaxProblems;
  const strict = new CorrectedText(text, report.corrections);
  const value = asWritten ?? parseJsonValue(strict.text);
  if (value === undefined) {
    const unnamed: LocatedFinding = { code: "syntax", message: "This is not JSON.", start: 0, end: 0, fixes: [] };
    return unreadable(report.problems.length === 0 ? [unnamed] : report.problems);
  }
  const strictScan = strict.text === text ? scan : scanFor(strict.text);
  if (strictScan.isUnusual) inspectValue(value, findings);
  const repeated = strictScan.members === countMembers(value) ? [] : findRepeatedKeys(strict.text);
  const inStrict = [...repeated, ...impreciseNumbers(strict.text, strictScan.longNumbers)];
  return {
    value,
    strict,
    places: new PlaceIndex(strict.text, strictScan.unitEnds),
    problems: [...report.problems, ...inStrict.map((problem) => strict.problemAsWritten(problem))],
    unknownValues: report.unknownValues,
    unreadFrom: strict.startOfPart(report.unreadFrom),
    isGuess: report.isGuess,
    repeatedKeys: repeated,
  };
}

const noSyntaxProblems: SyntaxReport = {
  problems: [],
  corrections: [],
  unknownValues: new Set(),
  unreadFrom: Number.POSITIVE_INFINITY,
  isGuess: false,
};

function unreadable(problems: readonly LocatedFinding[]): Parsed {
  return {
    value: undefined,
    strict: new CorrectedText(""),
    places: new PlaceIndex(""),
    problems,
    unknownValues: new Set(),
    unreadFrom: Number.POSITIVE_INFINITY,
    isGuess: false,
    repeatedKeys: [],
  };
}

function scanFor(text: string): TextScan {
  return scanText(
    text,
    (start, end) =>
      end - start > MIN_CREDENTIAL_LENGTH &&
      startsLikeSecret(text.charAt(start + 1)) &&
      looksSecret(text.slice(start + 1, end - 1)),
  );
}

/** Finds the names that repeat an earlier name of their object, in the order of the text. */
function findRepeatedKeys(text: string): LocatedFinding[] {
  const repeated: LocatedFinding[] = [];
  const open: Set<string>[] = [];
  visit(text, {
    onObjectBegin: () => void open.push(new Set()),
    onObjectProperty(name, start, length, _line, _character, parent) {
      const keys = open.at(-1);
      const end = start + length;
      if (keys?.has(name) && repeated.length < MAX_FINDINGS) {
        const member = rangeOfRepeated(text, { start, end });
        repeated.push({
          code: "duplicate-key",
          message: `${quoted(name)} appears twice in one object: the second value replaces the first. Remove or rename one.`,
          path: [...parent(), name],
          start,
          end,
          fixes: [{ title: "Remove this one", safe: false, edits: [replace(member.start, member.end, "")] }],
        });
      }
      keys?.add(name);
    },
    onObjectEnd: () => void open.pop(),
  });
  return repeated;
}

function impreciseNumbers(text: string, offsets: readonly number[]): LocatedFinding[] {
  return offsets
    .filter((start) => losesPrecision(text, start))
    .map((start) => ({
      code: "number-precision",
      message: `This number would be sent as ${Number(text.slice(start, endOfScalar(text, start)))}: it has more digits than a double holds.`,
      start,
      end: endOfScalar(text, start),
      fixes: [],
    }));
}

/** Whether the number at the offset changes when it becomes a double, so that the request would differ from the file. */
function losesPrecision(text: string, start: number): boolean {
  const written = text.slice(start, endOfScalar(text, start));
  const value = Number(written);
  return Number.isFinite(value) && significantDigits(written) !== significantDigits(String(value));
}

/** The digits of a decimal number without sign, point, exponent and the zeros at both ends. */
function significantDigits(number: string): string {
  const [mantissa = ""] = number.toLowerCase().split("e");
  const digits = mantissa.replace(/[-+.]/g, "").replace(/^0+/, "");
  let end = digits.length;
  while (digits.charCodeAt(end - 1) === 0x30) end--;
  return digits.slice(0, end);
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * The text without the members that repeat an earlier name of their object, so that a parser reads the earlier members. Spaces replace the
 * removed text, so no other offset changes. `keys` are the offsets of the repeated names, quotes included.
 */
export function withoutRepeatedMembers(text: string, keys: readonly Span[]): string {
  const pieces: string[] = [];
  let at = 0;
  for (const { start, end } of [...keys].sort((a, b) => a.start - b.start)) {
    // The member is inside one that is already blanked.
    if (start < at) continue;
    const member = rangeOfRepeated(text, { start, end });
    pieces.push(text.slice(at, member.start), text.slice(member.start, member.end).replace(/[^\r\n]/g, " "));
    at = member.end;
  }
  pieces.push(text.slice(at));
  return pieces.join("");
}

/** A member that repeats an earlier name of its object, with the comma before it. `key` are the offsets of its name, quotes included. */
function rangeOfRepeated(text: string, key: Span): Span {
  // An earlier member comes before it, and so does a comma.
  const start = text.lastIndexOf(",", key.start);
  return { start, end: endOfValue(text, endOfSpace(text, endOfSpace(text, key.end) + 1)) };
}

/** The number of members of all objects in a value. If the text has more, a name is repeated. */
function countMembers(value: unknown): number {
  let members = 0;
  if (Array.isArray(value)) {
    // No iterator: a large file has tens of thousands of lists.
    for (let index = 0; index < value.length; index++)
      if (typeof value[index] === "object") members += countMembers(value[index]);
  } else if (isObject(value)) {
    // No look at whether a key is the object's own, as JSON.parse makes no other keys: it would double the time.
    for (const key in value) {
      members++;
      const inner = value[key];
      if (typeof inner === "object") members += countMembers(inner);
    }
  }
  return members;
}

/** Checks every text and number of a value, for any family: broken characters, infinite numbers, secrets. */
export function inspectValue(value: unknown, findings: Findings): void {
  const path: (string | number)[] = [];
  const inspect = (inner: unknown): void => {
    if (typeof inner === "string") {
      inspectText(inner, path, "value", findings);
    } else if (typeof inner === "number") {
      inspectNumber(inner, path, findings);
    } else if (Array.isArray(inner)) {
      for (const [index, item] of inner.entries()) {
        path.push(index);
        inspect(item);
        path.pop();
      }
    } else if (isObject(inner)) {
      for (const [key, member] of Object.entries(inner)) {
        path.push(key);
        inspectText(key, path, "key", findings);
        inspect(member);
        path.pop();
      }
    }
  };
  inspect(value);
}

function inspectText(text: string, path: readonly (string | number)[], at: "key" | "value", findings: Findings): void {
  const add = (code: IssueCode, message: string) => findings.add({ code, message, path: [...path], at });
  if (!text.isWellFormed())
    add(
      "broken-text",
      "This contains half of a surrogate pair, which is not a character and cannot be sent. Remove it.",
    );
  else if (text.includes("\u0000"))
    add("control-character", `${quoted(text)} contains the character U+0000, which ends a text for many programs.`);
  else if (looksSecret(text))
    add(
      "secret",
      "This looks like a secret. Credentials belong to the connection, not into a file that is checked in.",
    );
}

function inspectNumber(number: number, path: readonly (string | number)[], findings: Findings): void {
  if (Number.isFinite(number)) return;
  const message = "The number is too large: it would be read as infinity.";
  findings.add({ code: "number-range", message, path: [...path] });
}
