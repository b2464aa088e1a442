// What a host without Node can use: the names of the service, the choice of files, run folders, and their units side by side.
export { findingText, openFindings } from "./checks/checks-report.ts";
export { readChecksReport } from "./checks/read-report.ts";
export { type FolderHost, type InsideOpener, type NotInside, type OpenInside, readAllInside } from "./files/inside.ts";
export { whyNotBelow } from "./files/result-path.ts";
export { excludedFolders, type SelectedFiles, type Selection, selectFiles } from "./files/select-files.ts";
export { type ReadableManifest, readManifestToShow } from "./folder/manifest/read-manifest.ts";
export { MAX_HELD_BYTES } from "./folder/results/max-held-bytes.ts";
export { type OpenStored, openChecked, type StoredEntry } from "./folder/results/open-checked.ts";
export { readCommentaryToShow } from "./folder/results/read-commentary.ts";
export type { CachedAnswer } from "./names/answer-cache.ts";
export { answerProperties, entriesOf, isMissingOrForbidden, objectOf, stringOf } from "./names/answer-values.ts";
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
export {
  type ProvenanceFact,
  type ProvenancePart,
  provenanceFacts,
  runHeading,
} from "./provenance/provenance-facts.ts";
export {
  keyOfUnit,
  type MatchedUnits,
  matchUnits,
  nameOfUnit,
  type UnitName,
  type UnitOfRun,
  type UnitPair,
} from "./review/match-units.ts";
export {
  comparedOutcome,
  failedOutcome,
  inOrderOfMoves,
  pairDates,
  type ReviewOutcome,
  reviewOf,
  type UnitReview,
  vanishedUnit,
} from "./review/unit-review.ts";
