export type { DocumentKind, TemplateKind } from "../families/families.ts";
export type { ReferenceKind } from "../families/fields.ts";
export {
  type Calendar,
  calendarOf,
  type DateRules,
  type Day,
  dashedDate,
  dayFrom,
  formatDay,
  onCalendar,
  type PeriodUnit,
  periodEnds,
  periodUnitOf,
  type RelativeDate,
  resolveDate,
} from "./dates/days.ts";
export {
  type MovingDate,
  type PinnedDate,
  type PinnedRequest,
  pinDates,
  type ResolvedDates,
} from "./dates/pin-dates.ts";
export {
  type DateQuery,
  type DateSource,
  type DayDifference,
  differingDays,
  type EarlierDays,
  type ResolveDatesOptions,
  type ResolvedDate,
  resolveDates,
} from "./dates/resolve-dates.ts";
export { digestParameters } from "./digest.ts";
export { isolateUnit, type PlacedUnit, placeUnits } from "./isolate-unit.ts";
export { applyFixes } from "./issues/fixes.ts";
export {
  countIssues,
  type FilePlace,
  type Fix,
  helpUriOf,
  type Issue,
  type IssueCode,
  type IssueCounts,
  isFixable,
  issueCodes,
  type Position,
  placeText,
  type Range,
  type Severity,
  type TextEdit,
} from "./issues/issue.ts";
export { type SarifInput, type SarifLog, toSarif } from "./issues/sarif.ts";
export { type UnknownProperties, unknownPropertySeverities } from "./read/check-state.ts";
export type { FamilyBy } from "./read/family.ts";
export { MAX_CHARACTERS, MAX_DEPTH } from "./read/parse.ts";
export { type ParameterFile, type ReadOptions, readParameterFile } from "./read/read.ts";
export { listReferences, listSweepReferences, type Reference, type ReferenceSource } from "./references/references.ts";
export {
  type ResolvedReference,
  type ResolveOptions,
  referenceIssues,
  resolveReferences,
  type Suggestion,
  undecidedIssues,
  withReferenceIssues,
} from "./references/resolve.ts";
export { placeRefusal, type RefusedPlace, refusedDates } from "./refusals.ts";
export { documentedValues } from "./rules/values.ts";
export { looksSecret } from "./text/words.ts";
