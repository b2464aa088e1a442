import { type Clock, sleep } from "@analytics-engines/core/basics";
import type { Steps } from "@analytics-engines/core/parameters";

/** Work in steps keeps the other extensions of the window waiting for no longer. With the longest step it stays below 50 ms. */
const MAX_BUSY_MS = 10;

/** Lets other work have its turn, if that has not been for some milliseconds. */
export type Pause = () => Promise<void>;

export function createPause(clock: Clock): Pause {
  let start = clock.now();
  return async () => {
    if (clock.now() - start < MAX_BUSY_MS) return;
    await sleep(clock, 0);
    start = clock.now();
  };
}

/** Does all steps, with pauses. @returns undefined if the result is no longer wanted */
export async function finishWithPauses<T>(
  steps: Steps<T>,
  pause: Pause,
  isWanted: () => boolean,
): Promise<T | undefined> {
  let step = steps.next();
  while (!step.done) {
    await pause();
    if (!isWanted()) return undefined;
    step = steps.next();
  }
  return step.value;
}
