/** How the command ends. 0: all is well. 1: problems were found. 2: wrong use, or the command could not do what was asked. */
export type ExitCode = 0 | 1 | 2;

/** The command cannot do what was asked for. Ends with exit code 2. */
export class CommandError extends Error {
  override name = "CommandError";
  /** Why, a sentence each. They may hold untrusted text: whoever prints them makes it visible. */
  readonly reasons: readonly string[];

  constructor(...reasons: readonly string[]) {
    super(reasons.join(" "));
    this.reasons = reasons;
  }
}
