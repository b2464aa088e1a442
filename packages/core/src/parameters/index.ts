export type { DocumentKind, TemplateKind } from "../families/families.ts";
export type { ReferenceKind } from "../families/fields.ts";
export { type UnknownProperties, unknownPropertySeverities } from "./check.ts";
export type { Change, ParameterChanges, UnitChange } from "./compare/changes.ts";
export { compareParameters } from "./compare/compare.ts";
export { changesToMarkdown } from "./compare/markdown.ts";
export { countIssues, type IssueCounts, isFixable } from "./count.ts";
export { refusedDates } from "./dates/refused-dates.ts";
export {
  type DateQuery,
  type DateSource,
  type ResolveDatesOptions,
  type ResolvedDate,
  resolveDates,
} from "./dates/resolve-dates.ts";
export { canonicalText, canonicalUnit, digestParameters } from "./digest.ts";
export { documentedValues } from "./documented-values.ts";
export { type FamilyBy, familyByName } from "./family.ts";
export { applyFixes } from "./fixes.ts";
export { matchesGlob, pathMatcher } from "./glob.ts";
export { isolateUnit, type PlacedUnit, placeUnits } from "./isolate-unit.ts";
export {
  type Fix,
  type Issue,
  type IssueCode,
  issueCodes,
  type Position,
  type Range,
  type Severity,
  type TextEdit,
} from "./issue.ts";
export { MAX_CHARACTERS, MAX_DEPTH } from "./parse.ts";
export { placeText } from "./place-text.ts";
export { type ParameterFile, type ReadOptions, readParameterFile } from "./read.ts";
export { referenceIssues, undecidedIssues, withReferenceIssues } from "./references/issues.ts";
export { listReferences, type Reference } from "./references/list.ts";
export type { ResolvedReference, Suggestion } from "./references/resolve.ts";
export type { ReferenceSource } from "./references/source.ts";
export { type SarifInput, type SarifLog, toSarif } from "./sarif.ts";
export { looksSecret } from "./text/secrets.ts";
export { splitPatterns, unitMatcher, unmatchedPatterns } from "./unit-glob.ts";
