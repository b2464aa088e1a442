export type { DocumentKind, TemplateKind } from "../families/families.ts";
export type { ReferenceKind } from "../families/fields.ts";
export type { Change, ParameterChanges, UnitChange } from "./compare/changes.ts";
export { compareParameters } from "./compare/compare.ts";
export { changesToMarkdown, describeChanges } from "./compare/describe.ts";
export { describeRows } from "./compare/describe-rows.ts";
export { countIssues, type IssueCounts, isFixable } from "./count.ts";
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
export { refusedDates } from "./dates/refused-dates.ts";
export {
  type DateQuery,
  type DateSource,
  type ResolveDatesOptions,
  type ResolvedDate,
  resolveDates,
} from "./dates/resolve-dates.ts";
export { unitsOfSameDays } from "./dates/same-days.ts";
export { digestParameters } from "./digest.ts";
export { documentedValues } from "./documented-values.ts";
export { matchesGlob, pathMatcher } from "./globs/glob.ts";
export { unitMatcher } from "./globs/unit-glob.ts";
export { isolateUnit, type PlacedUnit, placeUnits } from "./isolate-unit.ts";
export { applyFixes } from "./issues/fixes.ts";
export {
  type FilePlace,
  type Fix,
  helpUriOf,
  type Issue,
  type IssueCode,
  issueCodes,
  type Position,
  type Range,
  type Severity,
  type TextEdit,
} from "./issues/issue.ts";
export { placeText } from "./issues/place-text.ts";
export { type SarifInput, type SarifLog, toSarif } from "./issues/sarif.ts";
export { PROJECT_FILE } from "./project-file.ts";
export { type UnknownProperties, unknownPropertySeverities } from "./read/check.ts";
export { type FamilyBy, familyByName } from "./read/family.ts";
export { MAX_CHARACTERS, MAX_DEPTH } from "./read/parse.ts";
export { type ParameterFile, type ReadOptions, readParameterFile } from "./read/read.ts";
export { referenceIssues, undecidedIssues, withReferenceIssues } from "./references/issues.ts";
export { listReferences, listSweepReferences, type Reference } from "./references/list.ts";
export {
  type ResolvedReference,
  type ResolveOptions,
  resolveReferences,
  type Suggestion,
} from "./references/resolve.ts";
export type { ReferenceSource } from "./references/source.ts";
export { placeRefusal, type RefusedPlace } from "./refusals/place-refusal.ts";
export { familyOfSweep, sweepOfJob } from "./sweep/names.ts";
export { looksSecret } from "./text/secrets.ts";
