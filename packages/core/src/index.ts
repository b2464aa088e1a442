// What the package offers, named one by one. Importing it loads no schema library, no token library and nothing of Node.

export { ComputeError } from "./compute/compute-error.ts";
export type { ComputedFile, ComputeOptions, ComputeProgress, UnitComputeOptions } from "./compute/compute-job.ts";
export {
  type ComputingClient,
  createClient,
  type JobCompute,
  type UnitCompute,
  withCompute,
} from "./compute/with-compute.ts";
export type { Family, FamilyId } from "./families/families.ts";
export type * from "./families/index.ts";
export {
  IncompleteBodyError,
  PreflightError,
  RunTakenOverError,
  StorageError,
  UnreachableError,
} from "./jobs/errors.ts";
export { isOpen, type JobHandle, memoryJournal, replay, type UnitRead } from "./jobs/handle.ts";
export { cancel, collect, type JobOptions, poll, submit } from "./jobs/job.ts";
export { mayHaveActed } from "./jobs/policy.ts";
export { familyApi } from "./jobs/protocol/by-family.ts";
export {
  defectOf,
  defectOfBytes,
  type Expected,
  type ExpectedResult,
  expectedOfFamily,
  expectedResult,
  expectedResults,
  HEAD_BYTES,
  isJsonType,
  mayBeJson,
} from "./jobs/received/expected.ts";
export {
  type ArrivedContent,
  type JsonContent,
  kindOfJson,
  showsOwnEnd,
  TAIL_BYTES,
} from "./jobs/received/what-came.ts";
export { type CancelResult, cancelHandle, cancelOnService } from "./jobs/run/cancel.ts";
export { type ConnectionSettings, preflight } from "./jobs/run/preflight.ts";
export { type RunContext, runJobs } from "./jobs/run/run.ts";
export type { JobProgress } from "./jobs/run/run-job.ts";
export type {
  ArrivedBytes,
  JobEntry,
  JobOutcome,
  JobRequest,
  JobStatus,
  Journal,
  JournalEntry,
  Leftover,
  ReadKind,
  ResultSource,
  ResultStore,
  ReusedResult,
  RunEvent,
  RunOptions,
  StoredFile,
  UnitOutcome,
  UnitReport,
  UnitStatus,
} from "./jobs/types.ts";
export { createPollPlan, type PollPlan, type PollPlanOptions } from "./jobs/watch/schedule.ts";
export type { Answer, AnswerMeta, RateLimit, ResultBody } from "./service/answer.ts";
export { type Auth, basicAuth, bearerProvider, bearerToken, type ProvidedToken } from "./service/auth/auth.ts";
export { type OAuthOptions, oauthCredentials } from "./service/auth/oauth.ts";
export { type Client, type ClientOptions, createServiceClient, type Fetch } from "./service/client/client.ts";
export type {
  AcceptOptions,
  BareCalculations,
  BareStatusAnswer,
  CallOptions,
  CreateOptions,
  DatesQuery,
  DeadlineCreateOptions,
  QuantCalculations,
  SingleCreateAnswer,
  SingleJobs,
  SingleStatusAnswer,
  UnitCalculations,
  UnitsCreateAnswer,
  UnitsStatusAnswer,
} from "./service/client/client-types.ts";
export type { AnswerKind, Priority, QueryParameters, RequestHeader, RetryClass } from "./service/endpoints/route.ts";
export { type Endpoint, endpoints } from "./service/endpoints/routes.ts";
export {
  connectionFault,
  faultReason,
  faultRemedy,
  INVALID_PROXY,
  markNotSent,
  noteProxy,
  wasNotSent,
} from "./service/errors/connection-fault.ts";
export {
  AmbiguousCreateError,
  type AnswerTooLargeDetails,
  AnswerTooLargeError,
  AuthenticationError,
  BadRequestError,
  type ConflictDetails,
  ConflictError,
  ConnectionError,
  DisplacedAnswerError,
  ForbiddenError,
  ForeignAddressError,
  JobCanceledError,
  JobDeadlineError,
  type JobErrorDetails,
  type LostResultDetails,
  LostResultError,
  MalformedAnswerError,
  NotAcceptableError,
  NotFoundError,
  PayloadTooLargeError,
  type RateLimitDetails,
  RateLimitError,
  ResultUnavailableError,
  ServerError,
  ServiceError,
  type ServiceErrorDetails,
  type ServiceErrorItem,
  ServiceUnavailableError,
  TimeoutError,
  UnexpectedStatusError,
  UnsupportedMediaTypeError,
} from "./service/errors/errors.ts";
export { resolveLocation } from "./service/http/address.ts";
export { readMeta } from "./service/http/headers.ts";
export type * from "./service/models/index.ts";
export { REDACTED } from "./service/secrets/secrets.ts";
export { createPacer, type Pacer, type PacerOptions, type Permit } from "./service/throttle/pacer.ts";
export { VERSION } from "./service/version.ts";
