import { spawn } from "node:child_process";
import type { Row } from "./row.ts";

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** What is seen where little else runs: a fifth of the values is below it. For machines that are shared. */
export function low(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 5)] ?? Number.NaN;
}

/** The one that is in the middle of several by a value of each. */
export function middle<T>(several: readonly T[], by: (one: T) => number): T {
  const found = [...several].sort((a, b) => by(a) - by(b))[Math.floor(several.length / 2)];
  if (found === undefined) throw new Error("nothing was measured");
  return found;
}

/** Both do the same work in turn. The pair whose ratio is in the middle: a shared machine is fast and slow for both of a pair. */
export async function inTurn<T extends { readonly milliseconds: number }>(
  rounds: number,
  first: () => Promise<T>,
  second: () => Promise<T>,
): Promise<[T, T]> {
  const pairs: [T, T][] = [];
  for (let round = 0; round < rounds; round++) pairs.push([await first(), await second()]);
  return middle(pairs, ([one, other]) => one.milliseconds / other.milliseconds);
}

/** A row whose value must not exceed `limit` times the reference. */
export function atMost(
  name: string,
  value: number,
  unit: string,
  reference: number,
  limit: number,
  target: string,
): Row {
  return { name, value, unit, reference, ratio: value / reference, target, met: value <= limit * reference };
}

/** A row that is held to no target, perhaps shown beside a peer. */
export function shown(name: string, value: number, unit: string, reference: number, peer?: string): Row {
  const target = peer === undefined ? "shown" : `shown beside ${peer}`;
  return { name, value, unit, reference, ratio: value / reference, target, met: true };
}

export interface ChildRun {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly milliseconds: number;
}

/** Runs Node with the published form of the packages (no `source` condition) and waits for its end. */
export function runNode(
  args: readonly string[],
  env: Record<string, string> = {},
  cwd = process.cwd(),
): Promise<ChildRun> {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const child = spawn(process.execPath, args, { cwd, env: { PATH: process.env["PATH"] ?? "", ...env } });
    let stdout = "";
    let stderr = "";
    child.stdout.on("data", (chunk) => {
      stdout += chunk;
    });
    child.stderr.on("data", (chunk) => {
      stderr += chunk;
    });
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, stdout, stderr, milliseconds: performance.now() - started }));
  });
}

/** Runs a child of this package that prints one line of JSON with numbers in it. */
export async function runChild(file: string, args: readonly string[]): Promise<Record<string, number>> {
  const child = `${import.meta.dirname}/children/${file}`;
  const run = await runNode(["--disable-warning=ExperimentalWarning", child, ...args]);
  if (run.code !== 0) throw new Error(`${file} ${args.join(" ")} failed: ${run.stderr}`);
  return JSON.parse(run.stdout.trim().split("\n").at(-1) ?? "{}");
}
