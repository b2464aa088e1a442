// Apart from the job, so that importing the package loads neither parameters nor results.
import type { JobOutcome } from "../jobs/types.ts";

/** The service computed no result for `compute`, or its result was lost. The message says why. */
export class ComputeError extends Error {
  override readonly name = "ComputeError";
  /** Stable text that identifies the class, for programs. */
  readonly code = "compute";
  /** How the job ended, with its id, its request keys and the service's errors. */
  readonly outcome: JobOutcome | undefined;
  constructor(message: string, options?: ErrorOptions & { readonly outcome?: JobOutcome | undefined }) {
    super(message, options);
    this.outcome = options?.outcome;
  }
}
