import { printable } from "@analytics-engines/core/basics";
import { type Issue, looksSecret } from "@analytics-engines/core/parameters";
import { widthOf } from "../../terminal/columns.ts";
import type { Paint } from "../../terminal/paint.ts";

/** The longest line that is shown whole. Of a longer line, only the part around the issue is shown. */
const MAX_LENGTH = 100;
const LEAD_LENGTH = 40;
/** The longest credential that is recognised around the shown part. */
const MAX_SECRET_LENGTH = 8192;

/**
 * The line of an issue with the line before it, and marks below the place. The lines never contain control characters, or text that looks like
 * a secret.
 */
export function codeFrame(text: string, { range, severity }: Issue, issues: readonly Issue[], paint: Paint): string[] {
  const { start, end } = range;
  const line = lineAt(text, start.offset, start.offset - start.column + 1);
  const markEnd = Math.min(Math.max(end.offset, start.offset + 1), line.end);
  const secrets = issues.filter(({ code }) => code === "secret");
  const show = (from: number, to: number) => display(hideSecrets(text, from, to, secrets));
  const gutter = String(start.line).length;
  const numbered = (number: string, content: string) =>
    `${paint("dim", `${number.padStart(gutter)} |`)} ${content}`.trimEnd();
  const color = severity === "error" ? "red" : severity === "warning" ? "yellow" : "blue";
  const before = previousLine(text, line);
  const indent = " ".repeat(widthOf(show(line.from, start.offset)) + (line.isCut ? 1 : 0));
  const marks = "^".repeat(Math.max(1, widthOf(show(start.offset, markEnd))));
  return [
    ...(before === undefined ? [] : [numbered(String(start.line - 1), show(before.from, before.end))]),
    numbered(String(start.line), `${line.isCut ? "…" : ""}${show(line.from, line.end)}${line.isLonger ? "…" : ""}`),
    numbered("", `${indent}${paint(color, marks)}`),
  ];
}

type Line = ReturnType<typeof lineAt>;

/** The part of a line that is shown: its offsets, and whether the line starts before it and continues after it. */
function lineAt(text: string, offset: number, start: number) {
  const from = characterStart(text, Math.max(start, offset - LEAD_LENGTH));
  const rest = text.slice(from, from + MAX_LENGTH + 1);
  const length = /[\r\n]/.exec(rest)?.index ?? rest.length;
  const end = characterStart(text, from + Math.min(length, MAX_LENGTH));
  return { start, from, end: Math.max(end, offset), isCut: from > start, isLonger: length > MAX_LENGTH };
}

/** The line before, if it is short enough to be shown whole. */
function previousLine(text: string, { start }: Line): { from: number; end: number } | undefined {
  if (start === 0) return undefined;
  const end = start - (text.slice(start - 2, start) === "\r\n" ? 2 : 1);
  const earlier = text.slice(Math.max(0, end - MAX_LENGTH - 1), end);
  const from = end - earlier.length + earlier.search(/[^\r\n]*$/);
  return end - from > MAX_LENGTH ? undefined : { from, end };
}

/** Moves an offset so that it does not cut a surrogate pair in two. */
function characterStart(text: string, offset: number): number {
  return offset > 0 && /[\udc00-\udfff]/.test(text.charAt(offset)) && /[\ud800-\udbff]/.test(text.charAt(offset - 1))
    ? offset - 1
    : offset;
}

/**
 * A part of the text, with dots in place of secrets that an issue reports and of text that looks like a secret, even if the text is not
 * JSON.
 */
function hideSecrets(text: string, from: number, to: number, secrets: readonly Issue[]): string {
  // The text around is checked, too: a secret can begin before the part.
  const first = Math.max(0, from - MAX_SECRET_LENGTH);
  let around = text
    .slice(first, to + MAX_SECRET_LENGTH)
    .split('"')
    .map((piece) => (looksSecret(piece) ? "•".repeat(piece.length) : piece))
    .join('"');
  for (const { range } of secrets) {
    const start = Math.max(0, range.start.offset - first);
    const end = Math.min(around.length, range.end.offset - first);
    if (start < end) around = around.slice(0, start) + "•".repeat(end - start) + around.slice(end);
  }
  return around.slice(from - first, to - first);
}

function display(part: string): string {
  return printable(part.replaceAll("\t", "  "));
}
