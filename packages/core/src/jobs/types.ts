import type { Clock } from "../clock.ts";
import type { FamilyId } from "../families/families.ts";
import type { ResultBody } from "../service/answer.ts";
import type { ServiceErrorItem } from "../service/errors/errors.ts";
import type { Expected, ExpectedResult } from "./received/expected.ts";

/** How a job ended. `unknown`: the service gave no status; the address of the job is in the outcome. */
export type JobStatus = "success" | "failure" | "timed-out" | "canceled" | "unknown";
/** How a unit ended. `lost`: the service computed the result and gave it away, and it is not stored. */
export type UnitStatus = JobStatus | "lost";

/** One job to run. */
export interface JobRequest {
  /** Identifies the job within its run, and never changes: the path of its parameter file. */
  readonly key: string;
  readonly family: FamilyId;
  /** The valid request, as it is sent. */
  readonly body: unknown;
}

/** The stored bytes of one unit. */
export interface StoredFile {
  /** Path relative to the run folder, with `/`. */
  readonly file: string;
  readonly contentType: string;
  readonly bytes: number;
  /** SHA-256 of the bytes as received, hex. */
  readonly sha256: string;
  /** The tables in the result, if the store read them. */
  readonly tables?: readonly { readonly id: string; readonly rows: number; readonly columns: number }[];
  /** The absolute dates of relative ones, `YYYYMMDD`. */
  readonly dates?: { readonly start?: string; readonly end?: string };
  /** Set if nothing shows that the last byte is the last one of the result: neither the answer nor the format has an end that was checked. */
  readonly end?: "not-proved";
  /**
   * What the result is, if its tables are in a version or a form that is not read, such as `STACH version 3.0`. It is a result, and its unit
   * gets a warning.
   */
  readonly unread?: string;
  /** Why the bytes are not the requested result although they arrived whole: sentences that say what they are. */
  readonly defect?: string;
}

/** The earlier run that has the result of a unit, which was copied instead of computed again. */
export interface ReusedResult {
  /** The folder of that run, as the user named it. */
  readonly run: string;
  /** SHA-256 of its manifest, hex. */
  readonly manifestSha256: string;
  /** When the run that computed the unit began, ISO 8601, UTC. */
  readonly startedAt: string;
}

export interface UnitOutcome {
  /** The unit's id; `result` for a job without units. */
  readonly id: string;
  readonly status: UnitStatus;
  readonly stored?: StoredFile;
  /** The info document of a `quant` unit. */
  readonly info?: StoredFile;
  /** Set if the unit was not computed: its result is a copy. */
  readonly reused?: ReusedResult;
  readonly warnings: readonly string[];
  /** The service's own errors, or ours if it gave none. */
  readonly errors: readonly ServiceErrorItem[];
}

export interface JobOutcome {
  readonly key: string;
  readonly family: FamilyId;
  /** Absent if there is no such job: it was never sent, the service refused it, or did not name it. */
  readonly jobId: string | undefined;
  readonly status: JobStatus;
  readonly requestKeys: readonly string[];
  readonly units: readonly UnitOutcome[];
  /** What ended the job and what to do, in sentences; absent on success. */
  readonly problem?: { readonly code: string; readonly message: string };
}

/** A body that arrived whole, and whose file has no name yet. */
export interface ArrivedBytes {
  /** As the answer states it. */
  readonly contentType: string;
  readonly bytes: number;
  /** Hex. */
  readonly sha256: string;
  /** Whether nothing shows that the last byte is the last one of the result. */
  readonly mayBeCut?: boolean;
}

/** The bytes that an earlier execution left of a unit: all of them, or the first ones. */
export type Leftover =
  | { readonly state: "whole"; readonly file: StoredFile }
  | { readonly state: "partial"; readonly bytes: number };

/** Stores results. */
export interface ResultStore {
  /** Called before each request that may bring a result. An error, such as a nearly full disk, ends the run before the request is sent. */
  ready?(): Promise<void>;
  /** Called before a read: removes the bytes of an earlier job with the same key, so that `recover` finds only those of this read. */
  prepare?(key: string, unitId: string, kind: ReadKind): Promise<void>;
  /**
   * Resolves when the bytes are safe (written, synced, renamed). Throws `IncompleteBodyError` if the body ended
   * early, and any other error if the store itself failed. Bytes that are not as `expects` says are stored too, with a
   * `defect` (`defectOfBytes`): without a defect, any bytes count as the result. If the body `mayBeCut`, and its format has no end, the file has
   * `end`. Calls `noteArrived` where all bytes are on the disk and it must wait, or fails, before they are safe.
   */
  store(
    key: string,
    unitId: string,
    kind: ReadKind,
    body: ResultBody,
    expects?: Expected,
    noteArrived?: (arrived: ArrivedBytes) => Promise<void>,
  ): Promise<StoredFile>;
  /** After a kill: the bytes that are on disk and not in the journal. `expects` as in `store`; `arrived` is what `noteArrived` got. */
  recover?(
    key: string,
    unitId: string,
    kind: ReadKind,
    expects?: Expected,
    arrived?: ArrivedBytes,
  ): Promise<Leftover | undefined>;
}

/** `info`: the document that describes a `quant` result. */
export type ReadKind = "result" | "info";

/** Which answer contains the bytes: the answer to the create, to a status read, or to a read of the result or the info document. */
export type ResultSource = "create" | "status" | "result";

/** The service's report about a unit of a finished job. */
export interface UnitReport {
  readonly id: string;
  readonly status: "success" | "failure" | "canceled";
  readonly warnings: readonly string[];
  readonly errors: readonly ServiceErrorItem[];
  /** Whether it has an info document. */
  readonly hasInfo: boolean;
}

