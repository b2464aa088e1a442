import path from "node:path";
import { UserError } from "@analytics-engines/runs/user-error";
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { type Services, shared } from "../common/context.ts";
import { type Jobs, jobsOf } from "../jobs/jobs.ts";
import { runTitle } from "../jobs/presentation.ts";
import type { RunView } from "../jobs/run.ts";
import { type PageState, parsePageState } from "./messages.ts";
import { panelType } from "./names.ts";
import { contentOfFile, openRunFolder, runOfFile } from "./run-source.ts";
import { attachViewer, type Subject, type Viewer } from "./viewer.ts";

/** The open pages with results. */
export type Viewers = ReturnType<typeof viewersOf>;

interface Open {
  readonly viewer: Viewer;
  readonly panel: vscode.WebviewPanel;
}

export const viewersOf = shared((services: Services) => {
  const jobs = jobsOf(services);
  const panels = new Map<string, Open>();
  const all = new Set<Open>();

  /** Attaches a page to a panel. */
  function attach(panel: vscode.WebviewPanel, read: () => Promise<Subject>): Open {
    const viewer = attachViewer(services, panel.webview, read);
    const open = { viewer, panel };
    all.add(open);
    const media = vscode.Uri.joinPath(services.context.extensionUri, "media");
    // The icon of a tab does not take the color of the theme by itself.
    panel.iconPath = {
      light: vscode.Uri.joinPath(media, "view.svg"),
      dark: vscode.Uri.joinPath(media, "view-dark.svg"),
    };
    panel.onDidDispose(() => {
      viewer.dispose();
      all.delete(open);
    });
    return open;
  }

  function attachRun(panel: vscode.WebviewPanel, state: PageState & { readonly run: string }): Open {
    const open = attach(panel, () => readRun(jobs, state));
    panels.set(state.run, open);
    panel.onDidDispose(() => panels.get(state.run) === open && panels.delete(state.run));
    return open;
  }

  /** Shows a finished run in its panel, next to another run if `before` names one. */
  async function openRun(state: PageState & { readonly run: string }): Promise<Viewer> {
    const known = panels.get(state.run);
    if (known !== undefined) {
      known.panel.reveal();
      if (state.selected !== undefined || state.before !== undefined) known.viewer.show(await readRun(jobs, state));
      return known.viewer;
    }
    // Read before the panel opens, so that an error appears once.
    const subject = await readRun(jobs, state);
    const title = l10n.t("Results: {0}", runTitle(await findRun(jobs, state.run)));
    const panel = vscode.window.createWebviewPanel(panelType, title, vscode.ViewColumn.Active);
    const { viewer } = attachRun(panel, state);
    viewer.show(subject);
    return viewer;
  }

  return {
    openRun,
    /** The page in the active tab. */
    active: () => [...all].find(({ panel }) => panel.active)?.viewer,
    /** Restores a panel of the last window. */
    restore(panel: vscode.WebviewPanel, kept: unknown): void {
      const state = parsePageState(kept);
      const { run } = state;
      if (run === undefined) panel.dispose();
      else attachRun(panel, { ...state, run });
    },
    /** Shows a file in its editor. */
    openFile(panel: vscode.WebviewPanel, uri: vscode.Uri): void {
      attach(panel, () => readFile(uri));
    },
  };
});

async function findRun(jobs: Jobs, id: string): Promise<RunView> {
  const store = await jobs.loaded();
  const run = store.run(id);
  if (run === undefined) throw new UserError(l10n.t("This run is no longer in the history."));
  if (run.state !== "finished") throw new UserError(l10n.t("This run has not ended yet."));
  return run;
}

async function readRun(jobs: Jobs, state: PageState & { readonly run: string }): Promise<Subject> {
  const run = await findRun(jobs, state.run);
  const source = await openRunFolder(run.record.folder);
  if (state.before === undefined) return { kind: "run", source, state };
  const other = await findRun(jobs, state.before);
  return { kind: "run", source, state, before: await openRunFolder(other.record.folder) };
}

/** Reads a run folder by its manifest, a result of a run folder, or a result file alone. */
async function readFile({ scheme, fsPath }: vscode.Uri): Promise<Subject> {
  if (scheme !== "file")
    throw new UserError(l10n.t("The file is not on this machine. Copy it to this machine to show its results."));
  if (path.basename(fsPath) === "manifest.json")
    return { kind: "run", source: await openRunFolder(path.dirname(fsPath)), state: {} };
  const found = await runOfFile(fsPath);
  if (found !== undefined) {
    const { source, path: filePath, unit } = found;
    return { kind: "run", source, state: { selected: `${filePath}#${unit}` } };
  }
  return { kind: "result", name: path.basename(fsPath), content: await contentOfFile(fsPath) };
}
