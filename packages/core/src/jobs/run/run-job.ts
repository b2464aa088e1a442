import { JobCanceledError, JobDeadlineError, LostResultError, NotFoundError } from "../../service/errors/errors.ts";
import { RESPONSE_LOST, saveOnlyCopy } from "../collect/read-once.ts";
import { lossItem, readResults, readUnit, settle } from "../collect/read-results.ts";
import { handleOf, type Job } from "../context.ts";
import { createJob, resumeCreate } from "../create.ts";
import { UnreachableError } from "../errors.ts";
import type { JobHandle } from "../handle.ts";
import { type JobState, successOf } from "../protocol/job-protocol.ts";
import type { JobOutcome, RunOptions, UnitOutcome, UnitReport } from "../types.ts";
import { watchJob } from "../watch/watch.ts";
import { notWaitedFor, outcomeOfStop, outcomeOfUnits, stopJob } from "./outcome.ts";

/** When a job ends early, and what happens to it on the service then. */
export type Patience = Pick<RunOptions, "cancelOnAbort" | "waitForJobs">;

/**
 * Runs one job of a run to its outcome, and journals that. Errors of the job are in the outcome.
 * @throws only StorageError, which ends the whole run
 */
export function runJob(job: Job, body: unknown, patience: Patience): Promise<JobOutcome> {
  const about = { "analytics_engines.job.key": job.key, "analytics_engines.family": job.family };
  return job.telemetry.span("job", about, async (span) => {
    const outcome = await runToOutcome(job, body, patience);
    await job.log.write({ type: "finished", outcome });
    job.emit({ type: "job-finished", key: job.key, outcome });
    const { status, problem } = outcome;
    span.add({
      "analytics_engines.job.id": outcome.jobId,
      "analytics_engines.request.key": outcome.requestKeys,
      "analytics_engines.status": status,
      "analytics_engines.units": outcome.units.length,
    });
    if (status !== "success") span.fail(problem?.code ?? status);
    return outcome;
  });
}

async function runToOutcome(
  job: Job,
  body: unknown,
  { cancelOnAbort = true, waitForJobs = true }: Patience,
): Promise<JobOutcome> {
  try {
    job.stop.throwIfAborted();
    const steps = driveJob(job, body);
    let step = await steps.next();
    for (; !step.done; step = await steps.next()) {
      const { handle, progress } = step.value;
      if (handle.jobId !== undefined) job.emit({ type: "job-progress", key: job.key, jobId: handle.jobId, progress });
      if (!waitForJobs && handle.phase === "running") return outcomeOfStop(job, notWaitedFor(job), body);
    }
    return outcomeOfUnits(job, step.value);
  } catch (error) {
    return outcomeOfStop(job, await stopJob(job, error, cancelOnAbort), body);
  }
}

/** The state of a job. */
export interface JobProgress {
  /** Save it to continue in another process. */
  readonly handle: JobHandle;
  /** Percent, if the service says it. */
  readonly progress: number | undefined;
}

/**
 * Takes a job from any state to its end: creates it, waits for it, stores its results. Yields after each
 * answer of the service, and once when the job is finished there, before its units are read.
 *
 * @param body the request as sent; needed only for a job that the service does not have yet
 * @throws the error that ended it: `JobDeadlineError`, `JobCanceledError`, `NotFoundError` (the service no longer knows it),
 *   `UnreachableError`, `StorageError`, the signal's reason, or what the client throws for a create
 */
export async function* driveJob(job: Job, body: unknown): AsyncGenerator<JobProgress, readonly UnitOutcome[]> {
  const earlier = job.log.handle;
  let jobState: JobState | undefined;
  if (earlier === undefined) jobState = await createJob(job, body);
  else if (earlier.phase === "creating") jobState = await resumeCreate(job, earlier.jobId, body);
  if (earlier?.phase !== "done") {
    // An answer that was in progress at the stop may have been the result.
    const isResumed = earlier !== undefined && job.api.statusIsResult;
    yield* untilDone(job, jobState, isResumed || handleOf(job).resultMayBeConsumed === true);
    yield { handle: handleOf(job), progress: 100 };
  }
  return readResults(job);
}

