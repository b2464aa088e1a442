// Runs in folders of a disk: the journal, results with their digests, resuming and verifying.

export { readChecksReport } from "./checks/read-report.ts";
export {
  copyInside,
  createInside,
  findInside,
  listInside,
  type NotInside,
  type OpenInside,
  openInside,
} from "./files/inside.ts";
export {
  type EarlierFolder,
  findEarlierRun,
  type ReuseChoice,
  reuseOf,
} from "./folder/earlier-run.ts";
export {
  type CanceledRun,
  cancelRun,
  type RunJob,
  type RunJobState,
  type RunJobs,
  readRunJobs,
} from "./folder/jobs.ts";
export { isRunFolderInUse } from "./folder/lock/run-lock.ts";
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
export {
  countRun,
  isLeftRunning,
  type RunStatus,
  statusWithoutWait,
} from "./folder/manifest/manifest-build.ts";
export {
  findManifest,
  MAX_RECORD_BYTES,
  type ReadableManifest,
  readManifest,
  readReadableManifest,
  runFolderOf,
  writeManifest,
} from "./folder/manifest/manifest-file.ts";
export { withoutMissingResults } from "./folder/results/check-stored.ts";
export {
  decodeStored,
  openStored,
  readStoredCommentary,
  type StoredEntry,
  storedEntries,
  tableFilesOf,
} from "./folder/results/read-stored.ts";
export { createRunStore } from "./folder/results/run-store.ts";
export { createRunNames, type RunNames } from "./folder/run-names.ts";
export type { ReuseOptions, RunFile, RunToFolderOptions } from "./folder/run-options.ts";
export { runToFolder } from "./folder/run-to-folder.ts";
export { type CommentaryOptions, type WrittenCommentary, writeCommentaries } from "./folder/write-commentaries.ts";
export type { RunUnit } from "./program/run-files.ts";
export { type FilesRun, type RunFilesOptions, type RunProgress, runFiles } from "./program/run-files.ts";
export { createClientFromEnvironment } from "./project/connect.ts";
export { type CheckedRun, checkRun, commitProblem } from "./verify/check-run.ts";
