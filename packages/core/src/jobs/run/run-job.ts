import type { Job } from "../context.ts";
import type { JobOutcome, RunOptions, UnitOutcome } from "../types.ts";
import { driveJob } from "./drive-job.ts";
import { endJob, leaveJob } from "./ending.ts";
import { outcomeOfEnding, outcomeOfUnits } from "./outcome.ts";

/** When a job ends early, and what happens to it on the service then. */
export type Patience = Pick<RunOptions, "cancelOnAbort" | "waitForJobs">;

/**
 * Runs one job of a run to its outcome, and journals that. Errors of the job are in the outcome.
 * @throws only StorageError, which ends the whole run
 */
export function runJob(job: Job, body: unknown, patience: Patience): Promise<JobOutcome> {
  return reportJob(job, () => runToOutcome(job, body, patience));
}

async function runToOutcome(
  job: Job,
  body: unknown,
  { cancelOnAbort = true, waitForJobs = true }: Patience,
): Promise<JobOutcome> {
  let outcome: JobOutcome;
  try {
    const units = await collectUnits(job, body, waitForJobs);
    outcome = units === undefined ? outcomeOfEnding(job, leaveJob(job), body) : outcomeOfUnits(job, units);
  } catch (error) {
    outcome = outcomeOfEnding(job, await endJob(job, error, cancelOnAbort), body);
  }
  return finish(job, outcome);
}

/** Reports a job, and how it ended. */
function reportJob(job: Job, work: () => Promise<JobOutcome>): Promise<JobOutcome> {
  const about = { "analytics_engines.job.key": job.key, "analytics_engines.family": job.family };
  return job.telemetry.span("job", about, async (step) => {
    const outcome = await work();
    const { status, problem } = outcome;
    step.add({
      "analytics_engines.job.id": outcome.jobId,
      "analytics_engines.request.key": outcome.requestKeys,
      "analytics_engines.status": status,
      "analytics_engines.units": outcome.units.length,
    });
    if (status !== "success") step.fail(problem?.code ?? status);
    return outcome;
  });
}

async function finish(job: Job, outcome: JobOutcome): Promise<JobOutcome> {
  await job.log.write({ type: "finished", outcome });
  job.emit({ type: "job-finished", key: job.key, outcome });
  return outcome;
}

/**
 * Takes the job to its stored results, and reports its progress. Throws as `driveJob`.
 * @returns `undefined` where the service still computes the job, and nobody waits for it
 */
async function collectUnits(
  job: Job,
  body: unknown,
  waitForJobs: boolean,
): Promise<readonly UnitOutcome[] | undefined> {
  job.stop.throwIfAborted();
  const steps = driveJob(job, body);
  let step = await steps.next();
  for (; !step.done; step = await steps.next()) {
    const { handle, progress } = step.value;
    if (handle.jobId !== undefined) job.emit({ type: "job-progress", key: job.key, jobId: handle.jobId, progress });
    if (!waitForJobs && handle.phase === "running") return undefined;
  }
  return step.value;
}
