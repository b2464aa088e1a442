import { escapeMarkdown, messageOf, printable, shorten } from "@analytics-engines/core/basics";
import {
  addToHistory,
  changeLines,
  changesHeadline,
  type HistoryChanges,
  type HistoryView,
  listHistoryChanges,
  readHistoryView,
} from "@analytics-engines/runs/history";
import { userLines } from "@analytics-engines/runs/host";
import { MAX_ANNOTATIONS } from "../workspace/annotate.ts";
import type { RunContext } from "./inputs.ts";
import { renderHistory } from "./views/history-summary.ts";

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
    const addition = await addToHistory(inputs.runFolder, store, env["GITHUB_WORKSPACE"] || inputs.workingDirectory);
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
