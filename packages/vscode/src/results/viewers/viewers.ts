import path from "node:path";
import { keyOfUnit } from "@analytics-engines/runs/browser";
import { UserError } from "@analytics-engines/runs/progress";
import type { HistoryView } from "@analytics-engines/runs/review";
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { projectOf, readProjects } from "../../common/project-settings.ts";
import { SIMULATOR_ID } from "../../connections/connection-list.ts";
import { runTabTitle } from "../../jobs/runs/run-titles.ts";
import { type Runs, runsOf } from "../../jobs/runs/runs.ts";
import type { RunRecord } from "../../jobs/store/history.ts";
import { hasResults } from "../../jobs/store/run.ts";
import { logError } from "../../services/commands.ts";
import { type Services, shared } from "../../services/services.ts";
import { exportResult, openDocument } from "../export/export-commands.ts";
import { type PageState, parsePageState, type ResultVerb } from "../source/messages.ts";
import { EDITOR_TYPE, PANEL_TYPE, TREND_TYPE } from "../source/names.ts";
import { contentOfFile, type OpenRunFolder, openRunFolder, runOfFile, type Target } from "../source/run-source.ts";
import { openUnfinishedRun } from "../source/unfinished-run.ts";
import { attachViewer, type Subject, type Viewer } from "./viewer.ts";

/** The pages with results of the history, and of files on this machine. */
export const viewersOf = shared((services: Services) => {
  const runs = runsOf(services);
  const tool = `analytics-engines/${services.context.extension.packageJSON.version}`;
  return createViewers(services, {
    find: (id) => findRun(runs, id, tool),
    isOpen: (id) => runs.loadedRuns().some(({ record, state }) => record.id === id && state !== "finished"),
    titleOf(id) {
      const run = runs.loadedRuns().find(({ record }) => record.id === id);
      return run && runTabTitle(run.record);
    },
    onDidChange: runs.onDidChange,
    readFile,
    act,
  });
});

async function findRun(runs: Runs, id: string, tool: string): Promise<ViewableRun> {
  const store = await runs.loadedStore();
  const run = store.run(id);
  if (run === undefined) throw new UserError(l10n.t("This run is no longer in the history. Choose another one."));
  const isOpen = run.state !== "finished";
  if (isOpen && !hasResults(run))
    throw new UserError(
      l10n.t("This window has no result of this run yet. Wait for the first, or until the run ends."),
    );
  return {
    title: runTabTitle(run.record),
    connection: connectionText(run.record),
    tolerances: await tolerancesFor(run.record),
    async open() {
      const current = store.run(id);
      if (current !== undefined && current.state !== "finished") return openUnfinishedRun(current, tool);
      await runs.requireFolder(run);
      return openRunFolder(run.record.folder);
    },
  };
}

/** The tolerances of the project file of the first file of a run. */
async function tolerancesFor({ files: [file] }: RunRecord): Promise<readonly string[] | undefined> {
  await readProjects();
  return file?.uri === undefined ? undefined : projectOf(vscode.Uri.parse(file.uri))?.tolerances;
}

/** The simulator has an address for each window, which says nothing. */
function connectionText({ connection: { id, name, baseUrl } }: RunRecord): string {
  return id === SIMULATOR_ID ? name : `${name}, ${baseUrl}`;
}

async function act(verb: ResultVerb, target: Target): Promise<void> {
  if (verb === "open") await openDocument(target);
  else await exportResult(target, "csv", undefined);
}

/** Reads a run folder by its manifest, a result of a run folder, or a result file alone. */
async function readFile({ scheme, fsPath }: vscode.Uri): Promise<Subject> {
  if (scheme !== "file")
    throw new UserError(l10n.t("The file is not on this machine. Copy it to this machine to show its results."));
  if (path.basename(fsPath) === "manifest.json")
    return { kind: "run", source: await openRunFolder(path.dirname(fsPath)), state: {} };
  const result = await runOfFile(fsPath);
  if (result !== undefined) {
    return { kind: "run", source: result.source, state: { selected: keyOfUnit(result) } };
  }
  return { kind: "result", name: path.basename(fsPath), content: await contentOfFile(fsPath) };
}

