// The client without the jobs: all that a program needs to send its first request. It can load the rest while it waits for the answer.
export { type Clock, sleep, systemClock } from "./clock.ts";
export { PreflightError, RunTakenOverError, StorageError } from "./jobs/errors.ts";
export { type ConnectionSettings, preflight } from "./jobs/run/preflight.ts";
export type { RunEvent } from "./jobs/types.ts";
export type { ResultBody } from "./service/answer.ts";
export { type Auth, basicAuth, bearerToken } from "./service/auth.ts";
export { isByteStream } from "./service/byte-stream.ts";
export { type Client, createClient, type Fetch } from "./service/client.ts";
export { INVALID_PROXY, noteProxy } from "./service/connection-fault.ts";
export { oauthCredentials } from "./service/oauth.ts";
export { markNotSent } from "./service/request-not-sent.ts";
export { createPacer } from "./service/throttle/pacer.ts";
export { adaptHandler } from "./service/wire/raw-dispatcher.ts";
export { decodeBody } from "./service/wire/whole.ts";
