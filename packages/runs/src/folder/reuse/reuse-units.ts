import { extname } from "node:path";
import {
  type Client,
  type Expected,
  expectedResult,
  familyApi,
  type JobOutcome,
  type Journal,
  type JournalEntry,
  type ReadKind,
  type ResultBody,
  type ResultStore,
  type RunEvent,
  StorageError,
  type StoredFile,
  type UnitOutcome,
} from "@analytics-engines/core";
import { isObject, messageOf, property } from "@analytics-engines/core/basics";
import type { ManifestReuse } from "../manifest/manifest.ts";
import { filesOf } from "../results/check-stored.ts";
import { openStored, type StoredEntry } from "../results/read-stored.ts";
import { contentTypeOf } from "../results/run-store.ts";
import type { RunFile } from "../run-options.ts";
import {
  addCount,
  type Candidate,
  cachedDates,
  createCandidateFinder,
  type NewRun,
  type ReuseSource,
  withSameDays,
} from "./find-reusable.ts";

/** The number of files that are compared at once. */
const FILES_AT_ONCE = 4;
/** The number of results of one file that are copied at once: the disk syncs them together. */
const COPIES_AT_ONCE = 8;

/** What a run uses to reuse results. */
interface ReuseContext extends NewRun {
  readonly client: Client;
  readonly journal: Journal;
  readonly store: ResultStore;
  readonly signal?: AbortSignal | undefined;
  readonly onEvent: (event: RunEvent) => void;
}

/** The units that were copied, and what the manifest says about the rest. */
export interface Reuse {
  readonly reused: ReusedUnits;
  readonly summary: ManifestReuse;
}

/**
 * Copies the results of an earlier run for the units that would be the same again, and records them in the journal. This happens before the
 * first create, so a resumed run finds what was decided: a unit without such a record is computed.
 */
export async function reuseUnits(
  files: readonly RunFile[],
  source: ReuseSource,
  context: ReuseContext,
): Promise<Reuse> {
  const findCandidates = createCandidateFinder(source, context);
  const daysContext = { ...context, client: cachedDates(context.client) };
  const at = new Date(context.now).toISOString();
  const record = (key: string, units: readonly UnitOutcome[]) =>
    context.journal.append({ type: "reused", key, at, units });
  const reused = new Map<string, readonly UnitOutcome[]>();
  const computed = new Map<string, number>();
  let copied = 0;
  let begin: Promise<void> | undefined;
  const reuseFile = async (file: RunFile) => {
    const { unitsOf } = familyApi(context.client, file.family);
    const { candidates, computed: reasons } = await withSameDays(
      file,
      findCandidates(file, unitsOf(file.request)),
      daysContext,
    );
    for (const [reason, units] of reasons) addCount(computed, reason, units);
    if (candidates.length === 0) return;
    // The folder has a journal before it has results: so it is a run, and can be resumed.
    begin ??= record(file.path, []);
    await begin;
    const { units, refusedCount } = await copyUnits(file, candidates, source, context);
    copied += units.length;
    if (refusedCount > 0) addCount(computed, UNREADABLE, refusedCount);
    if (units.length === 0) return;
    await record(file.path, units);
    reused.set(file.path, units);
  };
  await inParallel(FILES_AT_ONCE, files, context.signal, reuseFile).catch((error: unknown) => {
    // The run itself says that it was stopped, and leaves the other units to a later one.
    if (context.signal?.aborted === true) return;
    if (error instanceof StorageError) throw error;
    const reason = messageOf(error).replace(/\.?$/, ".");
    throw new StorageError(`Results of ${source.name} could not be copied: ${reason}`, { cause: error });
  });
  const reasons = [...computed].map(([reason, units]) => ({ reason, units }));
  const summary = { run: source.name, copied, computed: reasons.sort((first, second) => second.units - first.units) };
  context.onEvent({ type: "reuse", ...summary });
  return { reused, summary };
}

const UNREADABLE = "whose result there is missing or was altered";

