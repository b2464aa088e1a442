import { owesCommentary } from "./commentary/commentaries.ts";
import type { JobHandle } from "./handle.ts";
import type { JobOutcome, RunOptions } from "./types.ts";

/** The code of a job that was stopped while its run went on. Another than that of a job which the service calls canceled: that one is begun anew. */
export const JOB_CANCELED = "job-stopped";

/**
 * What a new execution makes of a job that an earlier one knew: its outcome where that is final, the handle to carry on
 * with, or neither where it is to be begun anew.
 *
 * Anew begins what certainly does not run: a job that was never sent, one whose cancel the service confirmed. What the
 * service refused to create is looked for and sent again, for the fault may be mended (credentials, a permission).
 * What may run, or may have results waiting, is carried on with.
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
      // Nobody wants it any more.
      if (outcome.problem?.code === JOB_CANCELED) return { outcome };
      return open.canceled || open.jobId === undefined ? {} : { handle: open };
    case "timed-out":
      return open.canceled || open.jobId === undefined ? {} : { handle: open };
    case "unknown":
      if (open.canceled) return {};
      // Created without an id of ours, and perhaps running: never sent again.
      return open.jobId === undefined ? { outcome } : { handle: open };
  }
}

/** Whether there is something left to do for a job: to create it, to watch it, to collect it, or a commentary of it. */
export function isOpen(handle: JobHandle | undefined, wantsCommentary: RunOptions["wantsCommentary"]): boolean {
  return resumeFrom(handle).outcome === undefined || (handle !== undefined && owesCommentary(handle, wantsCommentary));
}
