// What runs parameter files until the first request. A program can load the rest while it waits for the answer.

export { connectionToCheck, diagnoseConnection } from "./doctor/diagnose.ts";
export type { CheckedConnection, ConnectionCheck } from "./doctor/service.ts";
export type { Manifest } from "./folder/manifest/manifest.ts";
export type { RunFile, RunToFolderOptions } from "./folder/run-options.ts";
export { runToFolder } from "./folder/run-to-folder.ts";
export { authOf, type ServiceCredentials } from "./network/auth.ts";
export { nodeFetch, proxyFor, readTlsSettings } from "./network/fetch.ts";
export { type ReadyRunOptions, runReady } from "./program/run-files.ts";
export { createJobCounter, describeEvent, describeProgress } from "./progress/run-progress.ts";
export { type ConnectOptions, connectFromEnvironment, connectProfile, connectWithKeyring } from "./project/connect.ts";
export { type CheckedRun, prepareRun, type ReadyRun, type RunSource } from "./run-steps/prepare-run.ts";
