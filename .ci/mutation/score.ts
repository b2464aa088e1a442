import type { Survivor } from "./survivors.ts";

/** A change of the code, and what the tests said to it. */
export interface Mutant {
  /** Path from the root. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly code: string;
  readonly replacement: string;
  /** As the mutation framework names it: `Killed`, `Timeout`, `Survived`, `NoCoverage`, `CompileError`, `RuntimeError`, `Ignored`. */
  readonly status: string;
}

const NOTICED = ["Killed", "Timeout"];
const NOT_NOTICED = ["Survived", "NoCoverage"];

/** How many changes the tests noticed, of those that could be tried. */
export function scoreOf(mutants: readonly Mutant[]) {
  const noticed = mutants.filter(({ status }) => NOTICED.includes(status)).length;
  const total = noticed + mutants.filter(({ status }) => NOT_NOTICED.includes(status)).length;
  return { noticed, total, percent: total === 0 ? 100 : (100 * noticed) / total };
}

/** The changes that no test noticed, and that have no reason to stay. */
export function unexplainedSurvivors(mutants: readonly Mutant[], survivors: readonly Survivor[]): readonly Mutant[] {
  return mutants.filter((mutant) => {
    return NOT_NOTICED.includes(mutant.status) && !survivors.some((survivor) => isSame(mutant, survivor));
  });
}

function isSame(mutant: Mutant, survivor: Survivor): boolean {
  return mutant.file === survivor.file && mutant.code === survivor.code && mutant.replacement === survivor.replacement;
}
