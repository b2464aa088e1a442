// For hosts with their own journal and store. It imports nothing that drives a job, so that bundles load that later.

export { REDACTED } from "../service/secrets/secrets.ts";
export { IncompleteBodyError, PreflightError, RunTakenOverError, StorageError, UnreachableError } from "./errors.ts";
export { advance, type JobHandle, replay, type UnitCommentary, type UnitRead } from "./handle.ts";
export { mayHaveActed } from "./policy.ts";
export { familyApi } from "./protocol/family-api.ts";
export { type ArrivedContent, showsOwnEnd, TAIL_BYTES } from "./received/content-end.ts";
export type { JsonContent } from "./received/content-json.ts";
export { defectOf, HEAD_BYTES, mayBeJson } from "./received/defect.ts";
export { isJsonType } from "./received/expectations.ts";
export {
  type Expected,
  type ExpectedResult,
  expectedOfFamily,
  expectedResult,
  expectedResults,
} from "./received/expected-result.ts";
export { type CancelResult, cancelHandle, cancelOnService } from "./run/cancel.ts";
export { type ConnectionSettings, preflight } from "./run/preflight.ts";
export type * from "./types.ts";
