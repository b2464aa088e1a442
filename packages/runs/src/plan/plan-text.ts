import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";
import type { FamilyId } from "@analytics-engines/core/basics";
import { sha256 } from "../files/sha256.ts";
import type { PlannedFile } from "../folder/manifest/manifest.ts";
import { json } from "../folder/manifest/parse.ts";
import { readerOf } from "../folder/manifest/read-as.ts";
import { countWithin, list, object, text } from "../folder/manifest/schema/fields.ts";
import { family, textList } from "../folder/manifest/schema/shared.ts";
import type { RunFile } from "../folder/run-options.ts";
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

export interface PlanFile extends PlannedFile {
  readonly family: FamilyId;
}

/** The longest plan, characters. GitHub passes an input as one variable of the environment, and Linux accepts 128 KiB, with the name. */
export const MAX_PLAN_LENGTH = 131_000;

/** The longest text that a plan is unpacked to, bytes: far more than a plan of MAX_PLAN_LENGTH characters holds. */
const MAX_TEXT_BYTES = 64 * 1024 * 1024;

type Digested = Pick<RunFile, "path" | "family" | "parametersSha256">;

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
  const packed = JSON.stringify({
    version: 1,
    commit,
    digests,
    paths: files.map(({ path }) => path),
    families: files.map(({ family }) => family),
    shards: files.map(({ shard }) => shard),
  });
  const bytes = Buffer.from(packed);
  // The highest quality takes ten times as long and saves a tenth.
  const params = { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  return brotliCompressSync(bytes, { params }).toString("base64url");
}

/**
 * Reads what `encodePlan` wrote. @throws UserError for any other text
 * @param setting what the user calls the plan, for messages: `Input plan`
 */
export function decodePlan(word: string, setting: string): Plan {
  const packed = unpack(word);
  const files = packed?.paths.flatMap((path, index) => {
    const [family, shard] = [packed.families[index], packed.shards[index]];
    return family === undefined || shard === undefined || shard > packed.digests.length ? [] : { path, family, shard };
  });
  if (packed !== undefined && files?.length === packed.paths.length)
    return { commit: packed.commit, files, digests: packed.digests };
  throw new UserError(`${setting} is not a plan: pass on what plan wrote, unchanged.`);
}

/** What `encodePlan` packs; `undefined` for any other text. */
function unpack(word: string): ReturnType<typeof readPacked> | undefined {
  if (!/^[\w-]+$/.test(word)) return undefined;
  try {
    const bytes = brotliDecompressSync(Buffer.from(word, "base64url"), { maxOutputLength: MAX_TEXT_BYTES });
    return readPacked(json(bytes.toString("utf8"), "plan"));
  } catch {
    return undefined;
  }
}

const readPacked = readerOf(
  object({
    version: countWithin(1, 1),
    commit: text,
    digests: textList,
    paths: textList,
    families: list(family),
    shards: list(countWithin(1, Number.MAX_SAFE_INTEGER)),
  }),
);
