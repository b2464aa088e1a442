// What is computed of a repository: its commits, the files that they change, their shards, and the rows of sweeps.

export { MAX_SHARDS } from "../folder/manifest/format.ts";
export {
  type CommittedFile,
  findBase,
  findCommit,
  findMergeBase,
  listTree,
  readContents,
  readTreeChanges,
  shallowHint,
} from "../git/commits.ts";
export { type Git, openGit } from "../git/git.ts";
export { checkSweepTexts, sweepRunFile } from "../sweep/check-files.ts";
export { findPlanned, type PlanSelection } from "./find-planned.ts";
export { mergeShards, openRunFolders } from "./merge-shards.ts";
export {
  type DividedPlan,
  decodePlan,
  dividePlan,
  MAX_PLAN_LENGTH,
  type Plan,
  type PlanSize,
  planHeadline,
  plannedUnits,
  USUAL_UNITS,
} from "./plan.ts";
export { filesOfShard, readEngineShard, type ShardFiles, type ShardInputs, shardFiles } from "./shard.ts";
