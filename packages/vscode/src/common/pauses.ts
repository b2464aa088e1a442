import { type Clock, sleep } from "@analytics-engines/core/basics";

/** Long work keeps the other extensions of the window waiting for no longer, plus its longest part. */
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
