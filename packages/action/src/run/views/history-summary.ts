import { escapeMarkdown, shorten } from "@analytics-engines/core/basics";
import {
  type AddedRun,
  addedText,
  changeLines,
  changesHeadline,
  type HistoryChanges,
  unreadLines,
} from "@analytics-engines/runs/history";
import { code, table } from "@analytics-engines/runs/host";

/** The most changes that the summary lists; `history list-changes` lists all. */
const MAX_LISTED = 50;

/** What was added to the history and what changed, for the summary of a run. */
export function renderHistory(added: AddedRun, changes: HistoryChanges): string {
  const lines = changeLines(changes);
  const rows = lines
    .slice(0, MAX_LISTED)
    .map(({ outcome, name, text }) => [
      `${outcome === "recovered" ? "✅" : "❌"} ${outcome}`,
      code(shorten(name, 300)),
      escapeMarkdown(shorten(text, 1000)),
    ]);
  const more = lines.length > rows.length ? `\`history list-changes\` lists ${lines.length - rows.length} more.\n` : "";
  const list = rows.length === 0 ? "" : table(["Change", "Unit", ""], rows);
  const unreadList = unreadLines(added).slice(0, MAX_LISTED);
  const unread = unreadList.map((line) => `- ${escapeMarkdown(shorten(line, 1000))}\n`).join("");
  return `\nHistory: ${addedText(added)} · ${changesHeadline(changes)}\n\n${[list + more, unread].filter(Boolean).join("\n")}`;
}
