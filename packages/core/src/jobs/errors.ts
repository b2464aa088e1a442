/** A result's body ended before it was whole: cut, of another length than announced, or undecodable. A store throws it. */
export class IncompleteBodyError extends Error {
  override readonly name = "IncompleteBodyError";
  /** Bytes that arrived. */
  readonly bytesRead: number;
  constructor(message: string, bytesRead: number, options?: ErrorOptions) {
    super(message, options);
    this.bytesRead = bytesRead;
  }
}

/**
 * The journal or the store failed (a full disk, a folder that is gone). The run stops: no job is created and no result
 * is asked for that could not be kept. Jobs that run on the service are left to it, so that a resumed run collects them.
 */
export class StorageError extends Error {
  override readonly name = "StorageError";
  /** Stable text that names the class, for programs. */
  readonly code = "storage";
  /** Ids of the jobs that still run on the service or wait there with their results. */
  readonly jobIds: readonly string[];
  constructor(message: string, options?: ErrorOptions & { readonly jobIds?: readonly string[] }) {
    super(message, options);
    this.jobIds = options?.jobIds ?? [];
  }
}

/** The service certainly cannot be used, so the run ended before its first job: nothing was created, and nothing is lost. */
export class PreflightError extends Error {
  override readonly name = "PreflightError";
  /** Stable text that names the class, for programs. */
  readonly code = "preflight";
}

/** The sentence of anything thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The service was asked for as long as is worth it and did not answer: what became of the job is not known. */
export class UnreachableError extends Error {
  override readonly name = "UnreachableError";
}
