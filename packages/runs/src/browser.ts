// What a page can use, without Node: what a run says of itself, and the units of two runs side by side.
export { failedCellsOf, findingText, groupFindings, openFindings } from "./checks/checks-report.ts";
export { outcomeLevel } from "./checks/outcome-level.ts";
export { wholeStatus } from "./folder/manifest/whole-status.ts";
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
  sourceOfUnit,
  type UnitName,
  type UnitOfRun,
  type UnitPair,
  type UnitReview,
  vanishedUnit,
} from "./review/unit-review.ts";
