/** What a system error says to a user: "no such file or directory" for ENOENT; of another error its message. */
export function systemReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return /^[A-Z]\w+: ([^,]+)/.exec(error.message)?.[1] ?? error.message;
}
