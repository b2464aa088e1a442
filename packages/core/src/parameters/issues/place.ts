import type { PlaceIndex, ValuePlace } from "../../json/text.ts";
import { type JsonPath, toPointer } from "../../json/value.ts";
import { LineIndex } from "../text/lines.ts";
import { containsSecret } from "../text/secrets.ts";
import type { SyntaxProblem } from "../text/syntax.ts";
import type { IssueFinding, IssueFindings } from "./findings.ts";
import { type Fix, type Issue, issueKinds, type Severity } from "./issue.ts";

/** An issue whose offsets are known from the start. */
export interface PlacedProblem extends SyntaxProblem {
  readonly severity?: Severity;
  readonly path?: JsonPath;
}

/** A text as JSON, with the same offsets. */
export interface JsonText {
  /** The JSON; empty if the text cannot be read. */
  readonly strict: string;
  readonly places: PlaceIndex;
  readonly problems: readonly PlacedProblem[];
}

/** Turns findings into issues with their places in the text, and sorts all issues by position. */
export function placeFindings(text: string, { strict, places, problems }: JsonText, findings: IssueFindings): Issue[] {
  const overflow = findings.overflow();
  const list = overflow ? [...findings.list, overflow] : findings.list;
  if (list.length + problems.length === 0) return [];
  const lines = new LineIndex(text);
  // JSON stands in place of a syntax error, so that its type says nothing about what the author means.
  const guesses = new Set(problems.flatMap(({ code, start }) => (code === "syntax" ? [start] : [])));
  const placedFindings = list
    .map((finding) => placeFinding(finding, places.find(finding.path), strict))
    .filter(({ code, start }) => code !== "wrong-type" || !guesses.has(start));
  const placedProblems = [...placedFindings, ...problems].map((each) => ({
    ...each,
    fixes: each.fixes.filter(isWithoutSecret),
  }));
  return placedProblems
    .sort((a, b) => a.start - b.start || a.end - b.end)
    .map(({ code, severity = issueKinds[code][0], message, path = [], fixes, ...span }) => ({
      code,
      severity,
      message,
      pointer: toPointer(path),
      range: lines.rangeOf(span),
      fixes,
    }));
}

/** Logs and reports show fixes, so that none may repeat a credential. */
function isWithoutSecret({ edits }: Fix): boolean {
  return !edits.some(({ content }) => containsSecret(content));
}

function placeFinding(finding: IssueFinding, place: ValuePlace | undefined, strict: string): PlacedProblem {
  const { start, end } = rangeToUnderline(finding, place ?? { start: 0, end: 0 });
  const fixes: Fix[] = place ? (finding.fixes ?? []).flatMap((make) => make(place, strict) ?? []) : [];
  return { ...finding, start, end: Math.min(end, strict.length), fixes };
}

function rangeToUnderline(
  { at = "value" }: IssueFinding,
  place: ValuePlace,
): { readonly start: number; readonly end: number } {
  if (at === "value") return place;
  return place.key ?? (at === "start" ? { start: place.start, end: Math.min(place.start + 1, place.end) } : place);
}
