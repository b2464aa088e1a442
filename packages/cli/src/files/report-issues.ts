import { count, printable } from "@analytics-engines/core/basics";
import {
  countIssues,
  type Issue,
  type IssueCounts,
  isFixable,
  looksSecret,
  placeText,
  type Severity,
} from "@analytics-engines/core/parameters";
import { widthOf } from "../terminal/columns.ts";
import type { Paint, Style } from "../terminal/output.ts";
import type { CommandFile } from "./named-files.ts";

const styles: Readonly<Record<Severity, Style>> = { error: "red", warning: "yellow", hint: "blue" };

/** The message lists all values; more changes than these would hide the next issue. */
const MAX_CHANGES = 3;

/** The issues of one file, for a person; empty if there are none. */
export function fileReport(file: CommandFile, paint: Paint): string {
  const path = printable(file.path);
  const lines: string[] = [];
  if (file.fixed.length > 0) {
    lines.push(`${paint("bold", path)}: ${paint("green", `fixed ${count(file.fixed.length, "issue")}`)}`);
    for (const issue of file.fixed) lines.push(`  ${placeText(issue.range)} ${fixTitle(issue)} (${issue.code})`);
    lines.push("");
  }
  if (file.problem !== undefined)
    lines.push(`${paint("bold", path)}: ${paint("red", "error")}: ${printable(file.problem)}`, "");
  for (const issue of file.issues) {
    const { severity, code, message } = issue;
    const where = paint("bold", `${path}:${placeText(issue.range)}`);
    lines.push(`${where}: ${paint(styles[severity], severity)}: ${printable(message)} ${paint("dim", `(${code})`)}`);
    for (const line of codeFrame(file.text, issue, file.issues, paint)) lines.push(`  ${line}`);
    if (isFixable(issue)) lines.push(`  --fix: ${fixTitle(issue)}`);
    // These are changes that --fix leaves to the author, the best first.
    else
      for (const { title } of issue.fixes.slice(0, MAX_CHANGES)) lines.push(`  possible change: ${printable(title)}`);
    lines.push("");
  }
  return lines.map((line) => `${line}\n`).join("");
}

function fixTitle({ fixes }: Issue): string {
  return printable(fixes.find(({ safe }) => safe)?.title ?? "");
}

/** The numbers of a validation. */
export interface ValidationCounts extends IssueCounts {
  readonly fixed: number;
}

/** Counts the issues; a file that could not be read or changed is an error. */
export function countIssuesAndFixes(files: readonly CommandFile[]): ValidationCounts {
  return { ...countIssues(files), fixed: files.reduce((sum, { fixed }) => sum + fixed.length, 0) };
}

/** The last line of the report. */
export function summary(counts: ValidationCounts, paint: Paint): string {
  const { files, filesWithIssues, errors, warnings, hints, fixable } = counts;
  if (filesWithIssues === 0) return `${paint("green", `${count(files, "file")} checked, no issues`)}\n`;
  const parts = [
    errors > 0 ? paint("red", count(errors, "error")) : "",
    warnings > 0 ? paint("yellow", count(warnings, "warning")) : "",
    hints > 0 ? paint("blue", count(hints, "hint")) : "",
  ].filter((text) => text !== "");
  const fix = fixable > 0 ? ` --fix can fix ${fixable}.` : "";
  return `${parts.join(", ")} in ${filesWithIssues} of ${count(files, "file")}.${fix}\n`;
}

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
