import type { RunFile } from "../folder/run-options.ts";
import { UserError } from "../user-error.ts";
import { decodePlan, digestPlan, digestShard, type Plan } from "./plan-text.ts";

/** Which part of a plan a run computes. */
export interface ShardInputs {
  /** The plan as `encodePlan` wrote it. */
  readonly plan: string;
  /** From 1. */
  readonly index: number;
  readonly total: number;
}

/** What the user calls the plan and the shard, for messages: `Input plan`. */
export interface ShardNames {
  readonly plan: string;
  readonly shard: string;
}

/** The files of a shard. */
export type ShardFiles = ReturnType<typeof filesOfShard>;

/** Finds in the plan what a shard computes. @throws UserError for a text that is not a plan, or a shard of another plan */
export function shardFiles({ plan: text, index, total }: ShardInputs, names: ShardNames): ShardFiles {
  const plan = decodePlan(text, names.plan);
  if (plan.digests.length === total) return filesOfShard(plan, index);
  throw new UserError(`${names.shard} is of ${total}, and the plan has ${plan.digests.length}: give both of one plan.`);
}

/** What a shard of a plan computes. @param index from 1, at most the number of the plan's shards */
export function filesOfShard(plan: Plan, index: number) {
  const { commit, files, digests } = plan;
  const shardFiles = files.filter(({ shard }) => shard === index);
  return {
    paths: shardFiles.map(({ path }) => path),
    /** The family of each file, as it was planned. */
    families: new Map(shardFiles.map(({ path, family }) => [path, family])),
    /** What the manifest records of the plan. */
    manifest: {
      index,
      total: digests.length,
      planSha256: digestPlan(plan),
      files: files.map(({ path, shard }) => ({ path, shard })),
    },
    /** @throws UserError where the files are not the planned ones: the shards of a run would have different parameters */
    check(runFiles: readonly RunFile[]): void {
      if (digestShard(runFiles) === digests[index - 1]) return;
      throw new UserError(
        `The parameter files are not those that were planned. Check out commit ${commit} as it is, and give plan and run the same working-directory and set.`,
      );
    },
  };
}
