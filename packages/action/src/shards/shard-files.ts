import type { FamilyId } from "@analytics-engines/core/families/facts";
import type { ManifestShard, RunFile } from "@analytics-engines/runs";
import { Problem } from "../github/problem.ts";
import type { ShardInputs } from "./inputs.ts";
import { decodePlan, digestPlan, digestShard } from "./plan-text.ts";

/** The files of a shard, and what its manifest says of the plan. */
export interface ShardFiles {
  readonly paths: readonly string[];
  /** The family of each, as it was planned. */
  readonly families: ReadonlyMap<string, FamilyId>;
  readonly manifest: ManifestShard;
  /** @throws Problem where the files are not what was planned: the shards of a run would be of different parameters */
  check(files: readonly RunFile[]): void;
}

/** Finds in the plan what a shard computes. @throws Problem */
export function shardFiles({ plan: text, index, total }: ShardInputs): ShardFiles {
  const plan = decodePlan(text);
  const { commit, files, digests } = plan;
  if (digests.length !== total)
    throw new Problem(`Input shard is of ${total}, and the plan has ${digests.length}: give both of one plan.`);
  const own = files.filter(({ shard }) => shard === index);
  return {
    paths: own.map(({ path }) => path),
    families: new Map(own.map(({ path, family }) => [path, family])),
    manifest: {
      index,
      total,
      planSha256: digestPlan(plan),
      files: files.map(({ path, shard }) => ({ path, shard })),
    },
    check(found) {
      if (digestShard(found) === digests[index - 1]) return;
      throw new Problem(
        `The parameter files are not those that were planned. Check out commit ${commit} as it is, and give plan and run the same working-directory.`,
      );
    },
  };
}
