/** A run folder cannot be used as it is: the message says why and what to do. The user's to mend. */
export class RunFolderError extends Error {
  override readonly name = "RunFolderError";
  /** Stable text that names the class, for programs. */
  readonly code = "run-folder";
}
