import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempDisposableSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";

/** Measures `rounds` times, one after another. */
export async function repeat<T>(rounds: number, measure: (round: number) => Promise<T>): Promise<T[]> {
  const measured: T[] = [];
  for (let round = 0; round < rounds; round++) measured.push(await measure(round));
  return measured;
}

/** Measures a pair in each round and returns the pair with the median ratio. A busy machine slows both values of a pair equally. */
export async function inTurn<T extends { readonly milliseconds: number }>(
  rounds: number,
  first: () => Promise<T>,
  second: () => Promise<T>,
): Promise<[T, T]> {
  const pairs = await repeat(rounds, async (): Promise<[T, T]> => [await first(), await second()]);
  return middle(pairs, ([one, other]) => one.milliseconds / other.milliseconds);
}

/** A new folder that is removed at the end of the block that declares it: `using folder = benchFolder("plan")`. */
export function benchFolder(name: string, parent = tmpdir()) {
  return mkdtempDisposableSync(path.join(parent, `${name}-`));
}

export interface ChildRun {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** From the start of the process to its end. */
  readonly milliseconds: number;
}

/** Runs Node to its end, with the published form of the packages: without the `source` condition. */
export async function runNode(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  cwd = process.cwd(),
): Promise<ChildRun> {
  const started = performance.now();
  const child = spawn(process.execPath, args, { cwd, env: { PATH: process.env["PATH"] ?? "", ...env } });
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  return { code, stdout, stderr, milliseconds: performance.now() - started };
}

const children = path.join(import.meta.dirname, "children");
const NO_WARNINGS = "--disable-warning=ExperimentalWarning";

/** Runs a file of `children/`, whose last line of output is a JSON object of these numbers. */
export async function runChild<Name extends string = "milliseconds" | "mebibytes">(
  file: string,
  args: readonly string[],
): Promise<Record<Name, number>> {
  const { code, stdout, stderr } = await runNode([NO_WARNINGS, path.join(children, file), ...args]);
  if (code !== 0) throw new Error(`${file} ${args.join(" ")} failed: ${stderr}`);
  return JSON.parse(stdout.trim().split("\n").at(-1) ?? "{}");
}

/**
 * Starts a file of `children/` that serves HTTP in a process of its own until its input ends. Its first line of output is its address;
 * `ask` sends it a line and returns its next line.
 */
export async function startService(file: string) {
  const child = spawn(process.execPath, [NO_WARNINGS, path.join(children, file)], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const nextLine = async () => String((await lines.next()).value);
  return {
    url: await nextLine(),
    ask: () => {
      child.stdin.write("\n");
      return nextLine();
    },
    [Symbol.dispose]: () => child.stdin.end(),
  };
}

/** The smallest value that is above this share of the values: 0.5 for the median. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** A fifth of the values is below this one: the time on a machine that does little else. */
export function low(values: readonly number[]): number {
  return quantile(values, 0.2);
}

/** The item with the median value. */
export function middle<T>(items: readonly T[], by: (item: T) => number): T {
  const item = items.toSorted((a, b) => by(a) - by(b))[Math.floor(items.length / 2)];
  if (item === undefined) throw new Error("nothing was measured");
  return item;
}
