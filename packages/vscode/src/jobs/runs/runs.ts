import { messageOf } from "@analytics-engines/core/basics";
import { UserError } from "@analytics-engines/runs/progress";
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { createRecent, lazily } from "../../common/async.ts";
import { logError, showError } from "../../services/commands.ts";
import { type Services, shared } from "../../services/services.ts";
import { createOpenRuns } from "../store/open-runs.ts";
import { runPlaces } from "../store/places.ts";
import type { RunJobView, RunView } from "../store/run.ts";
import type { FinishedRun, RunStore } from "../store/run-store.ts";
import type { ChecksOutcome, RunOutcome } from "./outcome.ts";
import type { StoredRun } from "./stored.ts";

/** How long the files of a new run take to be written. */
const WRITTEN_MS = 300;
const CHANGE_MS = 100;
/** How long a look at a run folder counts: it reads the manifest, and the size of each result. */
const LOOK_MS = 5000;
/** The runs whose requests are kept in memory: the last runs of the open files. */
const MAX_REQUESTS = 20;

/** The run store of this window, created at the first use, and its events for the views. */
export type Runs = ReturnType<typeof runsOf>;

export const runsOf = shared((services: Services) => {
  const { clock, context, subscriptions } = services;
  const openRuns = createOpenRuns(context.globalState);
  const changed = new vscode.EventEmitter<void>();
  const finished = new vscode.EventEmitter<FinishedRun>();
  const revealed = new vscode.EventEmitter<string>();
  /** The run folders as they were when they were last needed, and when that was. */
  const looks = new Map<string, { readonly at: number; readonly stored: Promise<StoredRun> }>();
  /** The finished runs whose folders were missing when they were last needed. */
  const missingFolders = new Set<string>();
  const recentRequests = createRecent<readonly unknown[]>(MAX_REQUESTS);
  let openedStore: RunStore | undefined;
  let cancelTimer: (() => void) | undefined;
  let cancelRefresh: (() => void) | undefined;

  function announce(): void {
    cancelTimer ??= clock.setTimer(CHANGE_MS, () => {
      cancelTimer = undefined;
      changed.fire();
    });
  }

  const load = lazily(() => import("./stored.ts"));
  const store = lazily(async () => {
    const { explainFolderError, openStore } = await load();
    openedStore = openStore(services, {
      rememberOpenRuns: openRuns.remember,
      onChange: announce,
      onFinish: (run) => finished.fire(run),
      onCheckFailure(_, error) {
        const message = l10n.t("The results are stored, but they were not checked. {0}", messageOf(error));
        void showError(services, new UserError(message, { cause: error }));
      },
      onPause({ record }, error) {
        void showError(services, explainFolderError(record, error, context.globalStorageUri.fsPath));
      },
    });
    return openedStore;
  });

  async function loadedStore(): Promise<RunStore> {
    const openStore = await store();
    await openStore.load();
    return openStore;
  }

  /** @throws UserError, which says what is gone, if the folder of a finished run was deleted or moved */
  async function requireFolder({ record }: RunView): Promise<void> {
    const { goneError, isGone } = await load();
    const wasGone = missingFolders.has(record.id);
    const isNowGone = await isGone(record);
    if (isNowGone) missingFolders.add(record.id);
    else missingFolders.delete(record.id);
    if (isNowGone !== wasGone) announce();
    if (isNowGone) throw goneError(record);
  }

  async function storedOf(run: RunView): Promise<StoredRun> {
    const { record } = run;
    // The folder may have been deleted since the last look.
    await requireFolder(run);
    const key = `${record.id} ${record.end?.finishedAt}`;
    const last = looks.get(key);
    if (last !== undefined && clock.now() - last.at < LOOK_MS) return last.stored;
    const stored = load().then(({ readStoredRun }) => readStoredRun(run));
    looks.set(key, { at: clock.now(), stored });
    stored.catch(() => looks.delete(key));
    return stored;
  }

  /** What a finished run is worth, as its folder is now; undefined while it has no end. */
  async function outcomeOf(run: RunView): Promise<RunOutcome | undefined> {
    const { end } = run.record;
    if (run.state !== "finished" || end === undefined) return undefined;
    const outcomes = await load();
    return storedOf(run).then(
      ({ jobs, checks }) =>
        outcomes.outcomeOf(
          end.status,
          jobs.flatMap(({ units }) => units),
          checks,
        ),
      () => outcomes.outcomeWithoutFolder(end),
    );
  }

  subscriptions.push(changed, finished, revealed, {
    dispose() {
      cancelTimer?.();
      cancelRefresh?.();
      openedStore?.dispose();
    },
  });
  /** Reads what another window of the folder has changed, and continues its runs if it closes. */
  function refreshSoon(): void {
    if (!vscode.workspace.isTrusted) return;
    cancelRefresh ??= clock.setTimer(WRITTEN_MS, () => {
      cancelRefresh = undefined;
      store()
        .then((history) => history.refresh())
        .catch((error: unknown) => logError(services, error));
    });
  }

  for (const place of runPlaces(context)) {
    const pattern = new vscode.RelativePattern(vscode.Uri.file(place), "{*,*/record.json}");
    const watcher = vscode.workspace.createFileSystemWatcher(pattern);
    subscriptions.push(
      watcher,
      watcher.onDidCreate(refreshSoon),
      watcher.onDidChange(refreshSoon),
      watcher.onDidDelete(refreshSoon),
    );
  }
  // Results may have been deleted or restored in another program.
  subscriptions.push(
    vscode.window.onDidChangeWindowState(({ focused }) => {
      if (focused && openedStore !== undefined) announce();
    }),
  );
  // Continues the runs that a closed window left. Without them, a start reads nothing.
  if (openRuns.mayBeOpen()) {
    const continueRuns = () => void loadedStore().catch((error: unknown) => showError(services, error));
    if (vscode.workspace.isTrusted) continueRuns();
    else subscriptions.push(vscode.workspace.onDidGrantWorkspaceTrust(continueRuns));
  }
  return {
    /** The store; `load` reads its history. */
    store,
    /** The store with its history. */
    loadedStore,
    /** Whether a run was ever started in a folder of this workspace, in any window. */
    mayHaveHistory: openRuns.mayHaveHistory,
    isLoaded: (): boolean => openedStore?.isLoaded === true,
    /** The runs known so far, newest first. Does not create the store. */
    loadedRuns: (): readonly RunView[] => openedStore?.runs ?? [],
    /** The jobs of a run in progress, or those in the manifest of a finished one. @throws if the run folder is missing or damaged */
    async jobsOf(run: RunView): Promise<readonly RunJobView[]> {
      return run.state === "finished" ? (await storedOf(run)).jobs : run.jobs;
    },
    /** The request of a file in a run, as it was sent. @throws UserError if it cannot be read */
    async requestOf(run: RunView, path: string): Promise<unknown> {
      const { id, files } = run.record;
      const requests = await recentRequests(id, async () => (await store()).requests(run));
      return requests[files.findIndex((file) => file.path === path)];
    },
    /** What the checks of a finished run found. @throws if the run folder is missing or damaged */
    checksOf: async (run: RunView): Promise<ChecksOutcome> => (await storedOf(run)).checks,
    outcomeOf,
    requireFolder,
    /** Whether the folder of a finished run was missing when it was last needed. */
    isGone: ({ record }: RunView): boolean => missingFolders.has(record.id),
    /** What is wrong with the manifest of a finished run. */
    async problemsOf(run: RunView): Promise<readonly string[]> {
      return run.state === "finished" ? (await storedOf(run)).problems : [];
    },
    /** The runs that were begun in an editor, by id, with its file. */
    startingFiles: new Map<string, vscode.Uri>(),
    /** Fires at most ten times a second. */
    onDidChange: changed.event,
    onDidFinish: finished.event,
    /** Shows the row of a run in the view. */
    reveal: (id: string) => revealed.fire(id),
    onDidReveal: revealed.event,
  };
});
