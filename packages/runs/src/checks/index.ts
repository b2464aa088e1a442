export { applyChecks, type ChecksOptions, type ChecksPlan, failsChecks, openChecks } from "./apply-checks.ts";
export { checkResults } from "./check-results.ts";
export { type ChecksOfFile, parseChecks } from "./checks-files.ts";
export { type CheckFinding, type ChecksReport, checksHeadline, findingText, openFindings } from "./checks-report.ts";
export { suggestForRuns } from "./suggest.ts";
