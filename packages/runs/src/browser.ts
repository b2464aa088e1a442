// What a page can use, without Node: what a run says of itself, and the units of two runs side by side.
export { findingText, openFindings } from "./checks/checks-report.ts";
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
  NO_REASON,
  pairDates,
  type ReviewOutcome,
  reviewOf,
  type UnitReview,
  vanishedUnit,
} from "./review/unit-review.ts";
