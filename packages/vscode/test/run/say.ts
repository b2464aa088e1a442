import { format } from "node:util";

/** Writes a line for who runs the tests. */
export function say(...values: readonly unknown[]): void {
  process.stdout.write(`${format(...values)}\n`);
}
