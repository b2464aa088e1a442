/** How the pauses between attempts grow. */
export interface Backoff {
  readonly firstMs: number;
  readonly longestMs: number;
  /** The share of a pause that is random, 0 to 1, so that many clients do not repeat their requests at the same time. */
  readonly jitter: number;
}

/**
 * The pause after an attempt that failed, milliseconds: `firstMs`, doubled with each further attempt up to `longestMs`.
 * @param tries how many attempts failed, from 1
 * @param random uniform in [0, 1)
 */
export function backoffMs(tries: number, { firstMs, longestMs, jitter }: Backoff, random: number): number {
  const ceiling = Math.min(longestMs, firstMs * 2 ** Math.min(tries - 1, 10));
  return ceiling * (1 - jitter + jitter * random);
}
