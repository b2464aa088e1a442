import { format } from "node:util";

/** Writes a line for who runs the tests. */
export function say(...values: readonly unknown[]): void {
  process.stdout.write(`${format(...values)}\n`);
}

/** Does it, and says how long it took, however it ends. */
export async function timed<T>(what: string, act: () => Promise<T>): Promise<T> {
  const started = Date.now();
  try {
    return await act();
  } finally {
    say(`${what} took ${((Date.now() - started) / 1000).toFixed(0)} s`);
  }
}
