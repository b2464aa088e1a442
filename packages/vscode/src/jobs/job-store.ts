import type { Clock, RunEvent } from "@analytics-engines/core";
import type { Manifest } from "@analytics-engines/runs";
import type { History } from "./history.ts";
import { advanceRun, beginRun, canCancelJob, cancelingJobs, type Run } from "./run.ts";
import type { ForeignRunLock, RunLock } from "./run-lock.ts";
import type { RunEnd, RunPlan, RunRecord } from "./run-record.ts";

/** What the store is built on. */
export interface JobStoreParts {
  readonly clock: Clock;
  readonly history: History;
  /** Carries a run on from wherever its folder says it is, to its end. */
  readonly execute: (plan: RunPlan, how: ExecuteOptions) => Promise<Manifest>;
  /** Cancels on the service what a run left there that nobody carries on with. @throws what could not be canceled */
  readonly cancelLeft: (record: RunRecord) => Promise<void>;
  readonly lock: (runId: string) => Promise<RunLock>;
  /** Finished runs that are kept. */
  readonly limit: () => number;
  /** Told whether there may be runs to carry on with after a restart; resolves when that would survive it. */
  readonly rememberOpen: (open: boolean) => PromiseLike<void>;
}

export interface ExecuteOptions {
  /** Stops the run and cancels its jobs on the service. */
  readonly signal: AbortSignal;
  /** Stops the job of a file and cancels it on the service; the others go on. */
  readonly jobSignal: (path: string) => AbortSignal;
  readonly onEvent: (event: RunEvent) => void;
}

/** A run that has ended in this window. */
export interface Finished {
  readonly run: Run;
  readonly manifest: Manifest;
  /** How long this window carried it on, seconds. */
  readonly seconds: number;
}

export interface JobStoreListener {
  onChange?(): void;
  onFinish?(finished: Finished): void;
  /** A run that stopped for a reason of this machine's or that waits for the user. */
  onPause?(run: Run, error: unknown): void;
}

type Live =
  | { readonly kind: "owned"; readonly stops: Stops }
  | { readonly kind: "elsewhere"; readonly lock: ForeignRunLock };

/** What stops a run, and each of its jobs alone. */
interface Stops {
  readonly run: AbortController;
  readonly job: (path: string) => AbortController;
}

function createStops(): Stops {
  const jobs = new Map<string, AbortController>();
  return {
    run: new AbortController(),
    job(path) {
      const stop = jobs.get(path) ?? new AbortController();
      jobs.set(path, stop);
      return stop;
    },
  };
}

/**
 * Owns the runs: whoever shows them may come and go. A run goes on until it ends, is canceled or its window closes; then the next window
 * carries it on.
 */
export class JobStore {
  readonly #parts: JobStoreParts;
  readonly #runs = new Map<string, Run>();
  readonly #live = new Map<string, Live>();
  readonly #listeners = new Set<JobStoreListener>();
  #loading: Promise<void> | undefined;
  #unreadable: readonly string[] = [];
  #isDisposed = false;

  constructor(parts: JobStoreParts) {
    this.#parts = parts;
  }

  /** Newest first: those of this window, and once the history is loaded all. */
  get runs(): readonly Run[] {
    return [...this.#runs.values()].sort((one, other) => (one.record.startedAt < other.record.startedAt ? 1 : -1));
  }

  /** Runs of the history that cannot be read. */
  get unreadable(): number {
    return this.#unreadable.length;
  }

  run(id: string): Run | undefined {
    return this.#runs.get(id);
  }

  listen(listener: JobStoreListener): { dispose(): void } {
    this.#listeners.add(listener);
    return { dispose: () => void this.#listeners.delete(listener) };
  }

  /** Reads the history, once. Runs without an end are carried on with. */
  load(): Promise<void> {
    this.#loading ??= this.#load();
    this.#loading.catch(() => {
      this.#loading = undefined;
    });
    return this.#loading;
  }

  /** Keeps a run and begins it. Resolves when it is kept; the run itself goes on. */
  async start(plan: RunPlan): Promise<Run> {
    const { record } = plan;
    await this.#parts.rememberOpen(true);
    await this.#parts.history.add(plan);
    const run = beginRun(record);
    this.#set(run);
    void this.#carryOn(record.id);
    void this.#prune();
    return run;
  }

