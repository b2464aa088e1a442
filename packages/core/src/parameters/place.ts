import { type JsonPath, toPointer } from "../json/pointer.ts";
import type { Finding, Findings } from "./findings.ts";
import type { Fix, Issue, Range, Severity } from "./issue.ts";
import { positionsOf } from "./text/lines.ts";
import { locate, type Place } from "./text/locate.ts";
import type { SyntaxProblem } from "./text/syntax.ts";

/** An issue whose offsets are known from the start. */
export interface PlacedProblem extends SyntaxProblem {
  readonly severity?: Severity;
  readonly path?: JsonPath;
}

/** The ranges of offsets from start to end, in one pass over the text. */
export function rangesOf(text: string, spans: readonly { readonly start: number; readonly end: number }[]): Range[] {
  const positions = positionsOf(
    text,
    spans.flatMap(({ start, end }) => [start, end]),
  );
  const at = (offset: number) => positions.get(offset) ?? { line: 1, column: 1, offset: 0 };
  return spans.map(({ start, end }) => ({ start: at(start), end: at(end) }));
}

/**
 * Gives the findings their places in one pass over the text, and sorts all issues by position.
 * `strict` is the text as JSON, with the same offsets as `text`.
 */
export function placeFindings(
  text: string,
  strict: string,
  findings: Findings,
  problems: readonly PlacedProblem[],
): Issue[] {
  const overflow = findings.overflow();
  const list = overflow ? [...findings.list, overflow] : findings.list;
  const places =
    list.length === 0
      ? []
      : locate(
          strict,
          list.map(({ path }) => path),
        );
  const placed = [...list.map((finding, index) => placeFinding(finding, places[index], strict)), ...problems];
  const sorted = placed.sort((a, b) => a.start - b.start || a.end - b.end);
  const ranges = rangesOf(text, sorted);
  return sorted.flatMap(({ code, severity = "error", message, path = [], fixes }, index) => {
    const range = ranges[index];
    return range ? [{ code, severity, message, pointer: toPointer(path), range, fixes }] : [];
  });
}

function placeFinding(finding: Finding, found: Place | undefined, strict: string): PlacedProblem {
  const { code, severity, message, path } = finding;
  const { start, end } = underlined(finding, found ?? { start: 0, end: 0 });
  const fixes: Fix[] = found ? (finding.fixes ?? []).flatMap((make) => make(found, strict) ?? []) : [];
  return { code, severity, message, path, start, end: Math.min(end, strict.length), fixes };
}

function underlined({ at }: Finding, place: Place): { readonly start: number; readonly end: number } {
  if (at === "value") return place;
  return place.key ?? (at === "start" ? { start: place.start, end: Math.min(place.start + 1, place.end) } : place);
}
