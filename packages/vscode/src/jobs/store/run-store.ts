import type { RunEvent } from "@analytics-engines/core";
import { messageOf } from "@analytics-engines/core/basics";
import type { Manifest } from "@analytics-engines/runs";
import { lazily } from "../../common/lazy.ts";
import { advanceRun, beginRun, canCancelJob, cancelingJobs, type RunView } from "./run.ts";
import type { ForeignRunLock } from "./run-lock.ts";
import type { PlannedRun, RunEnd, RunRecord } from "./run-record.ts";
import { createStops, type RunStoreParts, type Stops } from "./run-store-parts.ts";

type ActiveRun =
  | { readonly kind: "owned"; readonly stops: Stops }
  | { readonly kind: "elsewhere"; readonly lock: ForeignRunLock };

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
    return [...this.#runs.values()].sort((one, other) => (one.record.startedAt < other.record.startedAt ? 1 : -1));
  }

  /** The number of runs in the history that cannot be read. */
  get unreadableCount(): number {
    return this.#unreadableIds.length;
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
    if (run.state !== "paused" && run.record.end?.status !== "unknown") return;
    await this.#parts.rememberOpenRuns(true);
    const record = await this.#revise(run.record, ({ end: _end, ...open }) => open);
    this.#set(beginRun(record));
    void this.#continueRun(id);
  }

  /** Cancels one job of a run in progress on the service, also in another window. The other jobs continue. */
  cancelJob(id: string, path: string): void {
    const run = this.#runs.get(id);
    const live = this.#activeRuns.get(id);
    const job = run?.jobs.find((one) => one.path === path);
    if (run === undefined || live === undefined || job === undefined || !canCancelJob(run, job)) return;
    this.#set(cancelingJobs(run, (one) => one === path));
    if (live.kind === "elsewhere") live.lock.cancel(path);
    else live.stops.job(path).abort();
  }

  /** Cancels a run on the service, also in another window. */
  async cancel(id: string): Promise<void> {
    const run = this.#runs.get(id);
    const live = this.#activeRuns.get(id);
    if (run === undefined) return;
    if (live?.kind === "elsewhere") live.lock.cancel();
    else if (live?.kind === "owned") {
      this.#set({ ...run, state: "canceling" });
      live.stops.run.abort();
    } else if (run.state === "paused") {
      await this.#parts.cancelOpenJobs(run.record);
      const units = run.record.files.reduce((sum, file) => sum + file.units.length, 0);
      await this.#end(run, { status: "canceled", finishedAt: this.#now(), units, succeeded: 0 });
    }
  }

  /** Sets the name or the note of a run; an empty text removes it. */
  async annotate(id: string, texts: { readonly name?: string; readonly note?: string }): Promise<void> {
    const run = this.#runs.get(id);
    if (run === undefined) return;
    const record = await this.#revise(run.record, (current) => {
      const { name, note, ...rest } = { ...current, ...texts };
      return { ...rest, ...(name ? { name } : {}), ...(note ? { note } : {}) };
    });
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

  /** The run folder of a run in the history. */
  runFolder(id: string): string {
    return this.#parts.history.runFolder(id);
  }

  /** Stops to follow other windows. Runs of this window continue until its process ends. */
  dispose(): void {
    this.#isDisposed = true;
    for (const live of this.#activeRuns.values()) if (live.kind === "elsewhere") live.lock.dispose();
  }

  async #load(): Promise<void> {
    const { records, unreadable } = await this.#parts.history.list();
    this.#unreadableIds = unreadable;
    const open: RunRecord[] = [];
    for (const record of records) {
      if (this.#runs.get(record.id) !== undefined) continue;
      if (record.end === undefined) open.push(record);
      this.#set(record.end === undefined ? beginRun(record) : { record, state: "finished", jobs: [] });
    }
    this.#isLoaded = true;
    for (const { id } of open) void this.#continueRun(id);
    await this.#prune();
    await this.#rememberOpenRuns();
  }

  /** Drives a run to its end, or waits for the window that does. */
  async #continueRun(id: string): Promise<void> {
    if (this.#activeRuns.has(id)) return;
    // From here on the run can be canceled, also before it is known which window drives it.
    const stops = createStops();
    this.#activeRuns.set(id, { kind: "owned", stops });
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
        lock.onCancelRequest((path) => {
          if (path === undefined) void this.cancel(id);
          else this.cancelJob(id, path);
        });
        await this.#execute(id, stops);
      } finally {
        this.#activeRuns.delete(id);
        await lock.release();
      }
    } catch (error) {
      this.#activeRuns.delete(id);
      this.#pause(id, error);
    }
  }

  async #follow(id: string, lock: ForeignRunLock): Promise<void> {
    const run = this.#runs.get(id);
    if (run === undefined) {
      this.#activeRuns.delete(id);
      lock.dispose();
      return;
    }
    this.#activeRuns.set(id, { kind: "elsewhere", lock });
    this.#set({ ...run, state: "elsewhere" });
    await lock.ended;
    this.#activeRuns.delete(id);
    if (!this.#isDisposed) await this.#continueRun(id);
  }

  async #execute(id: string, stops: Stops): Promise<void> {
    // Read again: another window may have finished or removed the run.
    const record = await this.#parts.history.read(id);
    if (record === undefined) {
      this.#forget(id);
      return;
    }
    if (record.end !== undefined) {
      this.#set({ record, state: "finished", jobs: [] });
      return;
    }
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
    const finished = await this.#end({ record, state: "finished", jobs: [] }, endOf(manifest, this.#now()));
    const seconds = (this.#parts.clock.now() - startMs) / 1000;
    if (!this.#isDisposed) this.#parts.onFinish?.({ run: finished, manifest, seconds });
  }

  async #end({ record }: RunView, end: RunEnd): Promise<RunView> {
    const ended = await this.#revise(record, (current) => ({ ...current, end }));
    const run: RunView = { record: ended, state: "finished", jobs: [] };
    this.#set(run);
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
    // The history may contain more open runs.
    if (!this.#isLoaded) return;
    await this.#parts.rememberOpenRuns(this.runs.some(({ record }) => record.end === undefined));
  }

  #set(run: RunView): void {
    this.#runs.set(run.record.id, run);
    this.#announce();
  }

  #forget(...ids: readonly string[]): void {
    for (const id of ids) this.#runs.delete(id);
    this.#announce();
  }

  #announce(): void {
    if (!this.#isDisposed) this.#parts.onChange?.();
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
