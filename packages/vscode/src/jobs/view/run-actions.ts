import { isolated } from "@analytics-engines/core/basics";
import { UserError } from "@analytics-engines/runs/host";
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { UserCanceledError } from "../../common/errors.ts";
import { confirm } from "../../common/questions.ts";
import { runTitle } from "../runs/presentation.ts";
import type { ResolvedRef } from "../runs/refs.ts";
import { fileTitle } from "../runs/run-times.ts";
import { isActive, type RunView } from "../store/run.ts";
import type { RunStore } from "../store/run-store.ts";

/** Asks for the name of a run; an empty name restores the default name. */
export async function renameRun({ store, run: { record } }: ResolvedRef): Promise<void> {
  const prompt = l10n.t("A name for the run. Leave it empty to show its file.");
  const options = { prompt, value: record.name ?? "", placeHolder: fileTitle(record.files) };
  const name = await vscode.window.showInputBox(options);
  if (name === undefined) throw new UserCanceledError();
  await store.rename(record.id, name.trim());
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
