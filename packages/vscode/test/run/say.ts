import { format } from "node:util";

/** Prints a line for the person who runs the tests. */
export function say(...values: readonly unknown[]): void {
  process.stdout.write(`${format(...values)}\n`);
}

/** Does some work, and prints how long it took, also after a failure. */
export async function timed<T>(what: string, act: () => Promise<T>): Promise<T> {
  const started = Date.now();
  try {
    return await act();
  } finally {
    say(`${what} took ${((Date.now() - started) / 1000).toFixed(0)} s`);
  }
}
