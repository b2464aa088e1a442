import { inspect } from "node:util";
import {
  type JobHandle,
  type JobOptions,
  type JobOutcome,
  type JobRequest,
  type Journal,
  type JournalEntry,
  type ResultStore,
  replay,
  runJobs,
  ServiceError,
  StorageError,
  UnreachableError,
} from "@analytics-engines/core";
import { type MemoryStore, memoryStore, requests } from "../../../../core/test/support/world.ts";
import { type Watched, watchedService } from "./watched.ts";

/** One job for each way to answer. Each has a family of its own, which identifies the job. */
export const run: readonly JobRequest[] = [
  requests.paUnits(["a", "b"]),
  requests.quant(),
  requests.fi(),
  requests.fiab(),
  requests.pub(),
];

/** Jobs whose journal and store survive the process that runs them. */
export interface System extends Watched {
  readonly store: MemoryStore;
  readonly entries: JournalEntry[];
  /** All events, outcomes and errors as texts, so that the test can look for secrets in them. */
  readonly told: string[];
  readonly isAlive: boolean;
  handle(key: string): JobHandle | undefined;
  /** What the calls for one job need in the current process. */
  options(): JobOptions;
  /** Kills the process after this many more instants. Each journal entry and each stored body is one; a body is cut after its first piece. */
  killAfter(instants: number): void;
  /** A new process resumes the run; with `stop`, it is stopped after `seconds`. */
  resume(stop?: { readonly seconds: number; readonly cancel: boolean }): Promise<readonly JobOutcome[] | undefined>;
  /** Does the work on virtual time. The error of a kill ends the process. Other errors that core defines are ignored; the rest are thrown. */
  attempt<T>(work: () => Promise<T>): Promise<T | undefined>;
}

export function createSystem(seed: number, inlineSeconds: number): System {
  const watched = watchedService(seed, inlineSeconds);
  const { clock } = watched;
  const entries: JournalEntry[] = [];
  const store = memoryStore();
  const told: string[] = [];
  let client = watched.connect();
  let left = Infinity;
  let isAlive = true;

  const journal = (): Journal => ({
    earlier: [...entries],
    async append(entry) {
      if (left <= 0) throw new Error("killed");
      left -= 1;
      entries.push(entry);
    },
  });

  /** A process that is killed while it reads a body leaves the part that had arrived. */
  const mortalStore: ResultStore = {
    ...store,
    async store(key, unitId, kind, body, expects) {
      if (--left > 0) return store.store(key, unitId, kind, body, expects);
      left = 0;
      const reader = body.stream.getReader();
      const { value } = await reader.read().catch(() => ({ value: undefined }));
      if (value !== undefined) store.halves.set(`${key}/${unitId}/${kind}`, value.length);
      await reader.cancel().catch(() => {});
      throw new Error("killed");
    },
  };

  const system: System = {
    ...watched,
    store,
    entries,
    told,
    get isAlive() {
      return isAlive;
    },
    handle: (key) => replay(entries).get(key),
    options: () => ({ client, clock, store: mortalStore, journal: journal(), random: () => 0.5 }),
    killAfter(count) {
      left = count;
    },
    async resume(stop) {
      client = watched.connect();
      isAlive = true;
      // A kill that has not happened yet also applies to the new process.
      if (left <= 0) left = Infinity;
      return system.attempt(async () => {
        const controller = new AbortController();
        const cancelTimer = stop && clock.setTimer(1000 * stop.seconds, () => controller.abort());
        const outcomes = await runJobs(run, {
          ...system.options(),
          client,
          journal: journal(),
          signal: controller.signal,
          cancelOnAbort: stop?.cancel ?? true,
          onEvent: (event) => void told.push(JSON.stringify(event)),
        });
        cancelTimer?.();
        told.push(JSON.stringify(outcomes));
        return outcomes;
      });
    },
    async attempt(work) {
      try {
        return await clock.run(work);
      } catch (error) {
        told.push(inspect(error, { depth: 9 }), JSON.stringify(error));
        if (error instanceof StorageError && error.message.includes("killed")) {
          isAlive = false;
          return undefined;
        }
        if (error instanceof ServiceError || error instanceof UnreachableError) return undefined;
        throw error;
      }
    },
  };
  return system;
}
