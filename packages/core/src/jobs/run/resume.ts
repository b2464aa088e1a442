import type { JobHandle } from "../handle.ts";
import type { JobOutcome } from "../types.ts";

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
