import path from "node:path";
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { Services } from "../common/context.ts";
import { UserError } from "../common/errors.ts";
import { titleOf } from "../jobs/job-nodes.ts";
import { type Jobs, jobsOf } from "../jobs/jobs.ts";
import type { Run } from "../jobs/run.ts";
import { type PageState, parsePageState } from "./messages.ts";
import { panelType } from "./names.ts";
import { contentOfFile, openRunFolder, runOfFile } from "./run-source.ts";
import { attachViewer, type Subject, type Viewer } from "./viewer.ts";

/** The pages of results that are open. */
export interface Viewers {
  /** Shows a finished run beside whatever is open; one panel a run. */
  openRun(state: PageState & { readonly run: string }): Promise<Viewer>;
  /** Shows a run beside another one in the panel of the first. */
  compare(runId: string, beforeId: string): Promise<Viewer>;
  /** The one that the user works with. */
  active(): Viewer | undefined;
  /** Shows again what a panel showed before the window was closed. */
  restore(panel: vscode.WebviewPanel, kept: unknown): void;
  /** Shows a file in the panel of its editor. */
  openFile(panel: vscode.WebviewPanel, uri: vscode.Uri): void;
}

interface Open {
  readonly viewer: Viewer;
  readonly panel: vscode.WebviewPanel;
}

const made = new WeakMap<Services, Viewers>();

/** The same for all who ask with the same services. */
export function viewersOf(context: vscode.ExtensionContext, services: Services): Viewers {
  const known = made.get(services) ?? createViewers(context, services);
  made.set(services, known);
  return known;
}

function createViewers(context: vscode.ExtensionContext, services: Services): Viewers {
  const jobs = jobsOf(context, services);
  const panels = new Map<string, Open>();
  const all = new Set<Open>();

  /** Puts a viewer into a panel that VS Code made. */
  function attach(panel: vscode.WebviewPanel, read: () => Promise<Subject>): Open {
    const viewer = attachViewer(context, services, panel.webview, read);
    const open = { viewer, panel };
    all.add(open);
    const media = vscode.Uri.joinPath(context.extensionUri, "media");
    // A picture in a tab does not take the theme's color by itself, as that of a view does.
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

  async function openRun(state: PageState & { readonly run: string }): Promise<Viewer> {
    const known = panels.get(state.run);
    if (known !== undefined) {
      known.panel.reveal();
      if (state.selected !== undefined || state.before !== undefined) known.viewer.show(await readRun(jobs, state));
      return known.viewer;
    }
    // Read before a panel is there, so that what is wrong is told once.
    const subject = await readRun(jobs, state);
    const title = await titleOfRun(jobs, state.run);
    const panel = vscode.window.createWebviewPanel(panelType, title, vscode.ViewColumn.Active);
    const { viewer } = attachRun(panel, state);
    viewer.show(subject);
    return viewer;
  }

  return {
    openRun,
    compare: (run, before) => openRun({ run, before }),
    active: () => [...all].find(({ panel }) => panel.active)?.viewer,
    restore(panel, kept) {
      const state = parsePageState(kept);
      const { run } = state;
      if (run === undefined) panel.dispose();
      else attachRun(panel, { ...state, run });
    },
    openFile(panel, uri) {
      attach(panel, () => readFile(uri));
    },
  };
}

async function findRun(jobs: Jobs, id: string): Promise<Run> {
  const store = await jobs.store();
  await store.load();
  const run = store.run(id);
  if (run === undefined) throw new UserError(l10n.t("This run is no longer in the history."));
  if (run.state !== "finished") throw new UserError(l10n.t("This run has not ended yet."));
  return run;
}

async function titleOfRun(jobs: Jobs, id: string): Promise<string> {
  return l10n.t("Results: {0}", titleOf(await findRun(jobs, id)));
}

async function readRun(jobs: Jobs, state: PageState & { readonly run: string }): Promise<Subject> {
  const run = await findRun(jobs, state.run);
  const source = await openRunFolder(run.record.folder);
  if (state.before === undefined) return { kind: "run", source, state };
  const other = await findRun(jobs, state.before);
  const name = l10n.t("Run of {0}", new Date(other.record.startedAt).toLocaleString());
  return { kind: "run", source, state, before: { name, source: await openRunFolder(other.record.folder) } };
}

/** A run folder by its manifest, a result of one, or a result that stands alone. */
async function readFile({ scheme, fsPath }: vscode.Uri): Promise<Subject> {
  if (scheme !== "file") throw new UserError(l10n.t("Results are shown from files of this machine only."));
  if (path.basename(fsPath) === "manifest.json")
    return { kind: "run", source: await openRunFolder(path.dirname(fsPath)), state: {} };
  const found = await runOfFile(fsPath);
  if (found !== undefined) {
    const { source, path: filePath, unit } = found;
    return { kind: "run", source, state: { selected: `${filePath}#${unit}` } };
  }
  return { kind: "result", name: path.basename(fsPath), content: await contentOfFile(fsPath) };
}
