// The client without the jobs: all that a program needs to send its first request. It can load the rest while it waits for the answer.
export { type ComputingClient, withCompute } from "./compute/with-compute.ts";
export { PreflightError, RunTakenOverError, StorageError } from "./jobs/errors.ts";
export { type ConnectionSettings, preflight } from "./jobs/run/preflight.ts";
export type { RunEvent } from "./jobs/types.ts";
export type { ResultBody } from "./service/answer.ts";
export { type Auth, basicAuth, bearerToken } from "./service/auth/auth.ts";
export { oauthCredentials } from "./service/auth/oauth.ts";
export { type Client, createServiceClient, type Fetch } from "./service/client/client.ts";
export {
  connectionFault,
  faultReason,
  faultRemedy,
  INVALID_PROXY,
  markNotSent,
  noteProxy,
} from "./service/errors/connection-fault.ts";
export { createPacer, type PacerOptions } from "./service/throttle/pacer.ts";
export { VERSION } from "./service/version.ts";
