/** How a program ended on Windows. */
export interface Ended {
  /** `undefined` where it was ended because it took too long. */
  readonly code: number | undefined;
  /** Standard output, then standard error. */
  readonly text: string;
}

/** How a program is started. */
export interface StartOptions {
  /** A folder of this machine. */
  readonly cwd: string;
  /** Files that Node loads before the program. */
  readonly preload?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Milliseconds. After them the program is ended. Default: two minutes. */
  readonly maxMs?: number;
}

/** A Windows: this machine, or Wine on it. */
export interface Windows {
  /** A folder of this machine for the files of tests. */
  readonly folder: string;
  readonly nodeMajor: number;
  /** The path of a file of this machine, as Windows names it. */
  windowsPath(file: string): string;
  /** Runs a JavaScript program of this machine with arguments. */
  run(program: string, args: readonly string[], options: StartOptions): Promise<Ended>;
  /** The folder of the project, with the packages for Windows. */
  openProject(): string;
}

/** How long a program may take, unless its start says otherwise. */
export const MAX_PROGRAM_MS = 120_000;

/** What tests have shown. */
export interface Counts {
  readonly passed: number;
  /** The names of the tests. */
  readonly failed: readonly string[];
}
