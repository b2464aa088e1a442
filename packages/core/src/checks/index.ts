export { type CheckOptions, type CheckOutcome, checkMatcher, checkTables, type UnitTables } from "./check-tables.ts";
export type { Check } from "./checks-schema.ts";
export { describeCheckChanges } from "./describe-changes.ts";
export { type PlacedCheck, type ReadChecks, type RuleName, readChecks, ruleNames } from "./read-checks.ts";
export { suggestChecks } from "./suggest-checks.ts";
