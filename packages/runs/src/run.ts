// What comes before and during a run: the files of a commit and their shards, the connection, the run itself.

export { connectionToCheck, diagnoseConnection } from "./doctor/diagnose.ts";
export type { CheckedConnection, ConnectionCheck } from "./doctor/service.ts";
export { MAX_SHARDS } from "./folder/manifest/format.ts";
export type { Manifest } from "./folder/manifest/manifest.ts";
export { provenanceOf } from "./folder/manifest/read-fields.ts";
export type { RunFile, RunToFolderOptions } from "./folder/run-options.ts";
export { runToFolder } from "./folder/run-to-folder.ts";
export {
  type CommittedFile,
  findBase,
  findCommit,
  findMergeBase,
  listTree,
  readContents,
  readTreeChanges,
  shallowHint,
} from "./git/commits.ts";
export { type Git, openGit } from "./git/git.ts";
export { authOf, type ServiceCredentials, secretProblem, valueProblem } from "./network/auth.ts";
export { nodeFetch, proxyFor, readTlsSettings } from "./network/fetch.ts";
export { findPlanned, type PlanSelection } from "./plan/find-planned.ts";
export { mergeShards, openRunFolders } from "./plan/merge-shards.ts";
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
} from "./plan/plan.ts";
export { filesOfShard, readEngineShard, type ShardFiles, type ShardInputs, shardFiles } from "./plan/shard.ts";
export { type ReadyRunOptions, runReady } from "./program/run-files.ts";
export { createJobCounter, describeEvent, describeProgress } from "./progress/run-progress.ts";
export {
  type ConnectOptions,
  connectFromEnvironment,
  connectProfile,
  connectWithKeyring,
  credentialsOf,
  type OpenedChoice,
  openChoice,
} from "./project/connect.ts";
export {
  type ConnectionChoice,
  chooseConnection,
  chooseProfile,
  credentialVariables,
  type OpenKeyring,
  type ProfileChoice,
  presentVariables,
  requireOrigin,
} from "./project/connection.ts";
export {
  DEFAULT_PROFILE,
  type Keyring,
  KeyringError,
  type Profile,
  readProfile,
  writeProfile,
} from "./project/profile.ts";
export type { ProfileCredentials } from "./project/stored-profile.ts";
export { type CommittedFiles, findCommittedFiles } from "./provenance/committed-files.ts";
export { openReproduction, pinnedDateLines } from "./reproduce/reproduction.ts";
export { type CheckedRun, prepareRun, type ReadyRun, type RunSource } from "./run-steps/prepare-run.ts";
export { checkSweepTexts, sweepRunFile } from "./sweep/check-files.ts";
