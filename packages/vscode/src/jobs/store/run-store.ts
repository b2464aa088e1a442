import type { RunEvent } from "@analytics-engines/core";
import { type Clock, messageOf } from "@analytics-engines/core/basics";
import type { Manifest } from "@analytics-engines/runs";
import { UserError } from "@analytics-engines/runs/progress";
import * as l10n from "@vscode/l10n";
import { lazily } from "../../common/async.ts";
import type { History, PlannedRun, RunEnd, RunRecord } from "./history.ts";
import { advanceRun, beginRun, canCancelJob, cancelingJobs, canResume, type RunView } from "./run.ts";

/** How often a window looks whether the run of another window has ended. */
const LOOK_MS = 2000;

/** What a run store works with. */
export interface RunStoreParts {
  readonly clock: Clock;
  readonly history: History;
  /** Continues a run from the state of its folder to its end. */
  readonly execute: (plan: PlannedRun, how: ExecuteOptions) => Promise<Manifest>;
  /** Cancels the jobs on the service of a run that no window drives. @throws if a job could not be canceled */
  readonly cancelOpenJobs: (record: RunRecord) => Promise<void>;
  /** Whether a process uses a run folder: that of another window, since this one asks only about runs that it does not drive. */
  readonly isInUse: (folder: string) => Promise<boolean>;
  /** The manifest of a run folder whose run has come to its end; undefined while it has not, and without a folder. */
  readonly endedManifest: (folder: string) => Promise<Manifest | undefined>;
  /** The number of finished runs to keep. */
  readonly limit: () => number;
  /** Stores whether there may be runs to continue after a restart. Resolves once that is safe. */
  readonly rememberOpenRuns: (hasOpenRuns: boolean) => PromiseLike<void>;
  /** Called after each change of a run. */
  readonly onChange?: () => void;
  readonly onFinish?: (finished: FinishedRun) => void;
  /** Called when a run stops because of an error on this machine, or waits for the user. */
  readonly onPause?: (run: RunView, error: unknown) => void;
}

interface ExecuteOptions {
  /** Stops the run and cancels its jobs on the service. */
  readonly signal: AbortSignal;
  /** Stops the job of a file and cancels it on the service; the other jobs continue. */
  readonly jobSignal: (path: string) => AbortSignal;
  readonly onEvent: (event: RunEvent) => void;
}

/** A run that has ended in this window. */
export interface FinishedRun {
  readonly run: RunView;
  readonly manifest: Manifest;
  /** How long this window drove it, in seconds. */
  readonly seconds: number;
}

/** A run in progress, in this window or in another one. */
type ActiveRun =
  | { readonly window: "this"; readonly stops: Stops }
  | { readonly window: "other"; readonly stopLooking: () => void };

/**
 * Owns the runs, independent of the views. A run continues until it ends, is canceled or its window closes; then the next window continues it.
 */
