// Runs in folders of a disk: the journal, results with their digests, resuming, verifying and reproducing; and the network of Node.
export { type CanceledRun, cancelRun } from "./cancel-run.ts";
export { type CsvFiles, type CsvProblem, writeCsvFiles } from "./csv-files.ts";
export { reproductionHeadline, reproductionLine } from "./describe-reproduction.ts";
export { nodeFetch } from "./fetch.ts";
export { copyInside, createInside, findInside, listInside, openInside } from "./find-inside.ts";
export { linkOutOf, replaceFile } from "./folder.ts";
export { limitHeapGrowth } from "./heap-growth.ts";
export type {
  Manifest,
  ManifestFile,
  ManifestReproduction,
  ManifestShard,
  ManifestTable,
  ManifestUnit,
  ReproducedRun,
  ReproducedUnit,
} from "./manifest.ts";
export { wholeStatus } from "./manifest-build.ts";
export { readManifest, writeManifest } from "./manifest-file.ts";
export { type NotStored, type OpenStored, openStored, type StoredEntry } from "./open-stored.ts";
export { LARGEST_RECORD } from "./parse.ts";
export { RunFolderError } from "./run-folder-error.ts";
export { createRunNames, type RunNames } from "./run-names.ts";
export type { RunFile, RunToFolderOptions } from "./run-options.ts";
export { createRunStore } from "./run-store.ts";
export { runToFolder } from "./run-to-folder.ts";
export { readStoredCommentary } from "./stored-commentary.ts";
export { type CheckedRun, checkRun } from "./verify/check-run.ts";