interface EntryBase {
  /** The request's key. */
  readonly key: string;
  /** ISO 8601, UTC. */
  readonly at: string;
}

/**
 * What happened, in order; enough to resume a run after a kill.
 * `create`, `reading` and `cancel` are durable before their request is sent. `done` contains the reports of the units, since a job whose
 * results were read may not answer again.
 */
export type JournalEntry =
  | (EntryBase & {
      readonly type: "create";
      readonly family: FamilyId;
      /** Absent if the service chooses it. */
      readonly jobId?: string;
      /** The units of the request; `result` for a job without units. */
      readonly units: readonly string[];
      /** What a result must be. */
      readonly expects?: ExpectedResult;
    })
  | (EntryBase & {
      readonly type: "created";
      readonly jobId: string;
      /** Set if the answer to the create said that the job is finished. */
      readonly units?: readonly UnitReport[];
      /** Set if its result may be lost, now or later, in the answer to the create, which did not arrive. */
      readonly resultMayBeConsumed?: boolean;
      readonly requestKey?: string;
    })
  | (EntryBase & { readonly type: "done"; readonly units: readonly UnitReport[]; readonly requestKey?: string })
  | (EntryBase & {
      readonly type: "reading";
      readonly unitId: string;
      readonly kind: ReadKind;
      readonly source?: ResultSource;
    })
  /** All bytes of a read are on the disk, and a program that has their file open keeps it from its name. */
  | (EntryBase &
      ArrivedBytes & {
        readonly type: "arrived";
        readonly unitId: string;
        readonly kind: ReadKind;
        readonly source?: ResultSource;
        readonly requestKey?: string;
      })
  | (EntryBase & {
      readonly type: "stored";
      readonly unitId: string;
      readonly kind: ReadKind;
      readonly source?: ResultSource;
      readonly file: StoredFile;
      readonly requestKey?: string;
    })
  | (EntryBase & { readonly type: "finished"; readonly outcome: JobOutcome })
  /** The units whose results were copied from an earlier run: all before the first create, and no part of a job. */
  | (EntryBase & { readonly type: "reused"; readonly units: readonly UnitOutcome[] })
  | (EntryBase & { readonly type: "cancel"; readonly jobId: string })
  | (EntryBase & { readonly type: "canceled"; readonly jobId: string });

/** An entry about a job. */
export type JobEntry = Exclude<JournalEntry, { readonly type: "reused" }>;

/** Append-only. `append` resolves when the entry survives a kill. */
export interface Journal {
  /** The entries of an earlier execution of the same run, oldest first. */
  readonly earlier: readonly JournalEntry[];
  append(entry: JournalEntry): Promise<void>;
}

export type RunEvent =
  | { readonly type: "job-created"; readonly key: string; readonly jobId: string | undefined }
  | {
      readonly type: "job-progress";
      readonly key: string;
      readonly jobId: string;
      readonly progress: number | undefined;
    }
  | { readonly type: "unit-finished"; readonly key: string; readonly unit: UnitOutcome }
  | { readonly type: "job-finished"; readonly key: string; readonly outcome: JobOutcome }
  /** Which units of an earlier run were copied, before the first job, and why the others are computed: `12 units of …`. */
  | {
      readonly type: "reuse";
      /** The earlier run, as the user named it. */
      readonly run: string;
      readonly copied: number;
      readonly computed: readonly { readonly reason: string; readonly units: number }[];
    }
  /** The result of an earlier run cannot be copied, so the unit is computed. */
  | { readonly type: "not-reused"; readonly key: string; readonly unitId: string; readonly reason: string }
  | {
      /** No usable answer to a create or a status read: reported at once, then every 30 s at most. The run continues to try. */
      readonly type: "unreachable";
      /** The message of the last error, without a full stop. */
      readonly reason: string;
      /** How long it has lasted, whole seconds. */
      readonly seconds: number;
    }
  | { readonly type: "waiting"; readonly seconds: number; readonly reason: "budget" | "retry-after" };

export interface RunOptions {
  readonly clock?: Clock;
  /** Uniform in [0, 1); for jitter. */
  readonly random?: () => number;
  /** Creates the id of a job, 32 hex digits. Default: secure random numbers. */
  readonly newJobId?: () => string;
  /** Stops the run. Running jobs are canceled on the service unless `cancelOnAbort` is false. */
  readonly signal?: AbortSignal;
  /**
   * Stops one job, by its key, while the others continue: it is canceled on the service, also if `cancelOnAbort` is false, and a resumed
   * run does not start it again. Called when the job starts.
   */
  readonly jobSignal?: (key: string) => AbortSignal | undefined;
  /** The number of jobs in progress at the same time. Default 10. */
  readonly concurrency?: number;
  /** The deadline of each job, seconds from its creation. Default: none. */
  readonly jobDeadlineSeconds?: number;
  /** The deadline of the whole run, seconds. Default: none. */
  readonly runDeadlineSeconds?: number;
  /** `Cache-Control` of each create, e.g. `max-stale=0` for a fresh computation. */
  readonly cacheControl?: string;
  /** Whether jobs are canceled on the service when the run is stopped or a deadline passes. Default true. */
  readonly cancelOnAbort?: boolean;
  /**
   * Whether the run waits for jobs that the service still computes. If not, it leaves each such job there after its first status, with the
   * code `still-running`, and a resumed run collects it. Default true.
   */
  readonly waitForJobs?: boolean;
  /** Called for each event. It must not throw: an error ends the job of the event as unknown. */
  readonly onEvent?: (event: RunEvent) => void;
}
