// What needs a disk or Node's network: the run folder, the journal file, proxies.
export { type CanceledRun, cancelRun } from "./cancel-run.ts";
export { type CsvFiles, writeCsvFiles } from "./csv-files.ts";
export { reproductionHeadline, reproductionLine } from "./describe-reproduction.ts";
export { nodeFetch } from "./fetch.ts";
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
export { readManifest } from "./manifest-file.ts";
export { RunFolderError } from "./run-folder-error.ts";
export { createRunNames, type RunNames } from "./run-names.ts";
export { createRunStore } from "./run-store.ts";
export { type RunFile, type RunToFolderOptions, runToFolder } from "./run-to-folder.ts";
