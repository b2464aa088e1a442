import type { RunFile } from "../folder/run-options.ts";
import { UserError } from "../user-error.ts";
import { decodePlan, digestPlan, digestShard } from "./plan-text.ts";

/** Which part of a plan a run computes. */
export interface ShardInputs {
  /** The plan as `encodePlan` wrote it. */
  readonly plan: string;
  /** From 1. */
  readonly index: number;
  readonly total: number;
}

/** The files of a shard. */
export type ShardFiles = ReturnType<typeof shardFiles>;

/** Finds in the plan what a shard computes. @throws UserError for a text that is not a plan, or a shard of another plan */
export function shardFiles({ plan: text, index, total }: ShardInputs) {
  const plan = decodePlan(text);
  const { commit, files, digests } = plan;
  if (digests.length !== total)
    throw new UserError(`Input shard is of ${total}, and the plan has ${digests.length}: give both of one plan.`);
  const filesOfShard = files.filter(({ shard }) => shard === index);
  return {
    paths: filesOfShard.map(({ path }) => path),
    /** The family of each file, as it was planned. */
    families: new Map(filesOfShard.map(({ path, family }) => [path, family])),
    /** What the manifest records of the plan. */
    manifest: {
      index,
      total,
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
