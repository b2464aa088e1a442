// The units of two runs: which belong together, and what a comparison of two results says. Runs anywhere, also in a page.
export {
  keyOfUnit,
  type MatchedUnits,
  matchUnits,
  nameOfUnit,
  type UnitName,
  type UnitOfRun,
  type UnitPair,
} from "./match-units.ts";
export {
  comparedOutcome,
  failedOutcome,
  inOrderOfMoves,
  pairDates,
  type ReviewOutcome,
  reviewOf,
  type UnitReview,
  vanishedUnit,
} from "./unit-review.ts";
