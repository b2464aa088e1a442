// Parameter files and the project file: which files of a folder they are, and what is in them; and paths and files on a disk. It loads nothing that
// runs or asks the service.

export { type ConnectionEntry, connectionOf } from "../project/connection.ts";
export { checkProjectGlobs, findProject, type OpenProject, openProject } from "../project/open-project.ts";
export {
  type CommonSettings,
  fixFile,
  joinSettings,
  type ProjectSettings,
  type Setting,
  valuesOf,
} from "../project/settings.ts";
export { unmatchedGlobs } from "../project/unmatched-globs.ts";
export { checkFiles, createRepetitionFilter, findSweep, parametersByPath, toRunFiles } from "../sweep/check-files.ts";
export {
  copyNow,
  FileBusyError,
  removeTemporary,
  removeTemporaryNow,
  removeTree,
  renamePath,
  retryBusy,
  retryBusyNow,
  withBusyRule,
  writeContent,
  writeNow,
} from "./busy-files.ts";
export {
  lookAtFile,
  type NamingRules,
  outsideProblem,
  projectRoot,
  readInRoot,
  requireOwnOutput,
  rootOf,
} from "./confine.ts";
export {
  createFile,
  hasEntries,
  inBatches,
  makeFolders,
  replaceFile,
  replaceText,
  replaceWith,
  writeBatches,
} from "./disk.ts";
export { findChecksFiles, findFiles, noParameterFiles, requireFiles } from "./find-files.ts";
export { writeInside } from "./inside.ts";
export {
  decodeKeyText,
  decodeText,
  type OpenRules,
  openFile,
  readPieces,
  readWhole,
  UnusableFileError,
} from "./open-file.ts";
export {
  type CheckedFile,
  checkFile,
  checkText,
  MAX_FILE_BYTES,
  noTextProblem,
  readConfined,
  readText,
  resultIds,
} from "./parameter-files.ts";
export { datedFolder, isInside, linkOutOf, pathFrom, realPath, wayFrom, whyNotBelow } from "./paths.ts";
