// The files beside the parameter files of a repository: sweeps, checks and the project file, and what changed in files. A program without them
// loads none of it.

export { otherUnitOf } from "./checks/agrees-rule.ts";
export { moveRules, type RuleName, ruleNames } from "./checks/check-rules.ts";
export {
  type CheckOptions,
  type CheckOutcome,
  checkMatcher,
  checkTables,
  type UnitTables,
} from "./checks/check-tables.ts";
export type { Check } from "./checks/checks-schema.ts";
export { checkLimitColumns, hasLimitColumn, type SweepRows } from "./checks/limit-columns.ts";
export type { FailedCell } from "./checks/outcomes.ts";
export { describeCheckChanges, type PlacedCheck, type ReadChecks, readChecks } from "./checks/read-checks.ts";
export type { RowCells } from "./checks/row-limits.ts";
export type { OtherUnit } from "./checks/table-view.ts";
export { compareParameters, compareSweeps, rowsOfJob } from "./parameters/compare/compare.ts";
export { changesToMarkdown, describeChanges, describeRows } from "./parameters/compare/describe.ts";
export type { Change, ParameterChanges, UnitChange } from "./parameters/compare/values.ts";
export { updateRows } from "./parameters/sweep/csv.ts";
export type { SweepFile } from "./parameters/sweep/open.ts";
export {
  listSweepFiles,
  readSweep,
  readSweepTable,
  type Sweep,
  type SweepJob,
  type SweepOptions,
} from "./parameters/sweep/read-sweep.ts";
export type { CellUse, SweepCell, SweepTable } from "./parameters/sweep/table.ts";
export { type FixedValues, fixValues } from "./project/fix-values.ts";
export { type ProjectFile, readProject } from "./project/read-project.ts";
export type { Project, ProjectConnection, ProjectSet } from "./project/schema.ts";
