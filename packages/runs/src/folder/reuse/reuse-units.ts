import {
  type Client,
  expectedResult,
  familyApi,
  type Journal,
  type ResultStore,
  type RunEvent,
  StorageError,
  type UnitOutcome,
} from "@analytics-engines/core";
import { messageOf } from "@analytics-engines/core/basics";
import type { RunFile } from "../run-options.ts";
import { copyUnit } from "./copy-unit.ts";
import { type Candidate, createCandidateFinder, type ReuseLimits } from "./find-candidates.ts";
import type { ReuseSource } from "./reuse-source.ts";
import type { ReusedUnits } from "./reused-units.ts";
import { cachedDates, withSameDays } from "./same-days.ts";

/** The number of files that are compared and copied at once. */
const AT_ONCE = 4;

/** What a run uses to reuse results. */
interface ReuseContext extends ReuseLimits {
  readonly client: Client;
  readonly journal: Journal;
  readonly store: ResultStore;
  readonly signal?: AbortSignal | undefined;
  readonly onEvent: (event: RunEvent) => void;
}

/**
 * Copies the results of an earlier run for the units that would be the same again, and records them in the journal. This happens before the
 * first create, so a resumed run finds what was decided: a unit without such a record is computed.
 */
export async function reuseUnits(
  files: readonly RunFile[],
  source: ReuseSource,
  context: ReuseContext,
): Promise<ReusedUnits> {
  const findCandidates = createCandidateFinder(source, context);
  const daysContext = { ...context, client: cachedDates(context.client) };
  const at = new Date(context.now).toISOString();
  const record = (key: string, units: readonly UnitOutcome[]) =>
    context.journal.append({ type: "reused", key, at, units });
  const reused = new Map<string, readonly UnitOutcome[]>();
  const queue = files.values();
  let begin: Promise<void> | undefined;
  const work = async () => {
    for (const file of queue) {
      if (context.signal?.aborted === true) return;
      const { unitsOf } = familyApi(context.client, file.family);
      const candidates = await withSameDays(file, findCandidates(file, unitsOf(file.request)), daysContext);
      if (candidates.length === 0) continue;
      // The folder has a journal before it has results: so it is a run, and can be resumed.
      begin ??= record(file.path, []);
      await begin;
      const units = await copyUnits(file, candidates, source, context);
      if (units.length === 0) continue;
      await record(file.path, units);
      reused.set(file.path, units);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work)).catch((error: unknown) => {
    // The run itself says that it was stopped, and leaves the other units to a later one.
    if (context.signal?.aborted === true) return;
    if (error instanceof StorageError) throw error;
    const reason = messageOf(error).replace(/\.?$/, ".");
    throw new StorageError(`Results of ${source.name} could not be copied: ${reason}`, { cause: error });
  });
  return reused;
}

async function copyUnits(
  { path: key, family, request }: RunFile,
  candidates: readonly Candidate[],
  source: ReuseSource,
  { store, onEvent }: ReuseContext,
): Promise<readonly UnitOutcome[]> {
  const expects = expectedResult(family, request);
  const units: UnitOutcome[] = [];
  for (const candidate of candidates) {
    await store.ready?.();
    const copied = await copyUnit(source, candidate, { key, store, expects });
    if ("reason" in copied) onEvent({ type: "not-reused", key, unitId: candidate.id, reason: copied.reason });
    else {
      units.push(copied);
      onEvent({ type: "unit-finished", key, unit: copied });
    }
  }
  return units;
}
