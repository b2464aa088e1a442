import { ServiceError } from "../../service/errors/errors.ts";
import { handleOf, type JobSignals, type JournaledJob } from "../context.ts";
import { StorageError } from "../errors.ts";
import { findCommentary, findRead, type JobHandle } from "../handle.ts";
import type { CommentaryApi } from "../protocol/commentary-api.ts";
import type { FamilyAdapter } from "../protocol/family-adapter.ts";
import type { RunOptions, StoredFile, UnitOutcome } from "../types.ts";
import { type CommentaryCreateContext, requestCommentary } from "./create.ts";
import { missingReason } from "./eligible.ts";
import { fetchCommentary, type KeepContext, keepCommentary, storedCommentary } from "./keep.ts";
import { CommentaryError, missingCommentary } from "./problem.ts";
import { type CommentaryWaitContext, waitForCommentary } from "./wait.ts";

/** What the commentaries of a job use of it. */
export interface CommentaryContext extends CommentaryCreateContext, CommentaryWaitContext, KeepContext, JobSignals {
  readonly api: Pick<FamilyAdapter, "commentary" | "deliveryMs">;
  /** Whether the run asks for a commentary of the unit. */
  readonly wantsCommentary: (unitId: string) => boolean;
  /** The request keys of failed requests, for support. */
  readonly failedKeys: Set<string>;
}

/**
 * The units of a finished job with the requested commentaries. A commentary does not change the status of its unit: an error of it is in
 * the unit's `commentaryProblem`.
 * @param body the request as sent
 * @throws only StorageError
 */
export async function withCommentaries(
  job: CommentaryContext,
  body: unknown,
  units: readonly UnitOutcome[],
): Promise<readonly UnitOutcome[]> {
  const selectedUnits = units.filter(({ id, status }) => status === "success" && isRequested(job, id));
  if (selectedUnits.length === 0) return units;
  const commentaries = new Map<string, Commentary>();
  // All are requested before the first wait: the service generates them at the same time.
  for (const { id } of selectedUnits) {
    const commentary = await attempt(job, id, () => begin(job, body, id));
    if (commentary !== undefined) settle(job, commentaries, id, commentary);
  }
  for (const { id } of selectedUnits) {
    if (commentaries.has(id)) continue;
    const commentary = await attempt(job, id, () => finish(job, id));
    if (commentary !== undefined) settle(job, commentaries, id, commentary);
  }
  return units.map((unit) => {
    const { commentary: _, commentaryProblem: __, ...rest } = unit;
    const commentary = commentaries.get(unit.id);
    return commentary === undefined ? unit : { ...rest, ...commentary };
  });
}

/** Whether a finished job lacks a commentary that a later execution can still get. */
export function owesCommentary(handle: JobHandle, wants: RunOptions["wantsCommentary"]): boolean {
  const { key, family, outcome } = handle;
  if (outcome === undefined) return false;
  return outcome.units.some(({ id, status, commentaryProblem }) => {
    const commentary = findCommentary(handle, id);
    if (status !== "success" || commentary?.state === "failed") return false;
    if (findRead(handle, id, "commentary")?.file !== undefined) return false;
    // Families other than pa have no commentaries.
    if (family !== "pa" && commentaryProblem !== undefined) return false;
    return commentary !== undefined || wants?.(key, id) === true;
  });
}

type Commentary = { readonly commentary: StoredFile } | { readonly commentaryProblem: string };

/** Whether this execution requests the commentary, or an earlier one began it. */
function isRequested(job: JournaledJob & Pick<CommentaryContext, "wantsCommentary">, unitId: string): boolean {
  const handle = handleOf(job);
  const isBegun = findCommentary(handle, unitId) !== undefined || findRead(handle, unitId, "commentary") !== undefined;
  return isBegun || job.wantsCommentary(unitId);
}

async function begin(job: CommentaryContext, body: unknown, unitId: string): Promise<StoredFile | undefined> {
  const stored = await storedCommentary(job, unitId);
  if (stored !== undefined) return stored;
  const earlier = findCommentary(handleOf(job), unitId);
  if (earlier?.state === "failed")
    throw new CommentaryError(
      earlier.message ?? "The service did not generate it. Run the parameter file again for another.",
    );
  const reason = missingReason(job.family, body, unitId);
  if (reason !== undefined) throw new CommentaryError(reason);
  const text = await requestCommentary(job, apiOf(job), unitId);
  return text && keepCommentary(job, unitId, text);
}

async function finish(job: CommentaryContext, unitId: string): Promise<StoredFile> {
  await waitForCommentary(job, apiOf(job), unitId);
  return fetchCommentary(job, apiOf(job), unitId);
}

function apiOf({ api, family }: CommentaryContext): CommentaryApi {
  if (api.commentary === undefined) throw new Error(`The family ${family} has no commentaries.`);
  return api.commentary;
}

async function attempt(
  job: CommentaryContext,
  unitId: string,
  work: () => Promise<StoredFile | undefined>,
): Promise<Commentary | undefined> {
  try {
    const commentary = await work();
    return commentary && { commentary };
  } catch (error) {
    if (error instanceof StorageError) throw error;
    // The run ends because of the disk: a later execution continues.
    if (job.stop.reason instanceof StorageError) throw job.stop.reason;
    if (error instanceof ServiceError && error.requestKey !== undefined) job.failedKeys.add(error.requestKey);
    const commentaryProblem = missingCommentary(job, unitId, error);
    if (job.isCancelRequested())
      await job.log.write({ type: "commentary", unitId, state: "failed", message: "The job was canceled." });
    return { commentaryProblem };
  }
}

function settle(
  job: Pick<CommentaryContext, "key" | "emit">,
  commentaries: Map<string, Commentary>,
  unitId: string,
  commentary: Commentary,
): void {
  commentaries.set(unitId, commentary);
  const details =
    "commentary" in commentary ? { stored: commentary.commentary } : { problem: commentary.commentaryProblem };
  job.emit({ type: "commentary-finished", key: job.key, unitId, ...details });
}
