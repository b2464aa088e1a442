import { createHash } from "node:crypto";

/** A parameter file with the number of its results. One shard computes all of it. */
export interface WeightedFile {
  readonly path: string;
  readonly units: number;
}

/** How far above the mean a shard may be filled. Less would balance better, but move more files when one is added. */
const SLACK = 1.1;

/**
 * Divides files among shards so that each has about as many units, and so that a plan with one file more or less moves few files.
 *
 * Every file ranks the shards by a hash of its path and the shard's number (rendezvous hashing), and goes to the first that has room. No
 * shard gets more than a tenth above the mean, unless one file alone is larger (bounded loads). The largest files choose first. The result
 * depends on paths and units, not on the order of the files.
 *
 * @returns the number of each file's shard, from 1; every number up to the highest is used
 */
export function divide(files: readonly WeightedFile[], shards: number): readonly number[] {
  const count = Math.min(shards, files.length);
  const mean = files.reduce((sum, { units }) => sum + units, 0) / count;
  const capacity = Math.max(roundUp(SLACK * mean), ...files.map(({ units }) => units));
  const loads = new Array<number>(count).fill(0);
  const shardOfFile = new Array<number>(files.length).fill(0);
  for (const { index, units, seed } of inOrder(files)) {
    const shard = choose(seed, loads, capacity - units);
    loads[shard] = (loads[shard] ?? 0) + units;
    shardOfFile[index] = shard;
  }
  return withoutGaps(shardOfFile, count);
}

function inOrder(files: readonly WeightedFile[]) {
  const turns = files.map(({ path, units }, index) => {
    const digest = createHash("sha256").update(path).digest();
    return { index, units, path, seed: [digest.readUInt32LE(0), digest.readUInt32LE(4)] as const };
  });
  return turns.sort(
    (a, b) => b.units - a.units || a.seed[0] - b.seed[0] || a.seed[1] - b.seed[1] || (a.path < b.path ? -1 : 1),
  );
}

/** The shard that ranks highest among those filled up to `most`; otherwise the least filled. */
function choose(seed: readonly [number, number], loads: readonly number[], most: number): number {
  let best = -1;
  let highest = -1;
  let least = 0;
  for (const [shard, load] of loads.entries()) {
    if (load < (loads[least] ?? 0)) least = shard;
    const rank = load <= most ? mix(seed[0] ^ mix(seed[1] ^ Math.imul(shard + 1, 0x9e3779b1))) : -1;
    if (rank > highest) {
      highest = rank;
      best = shard;
    }
  }
  return best < 0 ? least : best;
}

/** Spreads 32 bits evenly (the finalizer of MurmurHash3). */
function mix(bits: number): number {
  let value = bits;
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}

/** Rounds to five significant binary digits, so that one unit more seldom changes the capacity of a shard. */
function roundUp(units: number): number {
  const step = 2 ** Math.max(0, Math.floor(Math.log2(units)) - 4);
  return Math.ceil(units / step) * step;
}

/** Numbers the shards from 1. A shard without files would be an empty run, so the shards with the highest numbers take its place. */
function withoutGaps(shardOfFile: readonly number[], count: number): readonly number[] {
  const usedShards = new Set(shardOfFile);
  const numbers = new Map([...usedShards].map((shard) => [shard, shard + 1]));
  const last = [...usedShards].sort((a, b) => a - b);
  for (let shard = 0; shard < Math.min(count, usedShards.size); shard += 1) {
    if (!usedShards.has(shard)) numbers.set(last.pop() ?? 0, shard + 1);
  }
  return shardOfFile.map((shard) => numbers.get(shard) ?? 0);
}
