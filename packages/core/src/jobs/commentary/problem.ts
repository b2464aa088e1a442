import { BadRequestError, JobDeadlineError, ServiceError } from "../../service/errors/errors.ts";
import { messageOf } from "../../text/message-of.ts";
import type { JobSignals } from "../context.ts";
import { NEEDS } from "./eligible.ts";

/** Why there is no commentary, and what to do. */
export class CommentaryError extends Error {
  override readonly name = "CommentaryError";
}

const RESUME = "Resume the run to ask for it again.";

/** The reason why a unit has no commentary, for its warnings. */
export function missingCommentary(job: JobSignals, unitId: string, error: unknown): string {
  return `There is no commentary of unit ${unitId}. ${reasonOf(job, error)}`;
}

function reasonOf(job: JobSignals, error: unknown): string {
  if (job.isCancelRequested()) return "The job was canceled.";
  const { reason } = job.stop;
  if (job.stop.aborted && reason instanceof JobDeadlineError) return `${sentence(reason)} ${RESUME}`;
  if (job.stop.aborted) return `The run was stopped before it was there. ${RESUME}`;
  if (error instanceof CommentaryError) return messageOf(error);
  if (error instanceof BadRequestError) return `${sentence(error)} ${NEEDS}`;
  if (error instanceof ServiceError && !(error instanceof JobDeadlineError))
    return `${sentence(error)} ${error.advice} ${RESUME}`;
  return `${sentence(error)} ${RESUME}`;
}

function sentence(error: unknown): string {
  return messageOf(error).replace(/\.?$/, ".");
}