export class RunStore {
  readonly #parts: RunStoreParts;
  readonly #runs = new Map<string, RunView>();
  readonly #activeRuns = new Map<string, ActiveRun>();
  /** Reads the history, once. Continues the runs without an end. */
  readonly load: () => Promise<void> = lazily(() => this.#load());
  #isLoaded = false;
  #unreadableIds: readonly string[] = [];
  #isDisposed = false;
  /** The last change of a record. */
  #lastRevision: Promise<unknown> = Promise.resolve();

  constructor(parts: RunStoreParts) {
    this.#parts = parts;
  }

  /** Newest first: those of this window, and all once the history is loaded. */
  get runs(): readonly RunView[] {
    return [...this.#runs.values()].sort((first, second) =>
      first.record.startedAt < second.record.startedAt ? 1 : -1,
    );
  }

  /** The number of runs in the history that cannot be read. */
  get unreadableCount(): number {
    return this.#unreadableIds.length;
  }

  /** Whether all runs of the history are known. */
  get isLoaded(): boolean {
    return this.#isLoaded;
  }

  run(id: string): RunView | undefined {
    return this.#runs.get(id);
  }

  /** Stores a run and starts it. Resolves once it is stored; the run itself continues. */
  async start(plan: PlannedRun): Promise<RunView> {
    const { record } = plan;
    await this.#parts.rememberOpenRuns(true);
    await this.#parts.history.add(plan);
    const run = beginRun(record);
    this.#set(run);
    void this.#continueRun(record.id);
    void this.#prune();
    return run;
  }

  /** Continues a run that is paused, or whose end is not known. */
  async resume(id: string): Promise<void> {
    const run = this.#runs.get(id);
    if (run === undefined || this.#activeRuns.has(id)) return;
    if (!canResume(run)) return;
    await this.#parts.rememberOpenRuns(true);
    const record = await this.#revise(run.record, ({ end: _end, ...open }) => open);
    this.#set(beginRun(record));
    void this.#continueRun(id);
  }

  /** Cancels one job of a run that this window drives on the service. The other jobs continue. */
  cancelJob(id: string, path: string): void {
    const run = this.#runs.get(id);
    const active = this.#activeRuns.get(id);
    const job = run?.jobs.find((candidate) => candidate.path === path);
    if (run === undefined || active?.window !== "this" || job === undefined || !canCancelJob(run, job)) return;
    this.#set(cancelingJobs(run, (jobPath) => jobPath === path));
    active.stops.job(path).abort();
  }

  /** Cancels a run on the service. @throws UserError if another window drives it: only that can cancel it */
  async cancel(id: string): Promise<void> {
    const run = this.#runs.get(id);
    const active = this.#activeRuns.get(id);
    if (run === undefined) return;
    if (active?.window === "other")
      throw new UserError(l10n.t("This run is in progress in another window of VS Code. Cancel it there."));
    if (active?.window === "this") {
      this.#set({ ...run, state: "canceling" });
      active.stops.run.abort();
    } else if (run.state === "paused") {
      await this.#parts.cancelOpenJobs(run.record);
      const units = run.record.files.reduce((sum, file) => sum + file.units.length, 0);
      await this.#storeEnd(run.record, { status: "canceled", finishedAt: this.#now(), units, succeeded: 0 });
    }
  }

  /** Names a run; an empty name restores the default one. */
  async rename(id: string, name: string): Promise<void> {
    const run = this.#runs.get(id);
    if (run === undefined) return;
    const record = await this.#revise(run.record, ({ name: _, ...rest }) => (name === "" ? rest : { ...rest, name }));
    // The run may have continued meanwhile.
    this.#set({ ...(this.#runs.get(id) ?? run), record });
  }

  /** Removes a run that is not in progress, with its results if the history contains them. */
  async remove(id: string): Promise<void> {
    if (this.#activeRuns.has(id)) return;
    await this.#parts.history.remove(id);
    this.#forget(id);
  }

  /** Removes all runs that are not in progress, also those that cannot be read. */
  async clear(): Promise<void> {
    await this.load();
    const ended = this.runs.filter(({ state }) => state === "finished" || state === "paused");
    const ids = [...ended.map(({ record }) => record.id), ...this.#unreadableIds];
    for (const id of ids) await this.#parts.history.remove(id);
    this.#unreadableIds = [];
    this.#forget(...ids);
  }

  /** The requests of a run as they were sent. */
  requests(run: RunView): Promise<readonly unknown[]> {
    return this.#parts.history.requests(run.record);
  }

  /** The run folder for a new run of these files, in the history. */
  runFolder(id: string, files: RunRecord["files"]): string {
    return this.#parts.history.runFolder(id, files);
  }

  /** Reads the history again: another window has begun, ended, named or removed a run. */
  async refresh(): Promise<void> {
    if (!this.#isLoaded) return this.load();
    await this.#readHistory();
  }

  /** Stops to follow other windows. Runs of this window continue until its process ends. */
  dispose(): void {
    this.#isDisposed = true;
    for (const active of this.#activeRuns.values()) if (active.window === "other") active.stopLooking();
  }

  async #load(): Promise<void> {
    await this.#readHistory();
    this.#isLoaded = true;
    await this.#prune();
    await this.#rememberOpenRuns();
  }

  /** Shows the runs as the history has them, apart from those that this window drives or follows. */
  async #readHistory(): Promise<void> {
    const { records, unreadable } = await this.#parts.history.list();
    this.#unreadableIds = unreadable;
    const ids = new Set(records.map(({ id }) => id));
    this.#forget(...[...this.#runs.keys()].filter((id) => !ids.has(id) && !this.#activeRuns.has(id)));
    for (const record of records) {
      const { id } = record;
      if (this.#activeRuns.has(id)) continue;
      if (record.end !== undefined) this.#set({ record, state: "finished", jobs: [] });
      // A paused run waits for the user.
      else if (this.#runs.get(id)?.state !== "paused") {
        this.#set(beginRun(record));
        void this.#continueRun(id, "of another window");
      }
    }
  }

  /** Drives a run to its end, unless another window does: then looks again later. */
  async #continueRun(id: string, origin: "of this window" | "of another window" = "of this window"): Promise<void> {
    if (this.#activeRuns.has(id)) return;
    // From here on the run can be canceled.
    const stops = createStops();
    this.#activeRuns.set(id, { window: "this", stops });
    try {
      // Read again: another window may have finished or removed the run.
      const record = await this.#parts.history.read(id);
      if (record === undefined) this.#forget(id);
      else if (record.end !== undefined) this.#finish({ record, state: "finished", jobs: [] });
      else if (await this.#parts.isInUse(record.folder)) return this.#follow(id);
      else {
        // A window can end between the end of a run and its record. The run must not begin again: the user may have canceled it.
        const ended = origin === "of another window" ? await this.#parts.endedManifest(record.folder) : undefined;
        if (ended === undefined) await this.#drive(record, stops);
        else await this.#end(record, ended);
      }
    } catch (error) {
      this.#activeRuns.delete(id);
      const { folder } = this.#runs.get(id)?.record ?? {};
      // Both windows began at once.
      if (folder !== undefined && (await this.#parts.isInUse(folder))) this.#follow(id);
      else this.#pause(id, error);
    }
  }

  /** Shows a run of another window, and continues it if that window has left it. */
  #follow(id: string): void {
    const run = this.#runs.get(id);
    if (run === undefined || this.#isDisposed) return;
    const stopLooking = this.#parts.clock.setTimer(LOOK_MS, () => {
      this.#activeRuns.delete(id);
      void this.#continueRun(id, "of another window");
    });
    this.#activeRuns.set(id, { window: "other", stopLooking });
    if (run.state !== "otherWindow") this.#set({ ...run, state: "otherWindow" });
  }

  async #drive(record: RunRecord, stops: Stops): Promise<void> {
    const { id } = record;
    const startMs = this.#parts.clock.now();
    const { signal } = stops.run;
    const jobSignal = (path: string) => stops.job(path).signal;
    const initialRun = cancelingJobs(beginRun(record), (path) => jobSignal(path).aborted);
    this.#set({ ...initialRun, state: signal.aborted ? "canceling" : "running" });
    const requests = await this.#parts.history.requests(record);
    const onEvent = (event: RunEvent) => {
      const run = this.#runs.get(id);
      if (run !== undefined) this.#set(advanceRun(run, event));
    };
    const manifest = await this.#parts.execute({ record, requests }, { signal, jobSignal, onEvent });
    const finished = await this.#end(record, manifest);
    const seconds = (this.#parts.clock.now() - startMs) / 1000;
    if (!this.#isDisposed) this.#parts.onFinish?.({ run: finished, manifest, seconds });
  }

  #end(record: RunRecord, manifest: Manifest): Promise<RunView> {
    return this.#storeEnd(record, endOf(manifest, this.#now()));
  }

  async #storeEnd(record: RunRecord, end: RunEnd): Promise<RunView> {
    const ended = await this.#revise(record, (current) => ({ ...current, end }));
    const run: RunView = { record: ended, state: "finished", jobs: [] };
    this.#finish(run);
    await this.#rememberOpenRuns();
    return run;
  }

  /** Changes the record of a run on disk, one change after another. Reads it first, since another window may have changed it. */
  #revise(lastRecord: RunRecord, change: (record: RunRecord) => RunRecord): Promise<RunRecord> {
    const revision = this.#lastRevision.then(async () => {
      const record = change((await this.#parts.history.read(lastRecord.id)) ?? lastRecord);
      await this.#parts.history.update(record);
      return record;
    });
    this.#lastRevision = revision.catch(() => undefined);
    return revision;
  }

  #pause(id: string, error: unknown): void {
    const run = this.#runs.get(id);
    if (run === undefined) return;
    const paused: RunView = {
      ...run,
      state: "paused",
      problem: messageOf(error),
    };
    this.#set(paused);
    if (!this.#isDisposed) this.#parts.onPause?.(paused, error);
  }

  /** Removes the oldest finished runs beyond the limit. */
  async #prune(): Promise<void> {
    const finished = this.runs.filter(({ state }) => state === "finished");
    for (const { record } of finished.slice(Math.max(0, this.#parts.limit()))) await this.remove(record.id);
  }

  async #rememberOpenRuns(): Promise<void> {
    // Other windows may have begun more.
    const { records } = await this.#parts.history.list();
    await this.#parts.rememberOpenRuns(records.some(({ end }) => end === undefined));
  }

  #set(run: RunView): void {
    this.#runs.set(run.record.id, run);
    this.#announce();
  }

  /** Shows a run as finished, from when on it can be removed: its folder is free. */
  #finish(run: RunView): void {
    this.#activeRuns.delete(run.record.id);
    this.#set(run);
  }

  #forget(...ids: readonly string[]): void {
    for (const id of ids) {
      this.#activeRuns.delete(id);
      this.#runs.delete(id);
    }
    this.#announce();
  }

  #announce(): void {
    if (!this.#isDisposed) this.#parts.onChange?.();
  }

  #now(): string {
    return new Date(this.#parts.clock.now()).toISOString();
  }
}

function endOf({ status, startedAt, finishedAt, files }: Manifest, now: string): RunEnd {
  const units = files.flatMap((file) => file.units);
  const succeeded = units.filter((unit) => unit.status === "success").length;
  return { status, startedAt, finishedAt: finishedAt ?? now, units: units.length, succeeded };
}

/** Stops a run, or one of its jobs. */
type Stops = ReturnType<typeof createStops>;

function createStops() {
  const jobs = new Map<string, AbortController>();
  return {
    run: new AbortController(),
    job(path: string): AbortController {
      const stop = jobs.get(path) ?? new AbortController();
      jobs.set(path, stop);
      return stop;
    },
  };
}
