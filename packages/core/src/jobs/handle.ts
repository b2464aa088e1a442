import { type FamilyId, families } from "../families/families.ts";
import { isSameId } from "./protocol/named-job.ts";
import type { ExpectedResult } from "./received/expectations.ts";
import type {
  ArrivedBytes,
  JobEntry,
  JobOutcome,
  JournalEntry,
  ReadKind,
  ReadWay,
  StoredFile,
  UnitReport,
} from "./types.ts";

/** One read of a unit: begun, and stored once there is a `file`. */
export interface UnitRead {
  readonly unitId: string;
  readonly kind: ReadKind;
  /** Absent in journals of older versions. */
  readonly by?: ReadWay;
  /** Set once all bytes arrived, if the store had to wait after that. */
  readonly arrived?: ArrivedBytes;
  readonly file?: StoredFile;
}

/**
 * The state of one job: plain JSON without secrets. Save it to continue later, in another process.
 * It is made from the job's journal entries (`advance`), so a handle and a journal always agree.
 *
 * `creating`: the request may have been sent. `running`: the service has the job. `done`: the service finished it, and its results
 * can be read. With an `outcome` there is nothing left to do, or the outcome says why.
 */
export interface JobHandle {
  readonly version: 1;
  readonly key: string;
  readonly family: FamilyId;
  readonly phase: "creating" | "running" | "done";
  /** Absent while the service has not named it. */
  readonly jobId?: string;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  /** The units of the request. */
  readonly asked: readonly string[];
  /** What a result must be; absent in journals of older versions. */
  readonly expects?: ExpectedResult;
  /**
   * Set where an older version used an answer that named another job. The later entries are about that other job, so they
   * do not count, and a resumed run looks for the job under its own id.
   */
  readonly misnamed?: true;
  /** Whether its result may be lost, now or later, in the answer to the create, which did not arrive. */
  readonly mayBeConsumed?: boolean;
  /** The service's reports of the units; from `done` on. */
  readonly units?: readonly UnitReport[];
  readonly reads: readonly UnitRead[];
  readonly requestKeys: readonly string[];
  /** Whether a cancel was sent; its answer may have been lost. */
  readonly cancelAsked?: true;
  /** Set where no gateway can deliver a create any more: the run was refused, or waited long enough before it gave up. */
  readonly isCreateOver?: true;
  /** Whether the service confirmed that it canceled the job. */
  readonly canceled: boolean;
  readonly outcome?: JobOutcome;
}

/**
 * The handle after a journal entry. A `create` starts a new handle. A job that was stopped before its start has only a `finished` entry;
 * any other entry without a `create` before it means a broken journal.
 */
export function advance(handle: JobHandle | undefined, entry: JobEntry): JobHandle {
  if (entry.type === "create") {
    const { jobId, expects } = entry;
    const newHandle = begin(entry.key, entry.family, entry.at, entry.units);
    return { ...newHandle, ...(jobId !== undefined && { jobId }), ...(expects !== undefined && { expects }) };
  }
  if (handle === undefined && entry.type === "finished") {
    return { ...begin(entry.key, entry.outcome.family, entry.at, []), outcome: entry.outcome };
  }
  if (handle === undefined) throw new Error(`The journal has "${entry.type}" for ${entry.key} before "create".`);
  if (isOfAnother(handle, entry)) return { ...handle, misnamed: true };
  const { misnamed: _, ...rest } = handle;
  switch (entry.type) {
    case "created":
      return withKey(
        {
          ...rest,
          ...(entry.units === undefined ? { phase: "running" } : { phase: "done", units: entry.units }),
          ...(entry.mayBeSpent !== undefined && { mayBeConsumed: entry.mayBeSpent }),
          jobId: entry.jobId,
          createdAt: entry.at,
        },
        entry.requestKey,
      );
    case "done":
      return withKey({ ...handle, phase: "done", units: entry.units }, entry.requestKey);
    case "reading":
      return { ...handle, reads: withRead(handle, readOf(entry)) };
    case "arrived": {
      const { contentType, bytes, sha256, mayBeCut } = entry;
      const arrived = { contentType, bytes, sha256, ...(mayBeCut !== undefined && { mayBeCut }) };
      return withKey({ ...handle, reads: withRead(handle, { ...readOf(entry), arrived }) }, entry.requestKey);
    }
    case "stored": {
      const read = { ...readOf(entry), file: entry.file };
      return withKey({ ...handle, reads: withRead(handle, read) }, entry.requestKey);
    }
    case "cancel":
      return { ...handle, cancelAsked: true };
    case "canceled":
      return { ...handle, canceled: true };
    case "finished":
      return { ...handle, outcome: entry.outcome, ...(endsCreate(handle, entry.outcome) && { isCreateOver: true }) };
  }
}

/**
 * Whether an outcome proves that no create is on its way any more. A failed create proves it: the service refused it, or the run waited until
 * no gateway could deliver it. No time of a journal proves it, because the clock of another process may be wrong.
 */
function endsCreate({ phase }: JobHandle, { status }: JobOutcome): boolean {
  return phase === "creating" && status === "failure";
}

/** Whether an entry names another job than the one that was sent with an id from the client. */
function isOfAnother({ family, jobId, misnamed }: JobHandle, entry: JobEntry): boolean {
  if (entry.type !== "created") return misnamed === true;
  return families[family].hasPut && jobId !== undefined && !isSameId(jobId, entry.jobId);
}

function begin(key: string, family: FamilyId, createdAt: string, unitIds: readonly string[]): JobHandle {
  return {
    version: 1,
    key,
    family,
    phase: "creating",
    createdAt,
    asked: unitIds,
    reads: [],
    requestKeys: [],
    canceled: false,
  };
}

/** The handles of all jobs of a journal, by key. */
export function replay(entries: readonly JournalEntry[]): Map<string, JobHandle> {
  const handles = new Map<string, JobHandle>();
  for (const entry of entries) {
    if (entry.type !== "reused") handles.set(entry.key, advance(handles.get(entry.key), entry));
  }
  return handles;
}

function readOf({ unitId, kind, by }: Extract<JournalEntry, { readonly kind: ReadKind }>): UnitRead {
  return by === undefined ? { unitId, kind } : { unitId, kind, by };
}

export function findRead(handle: JobHandle, unitId: string, kind: ReadKind): UnitRead | undefined {
  return handle.reads.find((read) => read.unitId === unitId && read.kind === kind);
}

function withRead(handle: JobHandle, read: UnitRead): readonly UnitRead[] {
  const others = handle.reads.filter((other) => other.unitId !== read.unitId || other.kind !== read.kind);
  return [...others, read];
}

function withKey(handle: JobHandle, requestKey: string | undefined): JobHandle {
  if (requestKey === undefined || handle.requestKeys.includes(requestKey)) return handle;
  return { ...handle, requestKeys: [...handle.requestKeys, requestKey] };
}