  /** Takes up a run that was paused, or whose end is not known. */
  async resume(id: string): Promise<void> {
    const run = this.#runs.get(id);
    if (run === undefined || this.#live.has(id)) return;
    if (run.state !== "paused" && run.record.end?.status !== "unknown") return;
    await this.#parts.rememberOpen(true);
    const { end: _end, ...record } = run.record;
    await this.#parts.history.update(record);
    this.#set(beginRun(record));
    void this.#carryOn(id);
  }

  /** Cancels one job of a run that is under way on the service, whichever window has it. The others go on. */
  cancelJob(id: string, path: string): void {
    const run = this.#runs.get(id);
    const live = this.#live.get(id);
    const job = run?.jobs.find((one) => one.path === path);
    if (run === undefined || live === undefined || job === undefined || !canCancelJob(run, job)) return;
    this.#set(cancelingJobs(run, (one) => one === path));
    if (live.kind === "elsewhere") live.lock.cancel(path);
    else live.stops.job(path).abort();
  }

  /** Cancels a run on the service, whichever window has it. */
  async cancel(id: string): Promise<void> {
    const run = this.#runs.get(id);
    const live = this.#live.get(id);
    if (run === undefined) return;
    if (live?.kind === "elsewhere") live.lock.cancel();
    else if (live?.kind === "owned") {
      this.#set({ ...run, state: "canceling" });
      live.stops.run.abort();
    } else if (run.state === "paused") {
      await this.#parts.cancelLeft(run.record);
      const { units } = totals(run.record);
      await this.#end(run, { status: "canceled", finishedAt: this.#now(), units, succeeded: 0 });
    }
  }

  /** Forgets a run that is not under way, and its results where they are in the history. */
  async remove(id: string): Promise<void> {
    if (this.#live.has(id)) return;
    await this.#parts.history.remove(id);
    this.#runs.delete(id);
    this.#changed();
  }

  /** Forgets all that is not under way, also what cannot be read. */
  async clear(): Promise<void> {
    await this.load();
    const open = this.runs.filter(({ state }) => state !== "finished" && state !== "paused");
    const ids = [...this.#runs.keys(), ...this.#unreadable].filter(
      (id) => !open.some(({ record }) => record.id === id),
    );
    for (const id of ids) {
      await this.#parts.history.remove(id);
      this.#runs.delete(id);
    }
    this.#unreadable = [];
    this.#changed();
  }

  /** The requests of a run as they were sent. */
  requests(run: Run): Promise<readonly unknown[]> {
    return this.#parts.history.requests(run.record);
  }

  /** Where the run folder of a run is kept with the history. */
  runFolder(id: string): string {
    return this.#parts.history.runFolder(id);
  }

  /** Lets go of other windows. What is under way here goes on until its process ends. */
  dispose(): void {
    this.#isDisposed = true;
    this.#listeners.clear();
    for (const live of this.#live.values()) if (live.kind === "elsewhere") live.lock.dispose();
  }

  async #load(): Promise<void> {
    const { records, unreadable } = await this.#parts.history.list();
    this.#unreadable = unreadable;
    const open: RunRecord[] = [];
    for (const record of records) {
      if (this.#runs.has(record.id)) continue;
      if (record.end !== undefined) this.#runs.set(record.id, { record, state: "finished", jobs: [] });
      else {
        open.push(record);
        this.#runs.set(record.id, beginRun(record));
      }
    }
    this.#changed();
    for (const { id } of open) void this.#carryOn(id);
    await this.#prune();
    await this.#rememberOpen();
  }

  /** Carries a run on to its end, or waits for the window that does. */
  async #carryOn(id: string): Promise<void> {
    if (this.#live.has(id)) return;
    // From here on it can be canceled, also while it is not known yet who has it.
    const stops = createStops();
    this.#live.set(id, { kind: "owned", stops });
    try {
      const lock = await this.#parts.lock(id);
      if (lock.kind === "elsewhere") {
        if (stops.run.signal.aborted) lock.cancel();
        for (const { path } of this.#runs.get(id)?.record.files ?? []) {
          if (stops.job(path).signal.aborted) lock.cancel(path);
        }
        await this.#follow(id, lock);
        return;
      }
      try {
        lock.onCancelWanted((path) => {
          if (path === undefined) void this.cancel(id);
          else this.cancelJob(id, path);
        });
        await this.#execute(id, stops);
      } finally {
        this.#live.delete(id);
        await lock.release();
      }
    } catch (error) {
      this.#live.delete(id);
      this.#pause(id, error);
    }
  }

  async #follow(id: string, lock: ForeignRunLock): Promise<void> {
    const run = this.#runs.get(id);
    if (run === undefined) {
      this.#live.delete(id);
      lock.dispose();
      return;
    }
    this.#live.set(id, { kind: "elsewhere", lock });
    this.#set({ ...run, state: "elsewhere" });
    await lock.ended;
    this.#live.delete(id);
    if (!this.#isDisposed) await this.#carryOn(id);
  }

  async #execute(id: string, stops: Stops): Promise<void> {
    // As it is now: another window may have come to its end, or removed it.
    const record = await this.#parts.history.read(id);
    if (record === undefined) {
      this.#runs.delete(id);
      this.#changed();
      return;
    }
    if (record.end !== undefined) {
      this.#set({ record, state: "finished", jobs: [] });
      return;
    }
    const begun = this.#parts.clock.now();
    const { signal } = stops.run;
    const jobSignal = (path: string) => stops.job(path).signal;
    const known = cancelingJobs(beginRun(record), (path) => jobSignal(path).aborted);
    this.#set({ ...known, state: signal.aborted ? "canceling" : "running" });
    const requests = await this.#parts.history.requests(record);
    const onEvent = (event: RunEvent) => {
      const run = this.#runs.get(id);
      if (run !== undefined) this.#set(advanceRun(run, event));
    };
    const manifest = await this.#parts.execute({ record, requests }, { signal, jobSignal, onEvent });
    const finished = await this.#end({ record, state: "finished", jobs: [] }, endOf(manifest, this.#now()));
    const seconds = (this.#parts.clock.now() - begun) / 1000;
    for (const { onFinish } of [...this.#listeners]) onFinish?.({ run: finished, manifest, seconds });
  }

  async #end({ record }: Run, end: RunEnd): Promise<Run> {
    const run: Run = { record: { ...record, end }, state: "finished", jobs: [] };
    await this.#parts.history.update(run.record);
    this.#set(run);
    await this.#rememberOpen();
    return run;
  }

  #pause(id: string, error: unknown): void {
    const run = this.#runs.get(id);
    if (run === undefined) return;
    const paused: Run = { ...run, state: "paused", problem: error instanceof Error ? error.message : String(error) };
    this.#set(paused);
    for (const { onPause } of [...this.#listeners]) onPause?.(paused, error);
  }

  /** Forgets the oldest finished runs beyond the limit. */
  async #prune(): Promise<void> {
    const finished = this.runs.filter(({ state }) => state === "finished");
    for (const { record } of finished.slice(Math.max(0, this.#parts.limit()))) await this.remove(record.id);
  }

  async #rememberOpen(): Promise<void> {
    // Before the history is read nobody knows whether there are more.
    if (this.#loading === undefined) return;
    await this.#parts.rememberOpen(this.runs.some(({ record }) => record.end === undefined));
  }

  #set(run: Run): void {
    this.#runs.set(run.record.id, run);
    this.#changed();
  }

  #changed(): void {
    for (const { onChange } of [...this.#listeners]) onChange?.();
  }

  #now(): string {
    return new Date(this.#parts.clock.now()).toISOString();
  }
}

function endOf({ status, finishedAt, files }: Manifest, now: string): RunEnd {
  const units = files.flatMap((file) => file.units);
  const succeeded = units.filter((unit) => unit.status === "success").length;
  return { status, finishedAt: finishedAt ?? now, units: units.length, succeeded };
}

function totals({ files }: RunRecord): { readonly units: number } {
  return { units: files.reduce((sum, { units }) => sum + units.length, 0) };
}
