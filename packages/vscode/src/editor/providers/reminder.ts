import type { Clock } from "@analytics-engines/core/basics";

/** The first delay. Each next one is twice as long, up to `lastDelayMs`. */
export const FIRST_DELAY_MS = 1000;
export const LAST_DELAY_MS = 64_000;

/**
 * Reminds VS Code of visible documents whose lenses it has not requested. The delays grow, since a reminder restarts VS Code's own delay, and end,
 * since a user may have turned lenses off.
 * @param isShown whether the document is visible
 */
export function createReminder(clock: Clock, isShown: (key: string) => boolean, remind: () => void) {
  const outstanding = new Set<string>();
  let cancel: (() => void) | undefined;
  const isWanted = () => [...outstanding].some(isShown);

  function wait(delayMs: number): void {
    if (delayMs > LAST_DELAY_MS) return;
    cancel = clock.setTimer(delayMs, () => {
      if (!isWanted()) return;
      remind();
      wait(2 * delayMs);
    });
  }

  function dispose(): void {
    cancel?.();
    cancel = undefined;
  }

  /** Starts again after a change of the visible documents. */
  function check(): void {
    dispose();
    if (isWanted()) wait(FIRST_DELAY_MS);
  }

  return {
    /** Expects a request for a document. */
    expect(key: string): void {
      outstanding.add(key);
      check();
    },
    /** The request has come, or is no longer needed. */
    done: (key: string) => void outstanding.delete(key),
    check,
    dispose,
  };
}
