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

const noticedStates = ["Killed", "Timeout"];
const unnoticedStates = ["Survived", "NoCoverage"];

/**
 * Corrects what a busy machine measures: tests that hang notice a change, but where a change has a reason to stay, tests that take too long
 * are only slow.
 */
export function withoutSlowTests(mutants: readonly Mutant[], survivors: readonly Survivor[]): readonly Mutant[] {
  return mutants.map((mutant) => {
    const isSlow = mutant.status === "Timeout" && survivors.some((survivor) => isSame(mutant, survivor));
    return isSlow ? { ...mutant, status: "Survived" } : mutant;
  });
}

/** How many changes the tests noticed, of those that could be tried. */
export function scoreOf(mutants: readonly Mutant[]) {
  const noticed = mutants.filter(({ status }) => noticedStates.includes(status)).length;
  const total = noticed + mutants.filter(({ status }) => unnoticedStates.includes(status)).length;
  return { noticed, total, percent: total === 0 ? 0 : (100 * noticed) / total };
}

/** The changes that no test noticed, and that have no reason to stay. */
export function unexplainedSurvivors(mutants: readonly Mutant[], survivors: readonly Survivor[]): readonly Mutant[] {
  return mutants.filter((mutant) => {
    return unnoticedStates.includes(mutant.status) && !survivors.some((survivor) => isSame(mutant, survivor));
  });
}

/** The reasons for changes that a test notices by now, or that no longer exist, in the files that were changed. */
export function staleSurvivors(mutants: readonly Mutant[], survivors: readonly Survivor[]): readonly Survivor[] {
  const files = new Set(mutants.map(({ file }) => file));
  return survivors.filter((survivor) => {
    if (!files.has(survivor.file)) return false;
    return !mutants.some((mutant) => unnoticedStates.includes(mutant.status) && isSame(mutant, survivor));
  });
}

/** How many changes stay unnoticed for each reason. */
export function countReasons(mutants: readonly Mutant[], survivors: readonly Survivor[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const mutant of mutants) {
    const reason = survivors.find((survivor) => isSame(mutant, survivor))?.reason;
    if (reason !== undefined && unnoticedStates.includes(mutant.status)) counts[reason] = (counts[reason] ?? 0) + 1;
  }
  return counts;
}

function isSame(mutant: Mutant, survivor: Survivor): boolean {
  return mutant.file === survivor.file && mutant.code === survivor.code && mutant.replacement === survivor.replacement;
}
