import { UserError } from "@analytics-engines/runs/user-error";
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { CommandHandler, CommandHandlers } from "../common/command-ids.ts";
import type { Services } from "../common/context.ts";
import { pickOne } from "../common/questions.ts";
import { jobsOf } from "../jobs/jobs.ts";
import { jobRefOf } from "../jobs/refs.ts";
import { runItem } from "../jobs/running-list.ts";
import type { ExportFormat } from "./export-commands.ts";
import { editorType } from "./names.ts";
import { viewersOf } from "./viewers.ts";

/** The commands for the results of runs. */
export function resultCommands(services: Services): CommandHandlers<"results"> {
  const jobs = jobsOf(services);
  const viewers = viewersOf(services);
  return {
    open(argument, column) {
      const ref = jobRefOf(argument);
      if (ref === undefined) throw new UserError(l10n.t("No run is selected. Select one in the Jobs view."));
      const selected = ref.path !== undefined && ref.unit !== undefined ? `${ref.path}#${ref.unit}` : undefined;
      const state = { run: ref.run, ...(selected === undefined ? {} : { selected }) };
      return typeof column === "number" ? viewers.openBeside(state, column) : viewers.openRun(state);
    },
    async openFile(argument) {
      const uri = argument instanceof vscode.Uri ? argument : vscode.window.activeTextEditor?.document.uri;
      if (uri === undefined)
        throw new UserError(l10n.t("No file is open. Open a result, or the manifest of a run folder."));
      await vscode.commands.executeCommand("vscode.openWith", uri, editorType);
      return viewers.active();
    },
    async compareWith(argument, before) {
      const run = await runOf(argument);
      return viewers.openRun({ run, before: typeof before === "string" ? before : await chooseOther(run) });
    },
    exportCsv: exportAs("csv"),
    exportJson: exportAs("json"),
    exportArrow: exportAs("arrow"),
    async openRaw(argument) {
      const { openRaw } = await import("./raw-document.ts");
      return openRaw(await target(argument));
    },
    async openExternally(argument) {
      const { openExternally } = await import("./export-commands.ts");
      await openExternally(await target(argument));
    },
  };

  function exportAs(format: ExportFormat): CommandHandler {
    return async (argument, to) => {
      const { exportResult } = await import("./export-commands.ts");
      return exportResult(await target(argument), format, to);
    };
  }

  async function target(argument: unknown) {
    const { findTarget } = await import("./targets.ts");
    return findTarget(jobs, viewers, argument);
  }

  /** The run of the argument, or the one in the active page. */
  async function runOf(argument: unknown): Promise<string> {
    const subject = await viewers.active()?.subject();
    const run = jobRefOf(argument)?.run ?? (subject?.kind === "run" ? subject.state.run : undefined);
    if (run === undefined) throw new UserError(l10n.t("No run is open. Open the results of a run in the Jobs view."));
    return run;
  }

  async function chooseOther(run: string): Promise<string> {
    const store = await jobs.loaded();
    const own = store.run(run)?.record.files.map(({ path }) => path) ?? [];
    const isAlike = (one: { readonly path: string }) => own.includes(one.path);
    const others = store.runs.filter(({ record, state }) => state === "finished" && record.id !== run);
    if (others.length === 0) throw new UserError(l10n.t("There is no other run to compare with."));
    // Runs of the same files first.
    const sorted = others.toSorted((one, other) => {
      return Number(other.record.files.some(isAlike)) - Number(one.record.files.some(isAlike));
    });
    const items = sorted.map((one) => runItem(one, services.clock.now()));
    return (await pickOne(items, { placeHolder: l10n.t("Compare with which run?") })).ref.run;
  }
}
