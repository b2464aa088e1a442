// Parameter files: which files of a folder they are, and what is in them.

export { checkFiles, findSweep, parametersByPath } from "../sweep/check-files.ts";
export { toRunFiles } from "../sweep/to-run-files.ts";
export { pathFrom } from "./contain.ts";
export { findChecksFiles, findFiles, noParameterFiles, requireFiles } from "./find-files.ts";
export {
  type CheckedFile,
  checkFile,
  checkText,
  decodeText,
  MAX_FILE_BYTES,
  readText,
  resultIds,
} from "./parameter-files.ts";
export { type SelectedFiles, type Selection, selectFiles } from "./select-files.ts";
export { writeInside } from "./write-inside.ts";