async function* untilDone(
  job: Job,
  first: JobState | undefined,
  resultMayBeConsumed: boolean,
): AsyncGenerator<JobProgress, void> {
  const watching = watchJob(job, first);
  let step = await watching.next();
  for (; !step.done; step = await watching.next()) yield { handle: handleOf(job), progress: step.value };
  const end = step.value;
  const { jobId } = handleOf(job);

  switch (end.state) {
    case "done":
      await journalDone(job, end.units, end.meta.requestKey);
      return;
    case "result":
      await journalDone(job, [successOf(end.unitId)], undefined);
      // An empty answer to the create says only that the service has the job.
      if ((await settleOnlyCopy(job, end)) === "nothing" && end.source === "create")
        yield* untilDone(job, undefined, true);
      return;
    case "canceled":
      throw new JobCanceledError(`Job ${jobId} was canceled on the service, and not by this run.`, { jobId });
    case "gone":
      if (handleOf(job).cancelAsked && !end.resultMayBeConsumed) {
        throw new JobCanceledError(
          `Job ${jobId} is gone: this run had asked to cancel it, and the answer was lost. Run it again to start it again.`,
          { jobId },
        );
      }
      if (end.resultMayBeConsumed || resultMayBeConsumed) {
        const how = end.resultMayBeConsumed ? RESPONSE_LOST : RESPONSE_LOST_OR_GONE;
        const message = `The result of job ${jobId} (${job.key}) is lost: ${how}. 0 bytes arrived`;
        await settleAllAsLost(
          job,
          new LostResultError(message, { jobId, bytesRead: 0, requestKey: handleOf(job).requestKeys.at(-1) }),
        );
        return;
      }
      throw new NotFoundError(
        `The service no longer knows job ${jobId}: it was canceled, it expired, or its results were read elsewhere.`,
      );
    case "deadline":
      if ("error" in end) throw new UnreachableError("The deadline passed while the service gave no status.");
      throw new JobDeadlineError(`Job ${jobId} did not finish by its deadline.`, { jobId });
  }
}

const RESPONSE_LOST_OR_GONE = `${RESPONSE_LOST}, if the job was not canceled or read elsewhere`;

async function journalDone(job: Job, units: readonly UnitReport[], requestKey: string | undefined): Promise<void> {
  if (handleOf(job).phase === "done") return;
  await job.log.write({ type: "done", units, ...(requestKey !== undefined && { requestKey }) });
}

/** Stores the only copy of a result. An answer that broke off may have said that the result can be read, so it is read. @returns `nothing` where the answer had no result */
async function settleOnlyCopy(
  job: Job,
  result: Extract<JobState, { state: "result" }>,
): Promise<"settled" | "nothing"> {
  try {
    return (await saveOnlyCopy(job, result)) === undefined ? "nothing" : "settled";
  } catch (error) {
    if (!(error instanceof LostResultError)) throw error;
    const { unitId: id } = result;
    const lostUnit = { id, status: "lost", warnings: [], errors: [lossItem(error)] } as const;
    // For a job with units the answer was the only copy. Where the service has no other either, the first error counts: it says how much arrived.
    const unit = job.api.statusIsResult ? await readUnit(job, successOf(id)) : lostUnit;
    settle(job, unit.status === "lost" ? lostUnit : unit);
    return "settled";
  }
}

async function settleAllAsLost(job: Job, error: LostResultError): Promise<void> {
  const units = handleOf(job).unitIds;
  await journalDone(job, units.map(successOf), undefined);
  for (const id of units) settle(job, { id, status: "lost", warnings: [], errors: [lossItem(error)] });
}
