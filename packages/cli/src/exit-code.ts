/** How the command ends. 0: success. 1: problems were found. 2: wrong use, or the command could not do what was asked. */
export type ExitCode = 0 | 1 | 2;
