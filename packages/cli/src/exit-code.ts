/** The exit code of `collect --no-wait` while jobs are in progress. */
export const JOBS_IN_PROGRESS = 3;

/** The exit code of the command. 0: success. 1: problems were found. 2: wrong use, or the command could not do what it should. */
export type ExitCode = 0 | 1 | 2 | typeof JOBS_IN_PROGRESS;
