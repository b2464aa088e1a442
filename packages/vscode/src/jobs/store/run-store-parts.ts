import type { RunEvent } from "@analytics-engines/core";
import type { Clock } from "@analytics-engines/core/basics";
import type { Manifest } from "@analytics-engines/runs";
import type { History } from "./history.ts";
import type { RunView } from "./run.ts";
import type { RunLock } from "./run-lock.ts";
import type { PlannedRun, RunRecord } from "./run-record.ts";

/** What a run store works with. */
export interface RunStoreParts {
  readonly clock: Clock;
  readonly history: History;
  /** Continues a run from the state of its folder to its end. */
  readonly execute: (plan: PlannedRun, how: ExecuteOptions) => Promise<Manifest>;
  /** Cancels the jobs on the service of a run that no window drives. @throws if a job could not be canceled */
  readonly cancelOpenJobs: (record: RunRecord) => Promise<void>;
  readonly lock: (runId: string) => Promise<RunLock>;
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

export interface ExecuteOptions {
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

/** Stops a run, or one of its jobs. */
export type Stops = ReturnType<typeof createStops>;

export function createStops() {
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