/** The open pages with results. */
export type Viewers = ReturnType<typeof createViewers>;

/** The runs that the pages can show, by id. */
export interface ViewableRuns {
  /** Finds a run. @throws UserError if it is gone, or has no results yet */
  find(id: string): Promise<ViewableRun>;
  /** Whether a run has not ended: its page has the results so far. */
  isOpen(id: string): boolean;
  /** The current title of a run; undefined if it is not known, or gone. */
  titleOf(id: string): string | undefined;
  readonly onDidChange: vscode.Event<void>;
  /** Reads what an editor of a file shows. */
  readFile(uri: vscode.Uri): Promise<Subject>;
  /** Does what the user asks for with a result that a page does not show. */
  act(verb: ResultVerb, target: Target): Promise<unknown>;
}

export interface ViewableRun {
  /** The title of its tab. */
  readonly title: string;
  /** What the user calls its connection. */
  readonly connection: string;
  /** The tolerances of its project file. */
  readonly tolerances?: readonly string[] | undefined;
  open(): Promise<OpenRunFolder>;
}

interface Open {
  readonly viewer: Viewer;
  readonly panel: vscode.WebviewPanel;
}

type RunState = PageState & { readonly run: string };

interface PanelTarget {
  readonly viewColumn: vscode.ViewColumn;
  readonly preserveFocus?: boolean;
}

/** VS Code restores a page in less time, even on a busy machine. */
const RESTORE_MS = 5000;

/** Creates the pages with results of this window. */
export function createViewers(services: Services, runs: ViewableRuns) {
  const panels = new Map<string, Open>();
  const all = new Set<Open>();
  const restored = new vscode.EventEmitter<void>();
  /** The runs whose pages have the results so far. */
  const unfinishedPages = new Set<string>();
  /** The page that opened by itself, until the user works in it. The next one replaces it. */
  let glance: Open | undefined;
  services.subscriptions.push(
    restored,
    runs.onDidChange(() => {
      nameTabs();
      completePages();
    }),
  );

  /** Shows all results of a run once it has ended. */
  function completePages(): void {
    for (const id of unfinishedPages) {
      const page = panels.get(id);
      if (page !== undefined && runs.isOpen(id)) continue;
      unfinishedPages.delete(id);
      if (page === undefined) continue;
      readRun({ run: id })
        .then((subject) => page.viewer.show(subject))
        .catch((error: unknown) => logError(services, error));
    }
  }

  /** Names the tabs again after the user has renamed a run. */
  function nameTabs(): void {
    for (const [id, { panel }] of panels) {
      const title = runs.titleOf(id);
      if (title !== undefined && panel.title !== title) panel.title = title;
    }
  }

  /** Attaches a page to a panel. */
  function attach(panel: vscode.WebviewPanel, read: () => Promise<Subject>): Open {
    const viewer = attachViewer(services, panel.webview, read, runs.act);
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
    const open = attach(panel, () => readRun(state));
    panels.set(state.run, open);
    panel.onDidDispose(() => panels.get(state.run) === open && panels.delete(state.run));
    return open;
  }

  /** Finds the page of a run. VS Code restores a page of the last window when its tab is first shown, so this shows tabs with its title. */
  async function find(id: string, title: string): Promise<Open | undefined> {
    const attached = [...all].filter(({ panel }) => panel.title === title).length;
    const tabs = tabsOf(PANEL_TYPE, title);
    if (panels.has(id) || tabs.length === attached) return panels.get(id);
    for (const tab of tabs.filter(({ isActive }) => !isActive)) {
      const restoring = nextRestored();
      await showTab(tab);
      await restoring;
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
      const cancelTimer = services.clock.setTimer(RESTORE_MS, end);
    });
  }

  /** Shows a run in its panel, next to another run if `before` names one. */
  async function openRun(
    state: RunState,
    where: PanelTarget = { viewColumn: vscode.ViewColumn.Active },
  ): Promise<Viewer> {
    const { title } = await runs.find(state.run);
    const openPage = await find(state.run, title);
    if (openPage !== undefined) {
      openPage.panel.reveal(undefined, where.preserveFocus);
      if (state.selected !== undefined || state.before !== undefined || unfinishedPages.has(state.run))
        openPage.viewer.show(await readRun(state));
      return openPage.viewer;
    }
    // Read before the panel opens, so that an error appears once.
    const subject = await readRun(state);
    const panel = vscode.window.createWebviewPanel(PANEL_TYPE, title, where);
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

  async function readRun(state: RunState): Promise<Subject> {
    const run = await runs.find(state.run);
    if (runs.isOpen(state.run)) unfinishedPages.add(state.run);
    const { connection, tolerances } = run;
    const subject = { kind: "run", source: await run.open(), connection, tolerances, state } as const;
    if (state.before === undefined) return subject;
    return { ...subject, before: await (await runs.find(state.before)).open() };
  }

  return {
    openRun,
    openBeside,
    /** Shows numbers over runs in a new tab. */
    openTrend(title: string, view: HistoryView, wishes: readonly string[]): Viewer {
      const panel = vscode.window.createWebviewPanel(TREND_TYPE, title, vscode.ViewColumn.Active);
      return attach(panel, async () => ({ kind: "history", view, wishes })).viewer;
    },
    /** The page in the active tab. */
    active: () => [...all].find(({ panel }) => panel.active)?.viewer,
    /** Restores a panel of the last window. */
    restore(panel: vscode.WebviewPanel, storedState: unknown): void {
      const state = parsePageState(storedState);
      const { run } = state;
      if (run === undefined) panel.dispose();
      else attachRun(panel, { ...state, run });
      restored.fire();
    },
    /** Shows a file in its editor. */
    openFile(panel: vscode.WebviewPanel, uri: vscode.Uri): void {
      attach(panel, () => runs.readFile(uri));
    },
  };
}

