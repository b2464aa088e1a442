// What is computed of a repository: its commits, the files that they change, their shards, and the rows of sweeps.

export { MAX_SHARDS } from "../folder/manifest/schema/limits.ts";
export { findBase, findCommit, findMergeBase, shallowHint } from "../git/commits.ts";
export { type Git, openGit } from "../git/git.ts";
export { readContents } from "../git/objects.ts";
export { type CommittedFile, listTree, readTreeChanges } from "../git/tree.ts";
export { checkSweepTexts } from "../sweep/check-sweep.ts";
export { sweepRunFile } from "../sweep/to-run-files.ts";
export { type DividedPlan, dividePlan, type PlanSize, planHeadline, plannedUnits, USUAL_UNITS } from "./divide-plan.ts";
export { readEngineShard } from "./engine-shard.ts";
export { findPlanned, type PlanSelection } from "./find-changed.ts";
export { mergeShards, openRunFolders } from "./merge-shards.ts";
export { decodePlan, MAX_PLAN_LENGTH, type Plan } from "./plan-text.ts";
export { filesOfShard, type ShardFiles, type ShardInputs, shardFiles } from "./shard-files.ts";
