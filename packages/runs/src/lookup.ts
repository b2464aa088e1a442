// What is looked up without Node: the names of the service, and the files of a selection. It loads neither the client nor results.
export {
  excludedFolders,
  type SelectedFiles,
  type Selection,
  selectFiles,
  withoutSweepFiles,
} from "./files/select-files.ts";
export type { CachedAnswer } from "./names/answer-cache.ts";
export { type ListKind, listKinds } from "./names/list-names.ts";
export {
  answerProperties,
  askDirectory,
  askList,
  type DirectoryEntries,
  type DirectoryKind,
  directoryFamily,
  directoryRoots,
  documentTrees,
  entriesOf,
  isMissingOrForbidden,
  type NameEntry,
  type NameList,
  nameLists,
  objectOf,
  strategyTrees,
  stringOf,
} from "./names/service-lists.ts";
export { createServiceNames, dateSource, referenceSource, type ServiceNames } from "./names/service-names.ts";
