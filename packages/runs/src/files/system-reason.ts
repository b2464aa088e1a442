/** Why a call of the system failed, for a user: "no such file or directory" for ENOENT; of any other error its message. */
export function systemReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return /^[A-Z]\w+: ([^,]+)/.exec(error.message)?.[1] ?? error.message;
}

/** Whether an error of the system has one of these codes, such as ENOENT. */
export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && "code" in error && typeof error.code === "string" && codes.includes(error.code);
}
