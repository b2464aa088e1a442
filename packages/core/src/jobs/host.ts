// For hosts with their own journal and store. It imports nothing that drives a job, so that bundles load that later.

export { REDACTED } from "../service/secrets/secrets.ts";
export { type CancelResult, cancelHandle, cancelOnService } from "./cancel.ts";
export { type ArrivedContent, showsOwnEnd, TAIL_BYTES } from "./content-end.ts";
export type { JsonContent } from "./content-json.ts";
export { defectOf, HEAD_BYTES, isJsonType, mayBeJson } from "./defect.ts";
export { IncompleteBodyError, PreflightError, RunTakenOverError, StorageError, UnreachableError } from "./errors.ts";
export {
  type Expected,
  type ExpectedResult,
  expectedOfFamily,
  expectedResult,
  expectedResults,
} from "./expected-result.ts";
export { familyApi } from "./family-api.ts";
export { advance, type JobHandle, replay, type UnitCommentary, type UnitRead } from "./handle.ts";
export { mayHaveActed } from "./policy.ts";
export { type ConnectionSettings, preflight } from "./preflight.ts";
export type * from "./types.ts";
