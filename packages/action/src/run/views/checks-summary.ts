import { escapeMarkdown, shorten } from "@analytics-engines/core/basics";
import { code, table } from "@analytics-engines/runs/host";
import { type ChecksReport, checksHeadline, openFindings, outcomeText } from "@analytics-engines/runs/review";

/** The most failures that the summary lists; `checks.json` has all. */
const MAX_LISTED = 50;

/** The failed checks of a run for its summary; empty if it has no checks. */
export function renderChecks(report: ChecksReport | undefined): string {
  if (report === undefined || report.files.length === 0) return "";
  const failures = openFindings(report).filter(({ status }) => status === "failed");
  const rows = failures.slice(0, MAX_LISTED).map((finding) => {
    const { path = "", unit = "", severity, because, file, line } = finding;
    return [
      path === "" ? "" : code(path),
      unit === "" ? "" : code(shorten(unit, 300)),
      `${severity === "error" ? "❌" : "⚠️"} ${escapeMarkdown(shorten(outcomeText(finding), 1000))}`,
      escapeMarkdown(shorten(because ?? "", 300)),
      code(`${file}:${line}`),
    ];
  });
  const more = failures.length > rows.length ? `${failures.length - rows.length} more are in \`checks.json\`.\n` : "";
  const list = rows.length === 0 ? "" : table(["File", "Unit", "Failed check", "Because", "Rule"], rows);
  return `Checks on numbers: ${checksHeadline(report)}\n\n${list}${more}`;
}
