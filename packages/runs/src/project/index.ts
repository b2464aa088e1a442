// The project file, and what it says together with the flags or inputs of a shell.
export { findBase, findCommit, findMergeBase, shallowHint } from "../git/commits.ts";
export { type Git, openGit } from "../git/git.ts";
export { readContents } from "../git/objects.ts";
export { type CommittedFile, listTree, readTreeChanges } from "../git/tree.ts";
export { divide, type WeightedFile } from "../plan/divide.ts";
export { findPlanned, type PlanSelection } from "../plan/find-changed.ts";
export { decodePlan, digestPlan, digestShard, encodePlan, MAX_PLAN_LENGTH, type Plan } from "../plan/plan-text.ts";
export type { PlannedJob, ReadFile } from "../plan/read-files.ts";
export { type ShardFiles, type ShardInputs, shardFiles } from "../plan/shard-files.ts";
export {
  type ConnectionChoice,
  type ConnectionEntry,
  type CredentialVariables,
  chooseConnection,
  connectionOf,
  requireOrigin,
} from "./connection.ts";
export { fixFile } from "./fix-file.ts";
export { findProject, type OpenProject, openProject } from "./open-project.ts";
export { type CommonSettings, joinSettings, type ProjectSettings, type Setting } from "./settings.ts";
