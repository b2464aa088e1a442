// The names of the service: what it lists, looked up as people need it, each answer kept.
export type { CachedAnswer } from "./answer-cache.ts";
export { answerProperties, entriesOf, isMissingOrForbidden, objectOf, stringOf } from "./answer-values.ts";
export type { DirectoryEntries, NameEntry } from "./name-entry.ts";
export { dateSource, referenceSource } from "./reference-source.ts";
export {
  askDirectory,
  type DirectoryKind,
  directoryFamily,
  documentTrees,
  strategyTrees,
} from "./service-directories.ts";
export { askList, directoryRoots, type NameList, nameLists } from "./service-lists.ts";
export { createServiceNames, type ServiceNames } from "./service-names.ts";
