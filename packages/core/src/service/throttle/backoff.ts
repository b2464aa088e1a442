import type { Backoff } from "../policy.ts";

/**
 * The pause after an attempt that failed, milliseconds: `firstMs`, doubled with each further attempt up to `longestMs`.
 * @param tries how many attempts failed, from 1
 * @param random uniform in [0, 1)
 */
export function backoffMs(tries: number, { firstMs, longestMs, jitter }: Backoff, random: number): number {
  const ceiling = Math.min(longestMs, firstMs * 2 ** Math.min(tries - 1, 10));
  return ceiling * (1 - jitter + jitter * random);
}
