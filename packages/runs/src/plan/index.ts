// A plan: which parameter files of a commit are run, and how they are divided among shards.
export { divide, type WeightedFile } from "./divide.ts";
export { findPlanned, type PlanSelection } from "./find-changed.ts";
export { decodePlan, digestPlan, digestShard, encodePlan, MAX_PLAN_LENGTH, type Plan } from "./plan-text.ts";
export type { PlannedJob, ReadFile } from "./read-files.ts";
export { type ShardFiles, type ShardInputs, shardFiles } from "./shard-files.ts";
