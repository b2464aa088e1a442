/** A button that a host with buttons shows beside an error, and the command that it runs. */
export interface ErrorAction {
  readonly title: string;
  readonly command: string;
  readonly args?: readonly unknown[];
}

/**
 * A mistake that the user can correct, such as a bad input, a missing file or a damaged run folder. The message says what happened, where, and what to do. Every other error is a defect of ours.
 */
export class UserError extends Error {
  override readonly name: string = "UserError";
  /** Stable text that names the class, for programs. */
  readonly code = "user-error";
  /** The message; with several problems, a line for each. They may hold untrusted text, so escape them where they are shown. */
  readonly lines: readonly string[];
  /** What the user can do, for hosts with buttons. */
  readonly actions: readonly ErrorAction[];

  /** @param problem one problem, or several that were found together */
  constructor(
    problem: string | readonly string[],
    { actions = [], cause }: { readonly actions?: readonly ErrorAction[]; readonly cause?: unknown } = {},
  ) {
    const lines = typeof problem === "string" ? [problem] : problem;
    super(lines.join(" "), cause === undefined ? undefined : { cause });
    this.lines = lines;
    this.actions = actions;
  }
}

/** Something else uses a file or a folder now. What failed can succeed later, without a change of the user. */
export class InUseError extends UserError {}

/** The codes of core's errors that the user can act on. Codes, so that a program that has not started yet need not load the classes. */
const codes: readonly string[] = ["storage", "preflight"];

/**
 * The lines to show for an error that the user can act on: a UserError, an answer of the service, a refusal of the disk.
 * `undefined` for every other error, which is a defect of this project.
 */
export function userLines(error: unknown): readonly string[] | undefined {
  if (error instanceof UserError) return error.lines;
  if (!(error instanceof Error)) return undefined;
  if ("advice" in error && typeof error.advice === "string")
    return [`${error.message.replace(/\.?$/, ".")} ${error.advice}`];
  if (!("code" in error) || typeof error.code !== "string") return undefined;
  return "syscall" in error || codes.includes(error.code) ? [error.message] : undefined;
}

/** Why a call of the system failed, for a user: "no such file or directory" for ENOENT; of any other error its message. */
export function systemReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return /^[A-Z]\w+: ([^,]+)/.exec(error.message)?.[1] ?? error.message;
}

/** Whether an error of the system has one of these codes, such as ENOENT. */
export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && "code" in error && typeof error.code === "string" && codes.includes(error.code);
}
