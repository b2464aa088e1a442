import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { registerCommand } from "../common/commands.ts";
import type { Services } from "../common/context.ts";
import { UserCanceledError, UserError } from "../common/errors.ts";
import { agoText, titleOf } from "../jobs/job-nodes.ts";
import { jobsOf } from "../jobs/jobs.ts";
import { refOf } from "../jobs/refs.ts";
import { editorType } from "./names.ts";
import { viewersOf } from "./viewers.ts";

declare module "../common/commands.ts" {
  interface CommandArguments {
    "analyticsEngines.results.open": [ref?: unknown];
    "analyticsEngines.results.openFile": [uri?: unknown];
    "analyticsEngines.results.compareWith": [ref?: unknown, before?: unknown];
    "analyticsEngines.results.exportCsv": [ref?: unknown, to?: unknown];
    "analyticsEngines.results.exportJson": [ref?: unknown, to?: unknown];
    "analyticsEngines.results.exportArrow": [ref?: unknown, to?: unknown];
    "analyticsEngines.results.openRaw": [ref?: unknown];
    "analyticsEngines.results.openExternally": [ref?: unknown];
  }
}

/** What is done with the results of runs: they are shown in pages, compared, exported, handed on. */
export function registerResultCommands(context: vscode.ExtensionContext, services: Services): void {
  const jobs = jobsOf(context, services);
  const viewers = viewersOf(context, services);

  registerCommand(services, "analyticsEngines.results.open", async (argument) => {
    const ref = refOf(argument);
    if (ref === undefined) throw new UserError(l10n.t("Choose a run in the view Jobs."));
    const selected = ref.path !== undefined && ref.unit !== undefined ? `${ref.path}#${ref.unit}` : undefined;
    return viewers.openRun({ run: ref.run, ...(selected === undefined ? {} : { selected }) });
  });
  registerCommand(services, "analyticsEngines.results.openFile", async (argument) => {
    const uri = argument instanceof vscode.Uri ? argument : vscode.window.activeTextEditor?.document.uri;
    if (uri === undefined) throw new UserError(l10n.t("Choose a result, or the manifest of a run folder."));
    await vscode.commands.executeCommand("vscode.openWith", uri, editorType);
    return viewers.active();
  });
  registerCommand(services, "analyticsEngines.results.compareWith", async (argument, before) => {
    const run = await runOf(argument);
    return viewers.compare(run, typeof before === "string" ? before : await chooseOther(run));
  });
  registerExport("analyticsEngines.results.exportCsv", "csv");
  registerExport("analyticsEngines.results.exportJson", "json");
  registerExport("analyticsEngines.results.exportArrow", "arrow");
  registerCommand(services, "analyticsEngines.results.openRaw", async (argument) => {
    const { openRaw } = await import("./raw-document.ts");
    return openRaw(await target(argument));
  });
  registerCommand(services, "analyticsEngines.results.openExternally", async (argument) => {
    const { openExternally } = await import("./export-commands.ts");
    await openExternally(await target(argument));
  });

  function registerExport(
    id: `analyticsEngines.results.export${"Csv" | "Json" | "Arrow"}`,
    format: "csv" | "json" | "arrow",
  ) {
    registerCommand(services, id, async (argument?: unknown, to?: unknown) => {
      const { exportResult } = await import("./export-commands.ts");
      return exportResult(await target(argument), format, to);
    });
  }

  async function target(argument: unknown) {
    const { findTarget } = await import("./targets.ts");
    return findTarget(jobs, viewers, argument);
  }

  /** The run of a node, or the one that is shown. */
  async function runOf(argument: unknown): Promise<string> {
    const subject = await viewers.active()?.subject();
    const run = refOf(argument)?.run ?? (subject?.kind === "run" ? subject.state.run : undefined);
    if (run === undefined) throw new UserError(l10n.t("Open the results of a run of the view Jobs to compare it."));
    return run;
  }

  async function chooseOther(run: string): Promise<string> {
    const store = await jobs.store();
    await store.load();
    const own = store.run(run)?.record.files.map(({ path }) => path) ?? [];
    const isAlike = (one: { readonly path: string }) => own.includes(one.path);
    const others = store.runs.filter(({ record, state }) => state === "finished" && record.id !== run);
    if (others.length === 0) throw new UserError(l10n.t("There is no other run to compare with."));
    // Runs of the same files first.
    const sorted = others.toSorted((one, other) => {
      return Number(other.record.files.some(isAlike)) - Number(one.record.files.some(isAlike));
    });
    const items = sorted.map((one) => ({
      id: one.record.id,
      label: titleOf(one),
      description: `${one.record.connection.name} · ${agoText(Date.parse(one.record.startedAt), services.clock.now())}`,
    }));
    const chosen = await vscode.window.showQuickPick(items, { placeHolder: l10n.t("Compare with which run?") });
    if (chosen === undefined) throw new UserCanceledError();
    return chosen.id;
  }
}