/** A tab, by its column and its index. */
interface TabPosition {
  readonly column: vscode.ViewColumn;
  /** From 0. */
  readonly index: number;
  /** Whether its group shows it. */
  readonly isActive: boolean;
}

/** The tabs of webviews of a type with a title. */
export function tabsOf(type: string, title: string): readonly TabPosition[] {
  return vscode.window.tabGroups.all.flatMap(({ tabs, viewColumn: column }) =>
    tabs.flatMap(({ input, isActive, label }, index) => {
      // VS Code puts its own name before the type.
      const isWanted = input instanceof vscode.TabInputWebview && input.viewType.endsWith(type) && label === title;
      return isWanted ? [{ column, index, isActive }] : [];
    }),
  );
}

const groupNames = ["First", "Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh", "Eighth"];

/** Shows a tab. VS Code has no function for it, only commands for the focused group. */
export async function showTab({ column, index }: Pick<TabPosition, "column" | "index">): Promise<void> {
  const group = groupNames[column - 1];
  if (group !== undefined) await vscode.commands.executeCommand(`workbench.action.focus${group}EditorGroup`);
  await vscode.commands.executeCommand("workbench.action.openEditorAtIndex", index);
}

/** Opens a file as a result or a run folder, by default the file of the active editor. Returns its page. */
export async function openAsResult(viewers: Viewers, argument: unknown): Promise<Viewer | undefined> {
  const uri = argument instanceof vscode.Uri ? argument : vscode.window.activeTextEditor?.document.uri;
  if (uri === undefined)
    throw new UserError(vscode.l10n.t("No file is open. Open a result, or the manifest of a run folder."));
  await vscode.commands.executeCommand("vscode.openWith", uri, EDITOR_TYPE);
  return viewers.active();
}
