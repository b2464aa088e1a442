import type { Clock } from "../clock.ts";
import type { FamilyId } from "../families/families.ts";
import type { ResultBody } from "../service/answer.ts";
import type { ServiceErrorItem } from "../service/errors.ts";
import type { Expected, ExpectedResult } from "./expected-result.ts";

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
  /** The tables that the result holds, where the store looked into it. */
  readonly tables?: readonly { readonly id: string; readonly rows: number; readonly columns: number }[];
  /** What relative dates became, `YYYYMMDD`. */
  readonly dates?: { readonly start?: string; readonly end?: string };
  /** What makes the bytes useless although they arrived whole: that they are not what was asked for. Sentences that say what they are. */
  readonly defect?: string;
}

export interface UnitOutcome {
  /** The unit's id; `result` for a job without units. */
  readonly id: string;
  readonly status: UnitStatus;
  readonly stored?: StoredFile;
  /** The quant info document, where there is one. */
  readonly info?: StoredFile;
  /** The text that the service generated of the unit, where it was asked for and came. */
  readonly commentary?: StoredFile;
  /** Why there is no commentary although one was asked for: a warning, since the unit is what it is without it. */
  readonly commentaryProblem?: string;
  readonly warnings: readonly string[];
  /** The service's own errors, or ours where it gave none. */
  readonly errors: readonly ServiceErrorItem[];
}

export interface JobOutcome {
  readonly key: string;
  readonly family: FamilyId;
  /** Absent where there is no such job: it was never sent, the service refused it, or has not named it. */
  readonly jobId: string | undefined;
  readonly status: JobStatus;
  readonly requestKeys: readonly string[];
  readonly units: readonly UnitOutcome[];
  /** What ended the job, in a sentence that says what to do; absent on success. */
  readonly problem?: { readonly code: string; readonly message: string };
}

/** What an earlier execution left of a unit's bytes: all of them, or the first so many. */
export type Leftover =
  | { readonly state: "whole"; readonly file: StoredFile }
  | { readonly state: "partial"; readonly bytes: number };

/** Where results go. */
export interface ResultStore {
  /** Called before each request that may bring a result. What it throws (a disk that is nearly full) ends the run; nothing is sent. */
  ready?(): Promise<void>;
  /** Called before a read is begun: removes what an earlier job of the same request left, so that `recover` finds this read's bytes alone. */
  prepare?(key: string, unitId: string, kind: ReadKind): Promise<void>;
  /**
   * Resolves only when the bytes are safe (written, synced, renamed). Throws `IncompleteBodyError` when the body ended
   * early, and anything else (a full disk) when the store itself failed. What is not what `expects` says is stored all the same, and its
   * `defect` says what it is (`defectOfBytes`): without it, whatever came counts as the result.
   */
  store(key: string, unitId: string, kind: ReadKind, body: ResultBody, expects?: Expected): Promise<StoredFile>;
  /** After a kill: what is there of bytes that the journal does not call stored. `expects` as in `store`. */
  recover?(key: string, unitId: string, kind: ReadKind, expects?: Expected): Promise<Leftover | undefined>;
}

/** `info`: the document that describes a quant result. `commentary`: the text that the service generated of a unit, JSON. */
export type ReadKind = "result" | "info" | "commentary";

/** Which answer brought the bytes: that to the create, to a status read, or to a read of the result or the info document itself. */
export type ReadWay = "create" | "status" | "result";

/** What the service says of a unit of a finished job. */
export interface UnitReport {
  readonly id: string;
  readonly status: "success" | "failure" | "canceled";
  readonly warnings: readonly string[];
  readonly errors: readonly ServiceErrorItem[];
  /** Whether it has an info document. */
  readonly hasInfo: boolean;
}

/** `create`: the request may have left. `created`: the service has it. `failed`: nothing will come of it. */
export type CommentaryState = "create" | "created" | "failed";

interface EntryBase {
  /** The request's key. */
  readonly key: string;
  /** ISO 8601, UTC. */
  readonly at: string;
}

/**
 * What happened, in the order in which it happened; enough to resume a run after a kill.
 * `create` is durable before the request leaves, `reading` before the result is asked for, `cancel` before the cancel leaves; `done` is what the finished
 * job said of its units, since a job whose results were read may not answer again. A commentary's `create` is durable before its request leaves, too.
 */
