import { endOfScalar, PlaceIndex, scanText, type TextScan } from "../../json/text.ts";
import { parseJsonValue } from "../../json/value.ts";
import { type IssueFindings, MAX_FINDINGS } from "../issues/findings.ts";
import { replace } from "../issues/fixes.ts";
import type { JsonText, PlacedProblem } from "../issues/place.ts";
import { losesPrecision } from "../text/numbers.ts";
import { findRepeatedKeys } from "../text/repeated-keys.ts";
import { looksSecret, MIN_CREDENTIAL_LENGTH, startsLikeSecret } from "../text/secrets.ts";
import { rangeOfRepeated } from "../text/shadowed.ts";
import { findSyntaxProblems } from "../text/syntax.ts";
import { quoted } from "../text/words.ts";
import { countMembers, inspectValue } from "./inspect.ts";

/** Longer texts are not read: the service refuses much smaller requests than this. */
export const MAX_CHARACTERS = 64 * 1024 * 1024;
/** Texts with more levels of objects and lists are not read: the models have eight. */
export const MAX_DEPTH = 64;

/** A text as JSON, and its value. */
export interface Parsed extends JsonText {
  /** Undefined if the text cannot be read. */
  readonly value: unknown;
}

/** Parses a text and checks what applies to all families. Never throws. */
export function parseText(text: string, findings: IssueFindings): Parsed {
  const refuse = (code: "too-large" | "too-deep", message: string): Parsed => {
    findings.add({ code, message, path: [], at: "start" });
    return unreadable([]);
  };
  if (text.length > MAX_CHARACTERS) {
    return refuse("too-large", `The file has ${text.length} characters; more than ${MAX_CHARACTERS} are not read.`);
  }
  const scan = scanFor(text);
  if (scan.depth > MAX_DEPTH) return refuse("too-deep", `Objects and lists are nested more than ${MAX_DEPTH} deep.`);
  const problems: PlacedProblem[] = [];
  let strict = text;
  let value = parseJsonValue(text);
  if (value === undefined) {
    const report = findSyntaxProblems(text);
    problems.push(...report.problems);
    strict = report.cleaned ?? "";
    value = report.cleaned === undefined ? undefined : parseJsonValue(report.cleaned);
    if (value === undefined && problems.length === 0) {
      problems.push({ code: "syntax", message: "This is not JSON.", start: 0, end: 0, fixes: [] });
    }
    if (value === undefined) return unreadable(problems);
  }
  const strictScan = strict === text ? scan : scanFor(strict);
  if (strictScan.isUnusual) inspectValue(value, findings);
  if (strictScan.members !== countMembers(value)) problems.push(...repeatedKeys(strict));
  problems.push(...impreciseNumbers(strict, strictScan.longNumbers));
  return { value, strict, places: new PlaceIndex(strict, strictScan.unitEnds), problems };
}

function unreadable(problems: readonly PlacedProblem[]): Parsed {
  return { value: undefined, strict: "", places: new PlaceIndex(""), problems };
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

function repeatedKeys(text: string): PlacedProblem[] {
  return findRepeatedKeys(text, MAX_FINDINGS).map(({ path, start, end }) => {
    const member = rangeOfRepeated(text, { start, end });
    return {
      code: "duplicate-key",
      message: `${quoted(String(path.at(-1)))} appears twice in one object: the second value replaces the first. Remove or rename one.`,
      path,
      start,
      end,
      fixes: [{ title: "Remove this one", safe: false, edits: [replace(member.start, member.end, "")] }],
    };
  });
}

function impreciseNumbers(text: string, offsets: readonly number[]): PlacedProblem[] {
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
