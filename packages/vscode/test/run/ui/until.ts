import { setTimeout as wait } from "node:timers/promises";

/** Long enough for a machine that is busy; who waits so long waits for nothing. */
export const patienceSeconds = 120;

/** Asks again and again until the answer is yes. Says what it waited for when time is up. */
export async function until(what: string, ask: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + patienceSeconds * 1000;
  while (!(await ask())) {
    if (Date.now() > end) throw new Error(`waited ${patienceSeconds} s for ${what}`);
    await wait(50);
  }
}
