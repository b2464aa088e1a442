import type { CheckOutcome, RuleName } from "@analytics-engines/core/checks";
import { count } from "@analytics-engines/core/text";

/** What a check found in a table of a unit. Without a path, it selects no unit of the run. */
export interface CheckFinding extends CheckOutcome {
  /** The checks file, and the position of the check in it, from 0, with its line. */
  readonly file: string;
  readonly check: number;
  readonly line: number;
  readonly rule: RuleName;
  readonly severity: "error" | "warning";
  /** The parameter file and the unit, as in the manifest. */
  readonly path?: string;
  readonly unit?: string;
  readonly because?: string;
}

/** The content of `checks.json` of a run folder. */
export interface ChecksReport {
  readonly version: 1;
  /** ISO 8601, UTC. */
  readonly checkedAt: string;
  /** When the run began that `moved` compares with. */
  readonly earlierStartedAt?: string;
  readonly files: readonly { readonly path: string; readonly sha256: string }[];
  /** `errors` and `warnings` are failures of that severity. */
  readonly counts: Readonly<Record<"passed" | "errors" | "warnings" | "skipped", number>>;
  /** In the order of the units, and for each unit in the order of the checks. */
  readonly findings: readonly CheckFinding[];
}

/** `2 checks failed, 1 warning, 30 passed, 1 skipped`. */
export function checksHeadline({ counts: { errors, warnings, passed, skipped } }: ChecksReport): string {
  return [
    `${count(errors, "check")} failed`,
    ...(warnings > 0 ? [count(warnings, "warning")] : []),
    `${passed} passed`,
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
  ].join(", ");
}

/** The findings that a reader must see, those of errors first: failures, and checks that compared nothing. */
export function openFindings({ findings }: ChecksReport): readonly CheckFinding[] {
  const rank = ({ status, severity }: CheckFinding) => (status === "skipped" ? 2 : severity === "error" ? 0 : 1);
  return findings.filter(({ status }) => status !== "passed").sort((one, other) => rank(one) - rank(other));
}

/** What is wrong and where the rule is: `The sum of Weight is 99; expected: 100. Weights add up. (book.checks.json:7)`. */
export function findingText({ message, because, file, line }: CheckFinding): string {
  return `${message}${because === undefined ? "" : ` ${because}`} (${file}:${line})`;
}
