/** Long enough for a busy machine. */
export const MAX_WAIT_SECONDS = 120;

/** Calls a function until it returns a value that is not undefined, null or false. @throws after a timeout, with what it waited for */
export async function until<T>(
  what: string,
  ask: () => T | undefined | null | false | Promise<T | undefined | null | false>,
): Promise<T> {
  const end = Date.now() + MAX_WAIT_SECONDS * 1000;
  for (;;) {
    const value = await ask();
    if (value !== undefined && value !== null && value !== false) return value;
    if (Date.now() > end) throw new Error(`waited ${MAX_WAIT_SECONDS} s for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
