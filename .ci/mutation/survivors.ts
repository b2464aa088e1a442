/** A changed line of code that no test notices, and why that is right. */
export interface Survivor {
  /** Path from the root. */
  readonly file: string;
  /** The code as it is, and as the change has it. */
  readonly code: string;
  readonly replacement: string;
  readonly reason: string;
}

/** The survivors that stay. */
export const survivors: readonly Survivor[] = [];
