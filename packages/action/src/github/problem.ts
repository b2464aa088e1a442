/**
 * Something the user can mend: a bad input, a missing file, refused credentials. It reads in one line and has no stack in the log;
 * everything else that is thrown is taken for a defect of ours.
 */
export class Problem extends Error {
  override readonly name: string = "Problem";
}

/** Several problems found at once, a line each. */
export class Problems extends Problem {
  override readonly name: string = "Problems";
  readonly lines: readonly string[];

  constructor(lines: readonly string[]) {
    super(lines.join(" "));
    this.lines = lines;
  }
}
