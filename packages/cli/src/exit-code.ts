/** The exit code of `collect --no-wait` while jobs are in progress. */
export const JOBS_IN_PROGRESS = 3;

/** The exit code of a command that a signal stopped: that of a shell. */
export function exitCodeOfSignal(name: NodeJS.Signals): 130 | 143 {
  return name === "SIGINT" ? 130 : 143;
}

/**
 * The exit code of the command. 0: success. 1: problems were found. 2: wrong use, or the command could not do what it should. 130: stopped by
 * Ctrl-C. 143: stopped by SIGTERM.
 */
export type ExitCode = 0 | 1 | 2 | typeof JOBS_IN_PROGRESS | ReturnType<typeof exitCodeOfSignal>;
