// Parameter files: which files of a folder they are, and what is in them.
export { pathFrom } from "./contain.ts";
export { findFiles, noParameterFiles, requireFiles } from "./find-files.ts";
export {
  type CheckedFile,
  checkFile,
  checkText,
  decodeText,
  MAX_FILE_BYTES,
  readText,
  resultIds,
  toRunFiles,
} from "./parameter-files.ts";
export { type SelectedFiles, type Selection, selectFiles } from "./select-files.ts";
export { writeInside } from "./write-inside.ts";
