import { count, escapeMarkdown, shorten } from "@analytics-engines/core/basics";
import { type Issue, placeText, type Severity } from "@analytics-engines/core/parameters";
import type { CheckedFile } from "@analytics-engines/runs/files";
import { code, firstFitting, partialTable, prose, table, tableRow } from "@analytics-engines/runs/host";
import { countFindings, describeCounts, type Findings } from "./counts.ts";

const icons: Readonly<Record<Severity, string>> = { error: "❌", warning: "⚠️", hint: "💡" };
const severities: readonly Severity[] = ["error", "warning", "hint"];
const issueHead = ["Place", "", "What", "Code"];
const fileHead = ["File", "Family", "Units", "Issues"];

/**
 * The job summary: the outcome, the issues of every file, a list of all files. It is never longer than `limit` bytes: if it does not fit,
 * the list is left out, then the least severe issues. The summary says what it leaves out.
 */
export function renderValidation(findings: Findings, limit: number): string {
  const { files } = findings;
  const head = renderHead(findings);
  const sections = files.filter(({ issues, problem }) => issues.length > 0 || problem !== undefined).map(renderFile);
  return firstFitting(
    [
      () => [head, ...sections, renderFiles(files)].join("\n"),
      () => [head, ...sections, "The list of all files does not fit here.\n"].join("\n"),
      () => renderPartly(head, files, limit),
      () => head,
    ],
    limit,
  );
}

function renderHead(findings: Findings): string {
  const counts = countFindings(findings);
  const icon = counts.errors > 0 ? icons.error : counts.warnings > 0 ? icons.warning : "✅";
  const facts = [count(counts.files, "file"), describeCounts(counts)];
  if (counts.fixable > 0) facts.push(`<code>analytics-engines validate --fix</code> can fix ${counts.fixable}`);
  const unasked = findings.unasked.map((sentence) => `\n${icons.warning} ${escapeMarkdown(shorten(sentence, 1000))}\n`);
  return `## ${icon} Parameter files: ${counts.errors > 0 ? "not valid" : "valid"}\n\n${facts.join(" · ")}\n${unasked.join("")}`;
}

function renderFile(file: CheckedFile): string {
  const { path, issues, problem } = file;
  const whole = problem === undefined ? "" : `${icons.error} ${escapeMarkdown(problem)}\n`;
  const rows = issues.map((issue) => [placeText(issue.range), ...cells(issue)]);
  return `### ${code(path)}\n\n${whole}${rows.length === 0 ? "" : table(issueHead, rows)}`;
}

function cells(issue: Issue): readonly string[] {
  const { severity, message } = issue;
  return [icons[severity], prose(shorten(message, 1000)), code(issue.code)];
}

function renderFiles(files: readonly CheckedFile[]): string {
  const rows = files.map((file) => {
    const counts = countFindings({ files: [file], unasked: [] });
    const kind = file.parameters?.family ?? file.parameters?.template ?? "";
    return [code(file.path), kind, `${file.parameters?.units.length || ""}`, describeCounts(counts)];
  });
  return table(fileHead, rows);
}

/** As many issues as fit, and the number of the others. */
function renderPartly(head: string, files: readonly CheckedFile[], limit: number): string {
  const problems = files.flatMap(({ path, problem }) =>
    problem === undefined ? [] : [tableRow([code(path), icons.error, escapeMarkdown(problem), ""])],
  );
  const issues = severities.flatMap((severity) =>
    files.flatMap(({ path, issues }) =>
      issues
        .filter((issue) => issue.severity === severity)
        .map((issue) => tableRow([`${code(path)} ${placeText(issue.range)}`, ...cells(issue)])),
    ),
  );
  const rows = [...problems, ...issues];
  const note = (omittedCount: number) =>
    `${omittedCount} of ${count(rows.length, "issue")} do not fit here; the log lists all.`;
  return partialTable(head, issueHead, rows, limit, note);
}
