import { messageOf } from "../text/errors.ts";

/** The body of a result ended early: it was cut, had another length than announced, or could not be decoded. A store throws it. */
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
 * The journal or the store failed: the disk is full, or the folder is gone. The run stops, so that it creates no job and reads no
 * result that it could not keep. Jobs that are running on the service stay there, and a resumed run collects them.
 */
export class StorageError extends Error {
  override readonly name: string = "StorageError";
  /** Stable text that identifies the class, for programs. */
  readonly code = "storage";
  /** Ids of the jobs that are still running on the service, or have unread results there. */
  readonly jobIds: readonly string[];
  constructor(message: string, options?: ErrorOptions & { readonly jobIds?: readonly string[] }) {
    super(message, options);
    this.jobIds = options?.jobIds ?? [];
  }
}

/**
 * Another process continues the run, so this one stops: it changes neither journal nor results any more, and leaves the jobs to the other. A
 * journal or a store throws it.
 */
export class RunTakenOverError extends StorageError {
  override readonly name = "RunTakenOverError";
}

/** The service cannot be used, so the run ended before its first job: nothing was created, and nothing is lost. */
export class PreflightError extends Error {
  override readonly name = "PreflightError";
  /** Stable text that identifies the class, for programs. */
  readonly code = "preflight";
}

/** Runs a step of the journal or the store. Any error of it becomes a `StorageError`. */
export async function storageStep<T>(part: "journal" | "store", step: () => Promise<T> | T): Promise<T> {
  try {
    return await step();
  } catch (error) {
    if (error instanceof StorageError) throw error;
    const cannot = part === "journal" ? "The journal cannot be written" : "The store cannot be used";
    throw new StorageError(`${cannot}: ${messageOf(error)}`, { cause: error });
  }
}

/** The service did not answer for too long: the state of the job is not known. */
export class UnreachableError extends Error {
  override readonly name = "UnreachableError";
}
