import { count, printable } from "@analytics-engines/core/basics";
import {
  countIssues,
  type Issue,
  type IssueCounts,
  isFixable,
  placeText,
  type Severity,
} from "@analytics-engines/core/parameters";
import type { Paint, Style } from "../../terminal/paint.ts";
import type { CommandFile } from "./check-or-fix.ts";
import { codeFrame } from "./frame.ts";

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
export function countFound(files: readonly CommandFile[]): ValidationCounts {
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