/** Does the work of each item, of some at once, in order, until the signal is aborted. */
async function inParallel<T>(
  atOnce: number,
  items: Iterable<T>,
  signal: AbortSignal | undefined,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = items[Symbol.iterator]();
  const worker = async () => {
    for (let next = queue.next(); next.done !== true; next = queue.next()) {
      if (signal?.aborted === true) return;
      await work(next.value);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

async function copyUnits(
  { path: key, family, request }: RunFile,
  candidates: readonly Candidate[],
  source: ReuseSource,
  { store, onEvent, signal }: ReuseContext,
): Promise<{ readonly units: readonly UnitOutcome[]; readonly refusedCount: number }> {
  const expects = expectedResult(family, request);
  const units = new Map<string, UnitOutcome>();
  // A unit that the stop of the run left out is not refused.
  let refusedCount = 0;
  await inParallel(COPIES_AT_ONCE, candidates, signal, async (candidate) => {
    await store.ready?.();
    const copied = await copyUnit(source, candidate, { key, store, expects });
    if ("reason" in copied) {
      refusedCount += 1;
      onEvent({ type: "not-reused", key, unitId: candidate.id, reason: copied.reason });
    } else {
      units.set(candidate.id, copied);
      onEvent({ type: "unit-finished", key, unit: copied });
    }
  });
  return { units: candidates.flatMap(({ id }) => units.get(id) ?? []), refusedCount };
}

/** Where the copy of a unit goes. */
interface CopyTarget {
  readonly key: string;
  readonly store: ResultStore;
  /** What the result must be. */
  readonly expects: Expected;
}

/**
 * Copies the result of an earlier unit, and its info document, through the store of the new run, after their bytes were compared with the
 * digests in the manifest.
 * @returns the outcome of the unit, or why nothing can be reused
 */
export async function copyUnit(
  source: ReuseSource,
  { id, earlier, startedAt }: Candidate,
  target: CopyTarget,
): Promise<UnitOutcome | { readonly reason: string }> {
  const stored = await copyFile(source, id, "result", earlier, target);
  if ("reason" in stored) return stored;
  const { info: file, infoBytes: bytes, infoSha256: sha256 } = earlier;
  const info = file === undefined ? undefined : await copyFile(source, id, "info", { file, bytes, sha256 }, target);
  if (info !== undefined && "reason" in info) return info;
  const { name: run, manifestSha256 } = source;
  const { warnings } = earlier;
  const reused = { run, manifestSha256, startedAt };
  return { id, status: "success", stored, ...(info && { info }), reused, warnings, errors: [] };
}

async function copyFile(
  { folder }: ReuseSource,
  unitId: string,
  kind: ReadKind,
  entry: StoredEntry & { readonly contentType?: string | undefined },
  { key, store, expects }: CopyTarget,
): Promise<StoredFile | { readonly reason: string }> {
  const opened = await openStored(folder, entry, 0);
  if ("reason" in opened) return { reason: `${entry.file}: ${opened.reason}` };
  const { file = "", contentType = contentTypeOf(extname(file).slice(1)) } = entry;
  try {
    await store.prepare?.(key, unitId, kind);
    const body = bodyOf(streamOf(opened.stream()), contentType, opened.bytes);
    const stored = await store.store(key, unitId, kind, body, kind === "info" ? "info" : expects);
    if (stored.sha256 !== entry.sha256?.toLowerCase()) return { reason: `${file} changed while it was copied` };
    if (stored.defect !== undefined) return { reason: `${file} is not a result: ${stored.defect}` };
    return stored.end === undefined ? stored : { reason: `the end of ${file} is not proved` };
  } finally {
    await opened.close();
  }
}

function bodyOf(stream: ReadableStream<Uint8Array>, contentType: string, contentLength: number): ResultBody {
  const answer = () => new Response(stream);
  return {
    contentType,
    contentLength,
    stream,
    // `Response.bytes` is not in the first versions of Node 22.
    bytes: async () => new Uint8Array(await answer().arrayBuffer()),
    text: () => answer().text(),
    json: () => answer().json(),
  };
}

/** The chunks as a stream, which reads none before it is read itself. */
function streamOf(chunks: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await chunks.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}

/** The units of each file that an earlier run has computed, by the path of the file. */
export type ReusedUnits = ReadonlyMap<string, readonly UnitOutcome[]>;

/** The reused units that a journal records. */
export function reusedIn(entries: readonly JournalEntry[]): ReusedUnits {
  const records = entries.flatMap((entry) => (entry.type === "reused" ? [[entry.key, entry.units] as const] : []));
  return new Map(records.filter(([, units]) => units.length > 0));
}

/** The outcome of a job with the units that it did not have to compute. */
export function withReused(outcome: JobOutcome, reused: ReusedUnits): JobOutcome {
  const units = reused.get(outcome.key);
  return units === undefined ? outcome : { ...outcome, units: [...units, ...outcome.units] };
}

/** The stored files of reused units. */
export function filesOfReused(reused: ReusedUnits): StoredFile[] {
  return [...reused.values()].flatMap((units) => filesOf({ units }));
}

/** Whether a job computes units of the file. */
export function needsJob({ path, family, request }: RunFile, reused: ReusedUnits, client: Client): boolean {
  const units = reused.get(path);
  return units === undefined || familyApi(client, family).unitsOf(request).length > units.length;
}

/** The outcome of a file without a job, before its reused units are added. */
export function outcomeWithoutJob({ path: key, family }: RunFile): JobOutcome {
  return { key, family, jobId: undefined, status: "success", requestKeys: [], units: [] };
}

/** The request without the units that are reused. */
export function withoutReused({ path, request }: RunFile, reused: ReusedUnits): unknown {
  const units = reused.get(path);
  const data = property(request, "data");
  if (units === undefined || !isObject(request) || !isObject(data)) return request;
  const ids = new Set(units.map(({ id }) => id));
  return { ...request, data: Object.fromEntries(Object.entries(data).filter(([id]) => !ids.has(id))) };
}
