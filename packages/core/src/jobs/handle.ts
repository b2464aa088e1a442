import type { FamilyId } from "../families/families.ts";
import type { ExpectedResult } from "./received/expected.ts";
import type {
  ArrivedBytes,
  JobEntry,
  JobOutcome,
  Journal,
  JournalEntry,
  ReadKind,
  ResultSource,
  StoredFile,
  UnitReport,
} from "./types.ts";

/** One read of a unit: begun, and stored once there is a `file`. */
export interface UnitRead {
  readonly unitId: string;
  readonly kind: ReadKind;
  readonly source?: ResultSource;
  /** Set once all bytes arrived, if the store had to wait after that. */
  readonly arrived?: ArrivedBytes;
  readonly file?: StoredFile;
}

/**
 * The state of one job: plain JSON without secrets. Save it to continue later, in another process.
 * It is made from the job's journal entries (`applyEntry`), so a handle and a journal always agree.
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
  readonly unitIds: readonly string[];
  /** What a result must be. */
  readonly expects?: ExpectedResult;
  /** Whether its result may be lost, now or later, in the answer to the create, which did not arrive. */
  readonly resultMayBeConsumed?: boolean;
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
export function applyEntry(handle: JobHandle | undefined, entry: JobEntry): JobHandle {
  if (entry.type === "create") {
    const { jobId, expects } = entry;
    const newHandle = begin(entry.key, entry.family, entry.at, entry.units);
    return { ...newHandle, ...(jobId !== undefined && { jobId }), ...(expects !== undefined && { expects }) };
  }
  if (handle === undefined && entry.type === "finished") {
    return { ...begin(entry.key, entry.outcome.family, entry.at, []), outcome: entry.outcome };
  }
  if (handle === undefined) throw new Error(`The journal has "${entry.type}" for ${entry.key} before "create".`);
  switch (entry.type) {
    case "created":
      return withKey(
        {
          ...handle,
          ...(entry.units === undefined ? { phase: "running" } : { phase: "done", units: entry.units }),
          ...(entry.resultMayBeConsumed !== undefined && { resultMayBeConsumed: entry.resultMayBeConsumed }),
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

function begin(key: string, family: FamilyId, createdAt: string, unitIds: readonly string[]): JobHandle {
  return {
    version: 1,
    key,
    family,
    phase: "creating",
    createdAt,
    unitIds,
    reads: [],
    requestKeys: [],
    canceled: false,
  };
}

/** The handles of all jobs of a journal, by key. */
export function replay(entries: readonly JournalEntry[]): Map<string, JobHandle> {
  const handles = new Map<string, JobHandle>();
  for (const entry of entries) {
    if (entry.type !== "reused") handles.set(entry.key, applyEntry(handles.get(entry.key), entry));
  }
  return handles;
}

function readOf({ unitId, kind, source }: Extract<JournalEntry, { readonly kind: ReadKind }>): UnitRead {
  return source === undefined ? { unitId, kind } : { unitId, kind, source };
}

export function findRead(handle: JobHandle, unitId: string, kind: ReadKind): UnitRead | undefined {
  return handle.reads.find((read) => read.unitId === unitId && read.kind === kind);
}

function withRead(handle: JobHandle, read: UnitRead): readonly UnitRead[] {
  const otherReads = handle.reads.filter(({ unitId, kind }) => unitId !== read.unitId || kind !== read.kind);
  return [...otherReads, read];
}

function withKey(handle: JobHandle, requestKey: string | undefined): JobHandle {
  if (requestKey === undefined || handle.requestKeys.includes(requestKey)) return handle;
  return { ...handle, requestKeys: [...handle.requestKeys, requestKey] };
}

/** The code of a job that was stopped while its run continued. A job that the service calls canceled has another code: a resumed run starts it again. */
export const JOB_CANCELED = "job-stopped";

/**
 * What a new execution does with a job of an earlier one: it takes its final outcome, continues with the handle, or starts
 * the job again if there is neither.
 *
 * It starts a job again that is certainly not running: one that was never sent, or whose cancel the service confirmed. It looks for
 * a job that the service refused to create, and sends it again, since the reason may be gone (credentials, a permission).
 * It continues with a job that may be running or may have unread results.
 */
export function resumeFrom(handle: JobHandle | undefined): {
  readonly handle?: JobHandle;
  readonly outcome?: JobOutcome;
} {
  if (handle === undefined) return {};
  const { outcome, ...open } = handle;
  if (outcome === undefined) return handle.canceled ? {} : { handle };
  switch (outcome.status) {
    case "success":
      return { outcome };
    case "failure":
      if (open.phase !== "creating") return { outcome };
      return open.jobId === undefined ? {} : { handle: open };
    case "canceled":
      // The user canceled it.
      if (outcome.problem?.code === JOB_CANCELED) return { outcome };
      return open.canceled || open.jobId === undefined ? {} : { handle: open };
    case "timed-out":
      return open.canceled || open.jobId === undefined ? {} : { handle: open };
    case "unknown":
      if (open.canceled) return {};
      // It has no id from the client and may be running: it is never sent again.
      return open.jobId === undefined ? { outcome } : { handle: open };
  }
}

/** Whether a resumed run has anything to do for a job: to create it, to wait for it, or to read its results. */
export function isOpen(handle: JobHandle | undefined): boolean {
  return resumeFrom(handle).outcome === undefined;
}

/** A journal in memory: for a single job whose handle the caller saves, and for tests. */
export function memoryJournal(
  earlier: readonly JournalEntry[] = [],
): Journal & { readonly entries: readonly JournalEntry[] } {
  const entries = [...earlier];
  return {
    earlier: [...earlier],
    entries,
    async append(entry) {
      entries.push(entry);
    },
  };
}
