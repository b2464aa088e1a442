// What is looked up without Node: the names of the service, and the files of a selection. It loads neither the client nor results.
export { excludedFolders, type SelectedFiles, type Selection, selectFiles } from "./files/select-files.ts";
export type { CachedAnswer } from "./names/answer-cache.ts";
export { answerProperties, entriesOf, isMissingOrForbidden, objectOf, stringOf } from "./names/answer-values.ts";
export { type ListKind, listKinds } from "./names/list-names.ts";
export type { DirectoryEntries, NameEntry } from "./names/name-entry.ts";
export { dateSource, referenceSource } from "./names/reference-source.ts";
export {
  askDirectory,
  type DirectoryKind,
  directoryFamily,
  documentTrees,
  strategyTrees,
} from "./names/service-directories.ts";
export { askList, directoryRoots, type NameList, nameLists } from "./names/service-lists.ts";
export { createServiceNames, type ServiceNames } from "./names/service-names.ts";
