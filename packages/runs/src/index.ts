// Runs in folders of a disk: the journal, results with their digests, resuming and verifying.

export {
  copyInside,
  createInside,
  findInside,
  listInside,
  nodeHost,
  openAsStored,
  openInside,
} from "./files/find-inside.ts";
export type { FolderHost, NotInside, OpenInside } from "./files/inside.ts";
export { type CanceledRun, cancelRun } from "./folder/jobs/cancel-run.ts";
export { type RunJob, type RunJobState, type RunJobs, readRunJobs } from "./folder/jobs/run-jobs.ts";
export { isRunFolderInUse } from "./folder/lock/run-lock.ts";
export { isLeftRunning, type RunStatus, statusWithoutWait } from "./folder/manifest/left-running.ts";
export type {
  Manifest,
  ManifestFile,
  ManifestReproduction,
  ManifestShard,
  ManifestTable,
  ManifestUnit,
  Provenance,
  ReproducedRun,
  ReproducedUnit,
} from "./folder/manifest/manifest.ts";
export { countRun, wholeStatus } from "./folder/manifest/manifest-build.ts";
export { findManifest, readManifest, readReadableManifest } from "./folder/manifest/manifest-file.ts";
export { MAX_RECORD_BYTES } from "./folder/manifest/parse.ts";
export type { ReadableManifest } from "./folder/manifest/read-manifest.ts";
export { writeManifest } from "./folder/manifest/write-manifest.ts";
export type { OpenStored, StoredEntry } from "./folder/results/open-checked.ts";
export { openStored, storedEntries, tableFilesOf } from "./folder/results/open-stored.ts";
export { createRunStore } from "./folder/results/run-store.ts";
export { readStoredCommentary } from "./folder/results/stored-commentary.ts";
export { createRunNames, type RunNames } from "./folder/run-names.ts";
export type { ReuseOptions, RunFile, RunToFolderOptions } from "./folder/run-options.ts";
export { runToFolder } from "./folder/run-to-folder.ts";
export { type FilesRun, type RunFilesOptions, type RunProgress, runFiles } from "./program/run-files.ts";
export type { RunUnit } from "./program/run-units.ts";
export { createClientFromEnvironment } from "./project/connect.ts";
export { commitProblem } from "./verify/check-commit.ts";
export { type CheckedRun, checkRun } from "./verify/check-run.ts";
