// What a host without Node can use: run folders, what they say of a run, and the units of two runs side by side.
export { findingText, openFindings } from "./checks/checks-report.ts";
export { readChecksReport } from "./checks/read-report.ts";
export { type FolderHost, type InsideOpener, type NotInside, type OpenInside, readAllInside } from "./files/inside.ts";
export { whyNotBelow } from "./files/result-path.ts";
export { type ReadableManifest, readManifestToShow } from "./folder/manifest/read-manifest.ts";
export { decodeStored, MAX_HELD_BYTES } from "./folder/results/decode-stored.ts";
export { type OpenStored, openChecked, type StoredEntry } from "./folder/results/open-checked.ts";
export { readCommentaryToShow } from "./folder/results/read-commentary.ts";
export {
  type ProvenanceFact,
  type ProvenancePart,
  provenanceFacts,
  runHeading,
} from "./provenance/provenance-facts.ts";
export {
  comparedOutcome,
  failedOutcome,
  inOrderOfMoves,
  keyOfUnit,
  type MatchedUnits,
  matchUnits,
  NO_REASON,
  nameOfUnit,
  pairDates,
  type ReviewOutcome,
  reviewOf,
  type UnitName,
  type UnitOfRun,
  type UnitPair,
  type UnitReview,
  vanishedUnit,
} from "./review/unit-review.ts";
