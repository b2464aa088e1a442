import type { Finding, Findings } from "./findings.ts";
import type { Issue } from "./issue.ts";
import { type Path, toPointer } from "./pointer.ts";
import { Lines } from "./text/lines.ts";
import { locate, type Place } from "./text/locate.ts";
import type { SyntaxProblem } from "./text/syntax.ts";

/** An issue whose offsets are known from the start. */
export interface PlacedProblem extends SyntaxProblem {
  readonly severity?: Issue["severity"];
  readonly path?: Path;
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
  const lines = new Lines(text);
  const overflow = findings.overflow();
  const list = overflow ? [...findings.list, overflow] : findings.list;
  const places =
    list.length === 0
      ? []
      : locate(
          strict,
          list.map(({ path }) => path),
        );
  const issues = list.map((finding, index) => placeFinding(text, strict, lines, finding, places[index]));
  for (const { code, severity = "error", message, start, end, fixes, path = [] } of problems) {
    issues.push({ code, severity, message, pointer: toPointer(path), range: lines.range(start, end), fixes });
  }
  return issues.sort((a, b) => a.range.start.offset - b.range.start.offset || a.range.end.offset - b.range.end.offset);
}

function placeFinding(text: string, strict: string, lines: Lines, finding: Finding, found: Place | undefined): Issue {
  const place = found ?? { start: 0, end: 0 };
  const { start, end } = underlined(finding, place);
  return {
    code: finding.code,
    severity: finding.severity,
    message: finding.message,
    pointer: toPointer(finding.path),
    range: lines.range(start, Math.min(end, text.length)),
    fixes: found ? (finding.fixes ?? []).flatMap((make) => make(found, strict) ?? []) : [],
  };
}

function underlined({ at }: Finding, place: Place): { start: number; end: number } {
  if (at === "value") return place;
  return place.key ?? (at === "start" ? { start: place.start, end: Math.min(place.start + 1, place.end) } : place);
}
