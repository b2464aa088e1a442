import { escapeMarkdown, messageOf, printable, shorten } from "@analytics-engines/core/basics";
import { code, table, userLines } from "@analytics-engines/runs/progress";
import {
  type AddedRun,
  addedText,
  addToHistory,
  changeLines,
  changesHeadline,
  type HistoryChanges,
  type HistoryView,
  listHistoryChanges,
  readHistoryView,
  unreadLines,
} from "@analytics-engines/runs/review";
import { MAX_ANNOTATIONS } from "../workspace/annotate.ts";
import type { RunContext } from "./inputs.ts";

/** What the summary says about the history, and why the run was not added, if so. */
export interface HistoryOutcome {
  /** Markdown. */
  readonly summary: string;
  /** For the report. */
  readonly view?: HistoryView | undefined;
  readonly problem?: string;
}

/** The most changes in the output `history-changes`, and the characters of each: Slack takes 3,000 in a block of a message. */
const MAX_CHANGES = 20;
const MAX_CHANGE_LENGTH = 140;

/** Adds a run to the history, and sets the outputs about what changed. The results are stored before that: no failure throws. */
export async function addRunToHistory(
  { inputs, env, log, outputs }: RunContext,
  store: string,
): Promise<HistoryOutcome> {
  try {
    const root = env["GITHUB_WORKSPACE"] || inputs.workingDirectory;
    const addition = await addToHistory(inputs.runFolder, store, { root });
    const changes = await listHistoryChanges(store);
    for (const { file, reason } of changes.problems.slice(0, MAX_ANNOTATIONS))
      log.annotate("warning", printable(`${file} was left out of the history: it ${reason}`));
    outputs.set({
      "history-run": addition.run,
      "new-failures": `${changes.failures.length}`,
      "new-breaches": `${changes.breaches.length}`,
      recoveries: `${changes.recoveries.length + changes.endedBreaches.length}`,
      "history-changes": changesText(changes),
    });
    return { summary: renderHistory(addition, changes), view: await readView(store, log) };
  } catch (error) {
    const problem = `The run was not added to the history: ${reasonOf(error)}`;
    return { summary: `\n❌ ${escapeMarkdown(shorten(problem, 1000))}\n\n`, problem };
  }
}

async function readView(store: string, log: RunContext["log"]): Promise<HistoryView | undefined> {
  try {
    return (await readHistoryView(store, {})).view;
  } catch (error) {
    log.annotate("warning", printable(`The report has no history: ${reasonOf(error)}`));
    return undefined;
  }
}

function reasonOf(error: unknown): string {
  return userLines(error)?.join(" ") ?? messageOf(error);
}

/** What changed, for a message; empty if nothing did. */
function changesText(changes: HistoryChanges): string {
  const lines = changeLines(changes).map(({ outcome, name, text }) =>
    shorten(printable(`${outcome} ${name}: ${text}`), MAX_CHANGE_LENGTH),
  );
  if (lines.length === 0) return "";
  const more = lines.length > MAX_CHANGES ? [`and ${lines.length - MAX_CHANGES} more`] : [];
  return [changesHeadline(changes), ...lines.slice(0, MAX_CHANGES), ...more].join("\n");
}

/** The most changes that the summary lists; `history list-changes` lists all. */
const MAX_LISTED = 50;

const icons = { error: "❌", warning: "⚠️", good: "✅" } as const;

/** What was added to the history and what changed, for the summary of a run. */
function renderHistory(added: AddedRun, changes: HistoryChanges): string {
  const lines = changeLines(changes);
  const rows = lines
    .slice(0, MAX_LISTED)
    .map(({ outcome, level, name, text }) => [
      `${icons[level]} ${outcome}`,
      code(shorten(name, 300)),
      escapeMarkdown(shorten(text, 1000)),
    ]);
  // After the empty line it is no row of the table.
  const more =
    lines.length > rows.length ? `\n\`history list-changes\` lists ${lines.length - rows.length} more.\n` : "";
  const list = rows.length === 0 ? "" : table(["Change", "Unit", ""], rows);
  const unreadList = unreadLines(added).slice(0, MAX_LISTED);
  const unread = unreadList.map((line) => `- ${escapeMarkdown(shorten(line, 1000))}\n`).join("");
  return `History: ${addedText(added)} · ${changesHeadline(changes)}\n\n${[list + more, unread].filter(Boolean).join("\n")}`;
}
