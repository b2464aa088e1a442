import { escapeMarkdown, shorten } from "@analytics-engines/core/basics";
import { openFindings, outcomeText } from "../../checks/checks-report.ts";
import { code } from "../../host/markdown.ts";
import type { Review } from "../assess.ts";
import { firstOf, foldedTable, type Part, tableWithin } from "./budget.ts";
import { listOf } from "./parameters.ts";

const TITLE = "### Checks on numbers\n\n";
const head = ["Unit", "Failed check", "Rule"];

/** The failed checks, which are those of the base, and what the change does to their rules; empty if there is neither. */
export function renderCheckReview(review: Review): string {
  const [note, rows] = [renderRuleChanges(review), failedRows(review)];
  return note === "" && rows.length === 0 ? "" : `${TITLE}${note}${rows.length > 0 ? foldedTable(head, rows) : ""}`;
}

/** The same, with as many of the failed checks as fit. */
export function checksWithin(review: Review): Part {
  const [note, rows] = [renderRuleChanges(review), failedRows(review)];
  const parts: readonly Part[] = [
    tableWithin(`${TITLE}${note}`, head, rows),
    firstOf(() => (note === "" ? "" : `${TITLE}${note}`)),
    tableWithin(TITLE, head, rows),
  ];
  return (room) => parts.map((part) => part(room)).find((text) => text !== "") ?? "";
}

function failedRows({ checks }: Review): readonly (readonly string[])[] {
  if (checks === undefined) return [];
  return openFindings(checks.report)
    .filter(({ status }) => status === "failed")
    .map((finding) => {
      const { path, unit, severity, because, file, line } = finding;
      const text = because === undefined ? outcomeText(finding) : `${outcomeText(finding)} ${because}`;
      return [
        [path, unit].flatMap((name) => (name === undefined ? [] : code(shorten(name, 200)))).join(" "),
        `${severity === "error" ? "❌" : "⚠️"} ${escapeMarkdown(shorten(text, 500))}`,
        code(`${file}:${line}`),
      ];
    });
}

function renderRuleChanges({ checks }: Review): string {
  if (checks === undefined || checks.changes.length === 0) return "";
  return `The change touches these rules. This review judges by those of the base.\n\n${listOf(checks.changes)}\n`;
}