export type JournalEntry =
  | (EntryBase & {
      readonly type: "create";
      readonly family: FamilyId;
      /** Absent where the service chooses it. */
      readonly jobId?: string;
      /** The units asked for; `result` for a job without units. */
      readonly units: readonly string[];
      /** What a result must be. */
      readonly expects?: ExpectedResult;
    })
  | (EntryBase & {
      readonly type: "created";
      readonly jobId: string;
      /** Where the job was finished at its creation. */
      readonly units?: readonly UnitReport[];
      /** Where its result may have gone, or may yet go, with the answer to the create, which did not arrive. */
      readonly mayBeSpent?: boolean;
      readonly requestKey?: string;
    })
  | (EntryBase & { readonly type: "done"; readonly units: readonly UnitReport[]; readonly requestKey?: string })
  | (EntryBase & {
      readonly type: "commentary";
      readonly unitId: string;
      readonly state: CommentaryState;
      /** Of `failed`: why there will be none, a sentence. */
      readonly message?: string;
      readonly requestKey?: string;
    })
  | (EntryBase & { readonly type: "reading"; readonly unitId: string; readonly kind: ReadKind; readonly by?: ReadWay })
  | (EntryBase & {
      readonly type: "stored";
      readonly unitId: string;
      readonly kind: ReadKind;
      readonly by?: ReadWay;
      readonly file: StoredFile;
      readonly requestKey?: string;
    })
  | (EntryBase & { readonly type: "finished"; readonly outcome: JobOutcome })
  | (EntryBase & { readonly type: "cancel"; readonly jobId: string })
  | (EntryBase & { readonly type: "canceled"; readonly jobId: string });

/** Append-only. `append` resolves when the entry would survive a kill. */
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
  /** The service took the request for the commentary of a unit. */
  | { readonly type: "commentary-created"; readonly key: string; readonly unitId: string }
  | {
      readonly type: "commentary-finished";
      readonly key: string;
      readonly unitId: string;
      /** Absent where there is none: then `problem` says why. */
      readonly stored?: StoredFile;
      readonly problem?: string;
    }
  | { readonly type: "job-finished"; readonly key: string; readonly outcome: JobOutcome }
  | {
      /** No usable answer to a create or a status: told at once, then every 30 s at most while it lasts. The run goes on trying. */
      readonly type: "unreachable";
      /** The error of the last request, a sentence without its full stop. */
      readonly reason: string;
      /** For how long it has lasted, whole seconds. */
      readonly seconds: number;
    }
  | { readonly type: "waiting"; readonly seconds: number; readonly reason: "budget" | "retry-after" };

export interface RunOptions {
  readonly clock?: Clock;
  /** Uniform in [0, 1); for jitter. */
  readonly random?: () => number;
  /** Makes the id of a job, 32 hex digits. Default: from the machine's secure random numbers. */
  readonly newJobId?: () => string;
  /** Stops the run. Jobs that run on the service are canceled there unless `cancelOnAbort` is false. */
  readonly signal?: AbortSignal;
  /**
   * Stops one job, by its key, while the others go on: it is canceled on the service, whatever `cancelOnAbort` says, and a resumed run does
   * not begin it again. Asked for when the job's turn comes.
   */
  readonly jobSignal?: (key: string) => AbortSignal | undefined;
  /** Jobs under way at once. Default 10. */
  readonly concurrency?: number;
  /** Seconds a job may take from its creation. Default: none. */
  readonly jobDeadlineSeconds?: number;
  /** Seconds the whole run may take. Default: none. */
  readonly runDeadlineSeconds?: number;
  /**
   * Which units the service writes a commentary of, once they have succeeded. What comes of it changes no outcome: without one the unit has a
   * `commentaryProblem`. Default: none.
   */
  readonly wantsCommentary?: (key: string, unitId: string) => boolean;
  /** `Cache-Control` of each create, e.g. `max-stale=0` for a fresh computation. */
  readonly cacheControl?: string;
  /** Whether jobs are canceled on the service when the run is stopped or a deadline passes. Default true. */
  readonly cancelOnAbort?: boolean;
  /** Told what happens, as it happens. It must not throw: what it throws ends the job that it was told of as unknown. */
  readonly onEvent?: (event: RunEvent) => void;
}
