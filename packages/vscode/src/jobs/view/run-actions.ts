import { isolated } from "@analytics-engines/core/basics";
import { UserError } from "@analytics-engines/runs/host";
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { UserCanceledError } from "../../common/errors.ts";
import { confirm, pickOne, shownItem } from "../../common/questions.ts";
import { runTitle } from "../runs/presentation.ts";
import type { ResolvedRef } from "../runs/refs.ts";
import { fileTitle } from "../runs/run-times.ts";
import { isActive, type RunView } from "../store/run.ts";
import type { RunStore } from "../store/run-store.ts";
import {
  everyRun,
  filterState,
  filterStates,
  filterStateText,
  groupingText,
  isFiltering,
  type RunFilter,
  runGroupings,
} from "./arrange.ts";
import type { RunList } from "./run-list.ts";

/** Asks for the name of a run; an empty name restores the default name. */
export async function renameRun({ store, run: { record } }: ResolvedRef): Promise<void> {
  const prompt = l10n.t("A name for the run. Leave it empty to show its file.");
  const name = await askText({ prompt, value: record.name ?? "", placeHolder: fileTitle(record.files) });
  await store.annotate(record.id, { name });
}

/** Asks for the note of a run. */
export async function writeNote({ store, run: { record } }: ResolvedRef): Promise<void> {
  const prompt = l10n.t("A note on the run. Leave it empty to remove the note.");
  await store.annotate(record.id, { note: await askText({ prompt, value: record.note ?? "" }) });
}

async function askText(options: vscode.InputBoxOptions): Promise<string> {
  const text = await vscode.window.showInputBox(options);
  if (text === undefined) throw new UserCanceledError();
  return text.trim();
}

/** Deletes runs that are not in progress, after a question. */
export async function deleteRuns(store: RunStore, runs: readonly RunView[]): Promise<void> {
  const ended = runs.filter((run) => !isActive(run));
  const [first] = ended;
  if (first === undefined) throw new UserError(l10n.t("This run is in progress. Cancel it before you delete it."));
  const question =
    ended.length === 1
      ? l10n.t("Delete the run of {0} and its results?", isolated(runTitle(first)))
      : l10n.t("Delete {0} runs and their results?", ended.length);
  if (!(await confirm(question, l10n.t("Delete")))) return;
  for (const { record } of ended) await store.remove(record.id);
}

/** Lets the user choose the states, connections and files of the runs to show. No choice shows all. */
export async function chooseFilter(list: RunList, runs: readonly RunView[]): Promise<void> {
  const current = list.filter() ?? everyRun;
  const unique = (texts: readonly string[]) => [...new Set(texts)].sort();
  const connections = unique([...current.connections, ...runs.map(({ record }) => record.connection.name)]);
  const files = unique([...current.files, ...runs.flatMap(({ record }) => record.files.map(({ path }) => path))]);
  const present = new Set(runs.map(filterState));
  const states = filterStates.filter((state) => present.has(state) || current.states.includes(state));
  const items = [
    heading(l10n.t("State")),
    ...states.map((state) => choice(filterStateText(state), current.states.includes(state), { states: [state] })),
    heading(l10n.t("Connection")),
    ...connections.map((name) => choice(name, current.connections.includes(name), { connections: [name] })),
    heading(l10n.t("File")),
    ...files.map((file) => choice(file, current.files.includes(file), { files: [file] })),
  ];
  const placeHolder = l10n.t("Show which runs?");
  const picked = await vscode.window.showQuickPick(items.map(shownItem), {
    canPickMany: true,
    placeHolder,
    matchOnDescription: true,
  });
  if (picked === undefined) throw new UserCanceledError();
  const filter: RunFilter = {
    states: picked.flatMap(({ part }) => part.states ?? []),
    connections: picked.flatMap(({ part }) => part.connections ?? []),
    files: picked.flatMap(({ part }) => part.files ?? []),
  };
  list.setFilter(isFiltering(filter) ? filter : undefined);
}

interface FilterItem extends vscode.QuickPickItem {
  readonly part: Partial<RunFilter>;
}

function heading(label: string): FilterItem {
  return { label, kind: vscode.QuickPickItemKind.Separator, part: {} };
}

function choice(label: string, picked: boolean, part: Partial<RunFilter>): FilterItem {
  // A label would show `$(name)` as an icon.
  return { label: label.replaceAll("$(", "$ ("), picked, part };
}

/** Lets the user choose how the view groups its runs. */
export async function chooseGrouping(list: RunList): Promise<void> {
  const current = list.grouping();
  const items = runGroupings.map((grouping) => {
    const description = grouping === current ? l10n.t("now") : "";
    return { label: groupingText(grouping), description, grouping };
  });
  const { grouping } = await pickOne(items, { placeHolder: l10n.t("Group the runs in the Jobs view") });
  await list.setGrouping(grouping);
}
