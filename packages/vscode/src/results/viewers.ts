import path from "node:path";
import { UserError } from "@analytics-engines/runs/user-error";
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { type Services, shared } from "../common/context.ts";
import { type Jobs, jobsOf } from "../jobs/jobs.ts";
import type { RunView } from "../jobs/run.ts";
import { clockText, nameOfRun } from "../jobs/run-times.ts";
import { type PageState, parsePageState } from "./messages.ts";
import { panelType } from "./names.ts";
import { contentOfFile, openRunFolder, runOfFile } from "./run-source.ts";
import { showTab, tabsOf } from "./tabs.ts";
import { attachViewer, type Subject, type Viewer } from "./viewer.ts";

/** The open pages with results. */
export type Viewers = ReturnType<typeof viewersOf>;

interface Open {
  readonly viewer: Viewer;
  readonly panel: vscode.WebviewPanel;
}

type RunState = PageState & { readonly run: string };

interface Place {
  readonly viewColumn: vscode.ViewColumn;
  readonly preserveFocus?: boolean;
}

/** VS Code restores a page faster, also on a busy machine. */
const restoreMs = 5000;

export const viewersOf = shared((services: Services) => {
  const jobs = jobsOf(services);
  const panels = new Map<string, Open>();
  const all = new Set<Open>();
  const restored = new vscode.EventEmitter<void>();
  /** The page that opened by itself, until the user works in it. The next one replaces it. */
  let glance: Open | undefined;
  services.subscriptions.push(
    restored,
    jobs.onDidChange(() => nameTabs()),
  );

  /** Names the tabs again after the user has renamed a run. */
  function nameTabs(): void {
    for (const [id, { panel }] of panels) {
      const run = jobs.known().find(({ record }) => record.id === id);
      if (run !== undefined && panel.title !== tabTitle(run)) panel.title = tabTitle(run);
    }
  }

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

  function attachRun(panel: vscode.WebviewPanel, state: RunState): Open {
    const open = attach(panel, () => readRun(jobs, state));
    panels.set(state.run, open);
    panel.onDidDispose(() => panels.get(state.run) === open && panels.delete(state.run));
    return open;
  }

  /** Finds the page of a run. VS Code restores a page of the last window when its tab is first shown, so this shows tabs with its title. */
  async function find(id: string, title: string): Promise<Open | undefined> {
    const attached = [...all].filter(({ panel }) => panel.title === title).length;
    const tabs = tabsOf(panelType, title);
    if (panels.has(id) || tabs.length === attached) return panels.get(id);
    for (const tab of tabs.filter(({ isActive }) => !isActive)) {
      const shown = nextRestored();
      await showTab(tab);
      await shown;
      if (panels.has(id)) break;
    }
    return panels.get(id);
  }

  /** Resolves when VS Code has restored a page, or after some seconds. */
  function nextRestored(): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        listening.dispose();
        cancelTimer();
        resolve();
      };
      const listening = restored.event(end);
      const cancelTimer = services.clock.setTimer(restoreMs, end);
    });
  }

  /** Shows a finished run in its panel, next to another run if `before` names one. */
  async function openRun(state: RunState, where: Place = { viewColumn: vscode.ViewColumn.Active }): Promise<Viewer> {
    const run = await findRun(jobs, state.run);
    const title = tabTitle(run);
    const known = await find(state.run, title);
    if (known !== undefined) {
      known.panel.reveal(undefined, where.preserveFocus);
      if (state.selected !== undefined || state.before !== undefined) known.viewer.show(await readRun(jobs, state));
      return known.viewer;
    }
    // Read before the panel opens, so that an error appears once.
    const subject = await readRun(jobs, state);
    const panel = vscode.window.createWebviewPanel(panelType, title, where);
    const { viewer } = attachRun(panel, state);
    viewer.show(subject);
    return viewer;
  }

  /** Shows a finished run in a column without taking the focus, in place of the last page that this opened and nobody has used. */
  async function openBeside(state: RunState, viewColumn: number): Promise<Viewer> {
    const last = glance;
    const column = last?.panel.viewColumn ?? viewColumn;
    const viewer = await openRun(state, { viewColumn: column, preserveFocus: true });
    const opened = panels.get(state.run);
    if (last !== undefined && last !== opened) last.panel.dispose();
    glance = opened;
    const forget = () => {
      if (glance === opened) glance = undefined;
    };
    opened?.panel.onDidDispose(forget);
    opened?.panel.onDidChangeViewState(({ webviewPanel }) => webviewPanel.active && forget());
    return viewer;
  }

  return {
    openRun,
    openBeside,
    /** The page in the active tab. */
    active: () => [...all].find(({ panel }) => panel.active)?.viewer,
    /** Restores a panel of the last window. */
    restore(panel: vscode.WebviewPanel, kept: unknown): void {
      const state = parsePageState(kept);
      const { run } = state;
      if (run === undefined) panel.dispose();
      else attachRun(panel, { ...state, run });
      restored.fire();
    },
    /** Shows a file in its editor. */
    openFile(panel: vscode.WebviewPanel, uri: vscode.Uri): void {
      attach(panel, () => readFile(uri));
    },
  };
});

/** The title of a tab: the time and the name of its run. */
function tabTitle({ record }: RunView): string {
  return `${clockText(record.startedAt)} ${nameOfRun(record)}`;
}

async function findRun(jobs: Jobs, id: string): Promise<RunView> {
  const store = await jobs.loaded();
  const run = store.run(id);
  if (run === undefined) throw new UserError(l10n.t("This run is no longer in the history."));
  if (run.state !== "finished") throw new UserError(l10n.t("This run has not ended yet."));
  return run;
}

async function readRun(jobs: Jobs, state: RunState): Promise<Subject> {
  const run = await findRun(jobs, state.run);
  const store = await jobs.store();
  const openFolder = (one: RunView) => openRunFolder(one.record.folder, store.opener(one));
  const source = await openFolder(run);
  if (state.before === undefined) return { kind: "run", source, state };
  const other = await findRun(jobs, state.before);
  return { kind: "run", source, state, before: await openFolder(other) };
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
