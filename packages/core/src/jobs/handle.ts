import { type FamilyId, families } from "../families/families.ts";
import type { ExpectedResult } from "./expected-result.ts";
import { isSameId } from "./named-job.ts";
import type { CommentaryState, JobOutcome, JournalEntry, ReadKind, ReadWay, StoredFile, UnitReport } from "./types.ts";

/** What is known of one read of a unit: begun, and stored once `file` is there. */
export interface UnitRead {
  readonly unitId: string;
  readonly kind: ReadKind;
  /** Absent where an older version read it. */
  readonly by?: ReadWay;
  readonly file?: StoredFile;
}

/** How far the commentary of a unit is. Once it is stored there is a read of it, too. */
export interface UnitCommentary {
  readonly unitId: string;
  readonly state: CommentaryState;
  /** When it came to that, ISO 8601, UTC. */
  readonly at: string;
  readonly message?: string;
}

/**
 * One job as it stands: plain JSON without secrets, to be saved and carried on with later, elsewhere.
 * It is what the job's journal entries come to (`advance`), so a handle and a journal never disagree.
 *
 * `creating`: the request may have left. `running`: the service has it. `done`: the service finished it, its results
 * are there to be read. Once there is an `outcome`, nothing is left to do, or it says why no more could be done.
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
  /** The units asked for. */
  readonly asked: readonly string[];
  /** What a result must be; absent where an older version began the job. */
  readonly expects?: ExpectedResult;
  /**
   * Set where an older version believed an answer that named another job. What the journal says after that is of the other job, so it
   * does not count, and the job is looked for again under its own id.
   */
  readonly misnamed?: true;
  /** Whether its result may have gone, or may yet go, with the answer to the create, which did not arrive. */
  readonly mayBeSpent?: boolean;
  /** What the service said of each unit; from `done` on. */
  readonly units?: readonly UnitReport[];
  readonly reads: readonly UnitRead[];
  /** The commentaries that were asked for; absent where none was. */
  readonly commentaries?: readonly UnitCommentary[];
  readonly requestKeys: readonly string[];
  /** Whether the service was asked to cancel the job; its answer may have been lost. */
  readonly cancelAsked?: true;
  /** Whether the service confirmed that it canceled the job. */
  readonly canceled: boolean;
  readonly outcome?: JobOutcome;
}

/**
 * The handle after an entry. A `create` begins anew. A job that was stopped before its turn is finished without one;
 * any other entry without a `create` before it means a broken journal.
 */
export function advance(handle: JobHandle | undefined, entry: JournalEntry): JobHandle {
  if (entry.type === "create") {
    const { jobId, expects } = entry;
    const begun = begin(entry.key, entry.family, entry.at, entry.units);
    return { ...begun, ...(jobId !== undefined && { jobId }), ...(expects !== undefined && { expects }) };
  }
  if (handle === undefined && entry.type === "finished") {
    return { ...begin(entry.key, entry.outcome.family, entry.at, []), outcome: entry.outcome };
  }
  if (handle === undefined)
    throw new Error(`The journal says "${entry.type}" of ${entry.key} before it says "create".`);
  if (isOfAnother(handle, entry)) return { ...handle, misnamed: true };
  const { misnamed: _, ...named } = handle;
  switch (entry.type) {
    case "created":
      return withKey(
        {
          ...named,
          ...(entry.units === undefined ? { phase: "running" } : { phase: "done", units: entry.units }),
          ...(entry.mayBeSpent !== undefined && { mayBeSpent: entry.mayBeSpent }),
          jobId: entry.jobId,
          createdAt: entry.at,
        },
        entry.requestKey,
      );
    case "done":
      return withKey({ ...handle, phase: "done", units: entry.units }, entry.requestKey);
    case "commentary":
      return withKey({ ...handle, commentaries: withCommentary(handle, entry) }, entry.requestKey);
    case "reading":
      return { ...handle, reads: withRead(handle, readOf(entry)) };
    case "stored": {
      const read = { ...readOf(entry), file: entry.file };
      return withKey({ ...handle, reads: withRead(handle, read) }, entry.requestKey);
    }
    case "cancel":
      return { ...handle, cancelAsked: true };
    case "canceled":
      return { ...handle, canceled: true };
    case "finished":
      return { ...handle, outcome: entry.outcome };
  }
}

/** Whether an entry is of another job than the one that was sent under an id of our choice. */
function isOfAnother({ family, jobId, misnamed }: JobHandle, entry: JournalEntry): boolean {
  if (entry.type !== "created") return misnamed === true;
  return families[family].hasPut && jobId !== undefined && !isSameId(jobId, entry.jobId);
}

function begin(key: string, family: FamilyId, createdAt: string, asked: readonly string[]): JobHandle {
  return { version: 1, key, family, phase: "creating", createdAt, asked, reads: [], requestKeys: [], canceled: false };
}

/** The handle of every job that a journal tells of, by key. */
export function replay(entries: readonly JournalEntry[]): Map<string, JobHandle> {
  const handles = new Map<string, JobHandle>();
  for (const entry of entries) {
    handles.set(entry.key, advance(handles.get(entry.key), entry));
  }
  return handles;
}

function readOf({ unitId, kind, by }: Extract<JournalEntry, { readonly kind: ReadKind }>): UnitRead {
  return by === undefined ? { unitId, kind } : { unitId, kind, by };
}

export function findRead(handle: JobHandle, unitId: string, kind: ReadKind): UnitRead | undefined {
  return handle.reads.find((read) => read.unitId === unitId && read.kind === kind);
}

export function findCommentary({ commentaries = [] }: JobHandle, unitId: string): UnitCommentary | undefined {
  return commentaries.find((commentary) => commentary.unitId === unitId);
}

function withCommentary(
  { commentaries = [] }: JobHandle,
  { unitId, state, at, message }: Extract<JournalEntry, { readonly type: "commentary" }>,
): readonly UnitCommentary[] {
  const others = commentaries.filter((other) => other.unitId !== unitId);
  return [...others, { unitId, state, at, ...(message !== undefined && { message }) }];
}

function withRead(handle: JobHandle, read: UnitRead): readonly UnitRead[] {
  const others = handle.reads.filter((other) => other.unitId !== read.unitId || other.kind !== read.kind);
  return [...others, read];
}

function withKey(handle: JobHandle, requestKey: string | undefined): JobHandle {
  if (requestKey === undefined || handle.requestKeys.includes(requestKey)) return handle;
  return { ...handle, requestKeys: [...handle.requestKeys, requestKey] };
}
