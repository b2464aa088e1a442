import { escapeMarkdown, shorten } from "@analytics-engines/core/text";
import { openFindings } from "@analytics-engines/runs/checks";
import type { Review } from "@analytics-engines/runs/review";
import { code } from "../../github/markdown.ts";
import { foldedTable } from "./budget.ts";

const head = ["Unit", "Failed check", "Rule"];

/** The failed checks, which are those of the base, and the checks files that the change touches; empty if there are none. */
export function renderFailedChecks({ checks }: Review): string {
  if (checks === undefined) return "";
  const rows = openFindings(checks.report)
    .filter(({ status }) => status === "failed")
    .map(({ path = "", unit = "", severity, message, because = "", file, line }) => [
      `${code(shorten(path, 200))} ${code(shorten(unit, 200))}`,
      `${severity === "error" ? "❌" : "⚠️"} ${escapeMarkdown(shorten(`${message} ${because}`, 500))}`,
      code(`${file}:${line}`),
    ]);
  const changedFiles = checks.changedFiles.map((file) => code(shorten(file, 200))).join(", ");
  const note =
    changedFiles === "" ? "" : `The change touches ${changedFiles}. The rules here are those of the base.\n\n`;
  return rows.length === 0 && note === ""
    ? ""
    : `### Checks on numbers\n\n${note}${rows.length > 0 ? foldedTable(head, rows) : ""}`;
}
