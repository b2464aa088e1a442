import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";
import { type FamilyId, isFamilyId } from "@analytics-engines/core/families/facts";
import { Problem } from "../github/problem.ts";
import { sha256 } from "./sha256.ts";

/** How parameter files are divided among the legs of a matrix. No text of it is ever put into a script: it travels as one opaque word. */
export interface Plan {
  /** The commit that was planned. */
  readonly commit: string;
  /** Sorted by path. */
  readonly files: readonly PlanFile[];
  /** Of each shard, in order, `digestShard` of its files. */
  readonly digests: readonly string[];
}

export interface PlanFile {
  /** Relative to the working directory, with `/`. */
  readonly path: string;
  readonly family: FamilyId;
  /** Number of the shard that computes it, from 1. */
  readonly shard: number;
}

/** A step is handed an input as one variable of its environment, and Linux takes no longer ones than 128 KiB, its name included. */
export const planLimit = 131_000;

/** Far above what a plan of `planLimit` characters comes to. */
const textLimit = 64 * 1024 * 1024;

interface Digested {
  readonly path: string;
  readonly family: FamilyId;
  readonly parametersSha256: string;
}

/** What must be the same when the shard runs: which files, of which family, with which parameters. In hex. */
export function digestShard(files: readonly Digested[]): string {
  return sha256(JSON.stringify(files.map(({ path, family, parametersSha256 }) => [path, family, parametersSha256])));
}

/** The same for plans of the same files with the same parameters, divided the same way; whatever commit they stand in. In hex. */
export function digestPlan({ files, digests }: Plan): string {
  return sha256(JSON.stringify([digests, files.map(({ path, family, shard }) => [path, family, shard])]));
}

/** The plan as one word of letters, digits, `-` and `_`. */
export function encodePlan({ commit, files, digests }: Plan): string {
  const text = JSON.stringify({
    version: 1,
    commit,
    digests,
    paths: files.map(({ path }) => path),
    families: files.map(({ family }) => family),
    shards: files.map(({ shard }) => shard),
  });
  const bytes = Buffer.from(text);
  // The highest takes ten times as long, for a tenth less.
  const params = { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  return brotliCompressSync(bytes, { params }).toString("base64url");
}

/**
 * Reads what `encodePlan` wrote.
 *
 * @throws Problem for anything else
 */
export function decodePlan(word: string): Plan {
  const { version, commit, digests, paths, families, shards } = parse(word);
  if (version === 1 && typeof commit === "string" && isTexts(digests) && isTexts(paths) && Array.isArray(shards)) {
    const files = paths.map((path, index) =>
      readFile(path, Array.isArray(families) ? families[index] : "", shards[index]),
    );
    if (files.every((file) => file !== undefined && file.shard <= digests.length))
      return { commit, files: files.filter((file) => file !== undefined), digests };
  }
  throw notAPlan();
}

function readFile(path: string, family: unknown, shard: unknown): PlanFile | undefined {
  const isNumber = typeof shard === "number" && Number.isSafeInteger(shard) && shard >= 1;
  return typeof family === "string" && isFamilyId(family) && isNumber ? { path, family, shard } : undefined;
}

function parse(word: string): Readonly<Record<string, unknown>> {
  try {
    if (!/^[\w-]+$/.test(word)) throw notAPlan();
    const text = brotliDecompressSync(Buffer.from(word, "base64url"), { maxOutputLength: textLimit }).toString("utf8");
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    throw notAPlan();
  }
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === "string");
}

function notAPlan(): Problem {
  return new Problem("Input plan is no plan: hand over the output plan of the action plan as it is.");
}
