import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";
import { type FamilyId, isFamilyId } from "@analytics-engines/core/families/facts";
import { sha256 } from "../files/sha256.ts";
import { UserError } from "../user-error.ts";

/** How parameter files are divided among shards. No text of it is ever put into a script: it is passed on as one opaque word. */
export interface Plan {
  /** The commit that was planned. */
  readonly commit: string;
  /** Sorted by path. */
  readonly files: readonly PlanFile[];
  /** `digestShard` of the files of each shard, in order. */
  readonly digests: readonly string[];
}

export interface PlanFile {
  /** Relative to the working directory, with `/`. */
  readonly path: string;
  readonly family: FamilyId;
  /** The number of the shard that computes it, from 1. */
  readonly shard: number;
}

/** The longest plan, characters. GitHub passes an input as one variable of the environment, and Linux accepts 128 KiB, with the name. */
export const MAX_PLAN_LENGTH = 131_000;

/** The longest text that a plan is unpacked to, bytes: far more than a plan of MAX_PLAN_LENGTH characters holds. */
const MAX_TEXT_BYTES = 64 * 1024 * 1024;

interface Digested {
  readonly path: string;
  readonly family: FamilyId;
  readonly parametersSha256: string;
}

/** The digest of what must be the same when the shard runs: its files, their families and their parameters. Hex. */
export function digestShard(files: readonly Digested[]): string {
  return sha256(JSON.stringify(files.map(({ path, family, parametersSha256 }) => [path, family, parametersSha256])));
}

/** The digest of a plan: equal for plans of the same files with the same parameters, divided the same way, also of different commits. Hex. */
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
  // The highest quality takes ten times as long and saves a tenth.
  const params = { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  return brotliCompressSync(bytes, { params }).toString("base64url");
}

/** Reads what `encodePlan` wrote. @throws UserError for any other text */
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
    const text = brotliDecompressSync(Buffer.from(word, "base64url"), { maxOutputLength: MAX_TEXT_BYTES }).toString(
      "utf8",
    );
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    throw notAPlan();
  }
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === "string");
}

function notAPlan(): UserError {
  return new UserError("Input plan is not a plan: pass the output plan of the action plan unchanged.");
}
