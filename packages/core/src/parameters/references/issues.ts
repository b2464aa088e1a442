import type { ReferenceKind } from "../../families/fields.ts";
import type { Issue, Range } from "../issues/issue.ts";
import { quotedWithin } from "../text/words.ts";
import type { ResolvedReference, Suggestion } from "./resolve.ts";

/** Long enough for ids of 64 digits and for paths, whose end matters most. */
const quoted = (text: string) => quotedWithin(text, 300);

/** A warning for each reference that the service does not know, with a fix for each similar name, in the order given. */
export function referenceIssues(resolved: readonly ResolvedReference[]): Issue[] {
  return resolved.flatMap((reference) => {
    if (reference.isKnown !== false) return [];
    const { kind, id, suggestions, pointer, range } = reference;
    const message = `The service knows no ${kind} ${quoted(id)}. ${advice(kind, suggestions)}`;
    // A cell is no JSON text.
    const fixes =
      range === undefined || range.path !== undefined ? [] : suggestions.map((suggestion) => fix(suggestion, range));
    return [{ code: "unknown-reference", severity: "warning", message, pointer, range: range ?? atStart, fixes }];
  });
}

/**
 * The issues of a file together with those of its references, sorted by position. If the service's own list decides about a value, the
 * issue that a fixed list gave for this value is left out.
 */
export function withReferenceIssues(issues: readonly Issue[], resolved: readonly ResolvedReference[]): Issue[] {
  const fileIssues = undecidedIssues(issues, resolved);
  return [...fileIssues, ...referenceIssues(resolved)].sort((a, b) => a.range.start.offset - b.range.start.offset);
}

/** The issues of a file, without those that a fixed list gave for values about which the service itself has decided. */
export function undecidedIssues(issues: readonly Issue[], resolved: readonly ResolvedReference[]): Issue[] {
  const decidedOffsets = new Set(
    resolved.flatMap(({ isKnown, range }) =>
      isKnown === undefined || range === undefined ? [] : [range.start.offset],
    ),
  );
  return issues.filter(({ code, range }) => code !== "unlisted-value" || !decidedOffsets.has(range.start.offset));
}

const start = { line: 1, column: 1, offset: 0 };
const atStart: Range = { start, end: start };

function fix({ id }: Suggestion, { start, end }: Range): Issue["fixes"][number] {
  const edit = { offset: start.offset, length: end.offset - start.offset, content: JSON.stringify(id) };
  return { title: `Use ${quoted(id)}`, safe: false, edits: [edit] };
}

function advice(kind: ReferenceKind, suggestions: readonly Suggestion[]): string {
  if (suggestions.length > 0) {
    const names = suggestions.map(({ id, name }) =>
      id.endsWith(name) ? quoted(id) : `${quoted(id)} (${quoted(name)})`,
    );
    return `Closest: ${names.join(", ")}.`;
  }
  return kind === "component"
    ? "A component that is saved again can get another id: look it up again."
    : "Nothing there has a name like it.";
}
