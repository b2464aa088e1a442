import type { Clock } from "../clock.ts";
import type { FamilyId } from "../families/families.ts";
import type { ResultBody } from "../service/answer.ts";
import type { ServiceErrorItem } from "../service/errors.ts";

/** How a job ended. `unknown`: the service could not be asked any more; the address is in the outcome. */
export type JobStatus = "success" | "failure" | "timed-out" | "canceled" | "unknown";
/** How a unit ended. `lost`: the service computed it, and its bytes were spent without being stored. */
export type UnitStatus = JobStatus | "lost";

/** One job to run. */
export interface JobRequest {
  /** Names the job within its run, and never changes: the path of its parameter file. */
  readonly key: string;
  readonly family: FamilyId;
  /** The request as it is sent, checked before. */
  readonly body: unknown;
}

/** The bytes of one unit, safe on disk. */
export interface StoredFile {
  /** Path relative to the run folder, with `/`. */
  readonly file: string;
  readonly contentType: string;
  readonly bytes: number;
  /** SHA-256 of the bytes as they came, hex. */
  readonly sha256: string;
}

export interface UnitOutcome {
  /** The unit's id; `result` for a job without units. */
  readonly id: string;
  readonly status: UnitStatus;
  readonly stored?: StoredFile;
  /** The quant info document, where there is one. */
  readonly info?: StoredFile;
  readonly warnings: readonly string[];
  /** The service's own errors, or ours where it gave none. */
  readonly errors: readonly ServiceErrorItem[];
}

export interface JobOutcome {
  readonly key: string;
  readonly family: FamilyId;
  readonly jobId: string | undefined;
  readonly status: JobStatus;
  readonly requestKeys: readonly string[];
  readonly units: readonly UnitOutcome[];
  /** What ended the job, in a sentence that says what to do; absent on success. */
  readonly problem?: { readonly code: string; readonly message: string };
}

/** Where results go. Resolves only when the bytes are safe (written, synced, renamed). */
export interface ResultStore {
  store(key: string, unitId: string, kind: "result" | "info", body: ResultBody): Promise<StoredFile>;
}

/** What happened, in the order in which it happened; enough to resume a run after a kill. */
export type JournalEntry =
  | { readonly type: "create"; readonly key: string; readonly jobId: string | undefined; readonly at: string }
  | { readonly type: "created"; readonly key: string; readonly jobId: string; readonly requestKey?: string; readonly at: string }
  | { readonly type: "reading"; readonly key: string; readonly unitId: string; readonly kind: "result" | "info"; readonly at: string }
  | { readonly type: "stored"; readonly key: string; readonly unitId: string; readonly kind: "result" | "info"; readonly file: StoredFile; readonly at: string }
  | { readonly type: "finished"; readonly key: string; readonly outcome: JobOutcome; readonly at: string }
  | { readonly type: "canceled"; readonly key: string; readonly jobId: string; readonly at: string };

/** Append-only. `append` resolves when the entry would survive a kill. */
export interface Journal {
  /** The entries of an earlier execution of the same run, oldest first. */
  readonly earlier: readonly JournalEntry[];
  append(entry: JournalEntry): Promise<void>;
}

export type RunEvent =
  | { readonly type: "job-created"; readonly key: string; readonly jobId: string | undefined }
  | { readonly type: "job-progress"; readonly key: string; readonly jobId: string; readonly progress: number | undefined }
  | { readonly type: "unit-finished"; readonly key: string; readonly unit: UnitOutcome }
  | { readonly type: "job-finished"; readonly key: string; readonly outcome: JobOutcome }
  | { readonly type: "waiting"; readonly seconds: number; readonly reason: "budget" | "retry-after" };

export interface RunOptions {
  readonly clock?: Clock;
  /** Uniform in [0, 1); for jitter. */
  readonly random?: () => number;
  /** Stops the run. Jobs that run on the service are canceled there unless `cancelOnAbort` is false. */
  readonly signal?: AbortSignal;
  /** Jobs under way at once. Default 10. */
  readonly concurrency?: number;
  /** Seconds a job may take from its creation. Default: none. */
  readonly jobDeadlineSeconds?: number;
  /** Seconds the whole run may take. Default: none. */
  readonly runDeadlineSeconds?: number;
  /** `Cache-Control` of each create, e.g. `max-stale=0` for a fresh computation. */
  readonly cacheControl?: string;
  readonly cancelOnAbort?: boolean;
  readonly onEvent?: (event: RunEvent) => void;
}
