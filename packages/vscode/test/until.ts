/** Long enough for a machine that is busy; who waits so long waits for nothing. */
export const patienceSeconds = 120;

/** The first value that is not undefined, null or false, asked for again and again. Says what it waited for when time is up. */
export async function until<T>(
  what: string,
  ask: () => T | undefined | null | false | Promise<T | undefined | null | false>,
): Promise<T> {
  const end = Date.now() + patienceSeconds * 1000;
  for (;;) {
    const value = await ask();
    if (value !== undefined && value !== null && value !== false) return value;
    if (Date.now() > end) throw new Error(`waited ${patienceSeconds} s for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
