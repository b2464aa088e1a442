import { count } from "@analytics-engines/core/basics";
import type * as z from "zod/mini";
import type { ReadonlyDeep } from "../folder/manifest/manifest.ts";
import type { reportSchema } from "./report-schema.ts";

/** The content of `checks.json` of a run folder. Its schema explains each field. */
export type ChecksReport = ReadonlyDeep<z.output<typeof reportSchema>>;

/** What a check found in a table of a unit. Without a path, it is about no unit of the run. */
export type CheckFinding = ChecksReport["findings"][number];

/** `2 checks failed, 1 warning, 30 passed, 1 skipped`. */
export function checksHeadline({ counts: { errors, warnings, passed, skipped } }: ChecksReport): string {
  return [
    `${count(errors, "check")} failed`,
    ...(warnings > 0 ? [count(warnings, "warning")] : []),
    `${passed} passed`,
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
  ].join(", ");
}

/** The findings that a reader must see, those of errors first: failures, and checks that compared nothing, once for each reason. */
export function openFindings({ findings }: ChecksReport): readonly CheckFinding[] {
  const failures = findings.filter(({ status }) => status === "failed");
  const skipped = findings.filter(({ status }) => status === "skipped");
  const reasons = Map.groupBy(skipped, ({ file, check, message }) => `${file} ${check} ${message}`);
  const rank = ({ severity }: CheckFinding) => (severity === "error" ? 0 : 1);
  return [...failures.sort((one, other) => rank(one) - rank(other)), ...[...reasons.values()].flatMap(oneForAll)];
}

/** One finding about the checks file in place of the same one about many units. */
function oneForAll(same: readonly CheckFinding[]): readonly CheckFinding[] {
  const [first] = same;
  if (first === undefined || same.length === 1) return same;
  const { path: _path, unit: _unit, ...finding } = first;
  const units = new Set(same.map(({ path, unit }) => `${path}#${unit}`)).size;
  return [{ ...finding, message: `${count(units, "unit")}: ${first.message}` }];
}

/** What is wrong and where the rule is: `The sum of Weight is 99; expected: 100. Weights add up. (12 cells, book.checks.json:7)`. */
export function findingText(finding: CheckFinding): string {
  const { because, file, line } = finding;
  const place = [...cellsText(finding), `${file}:${line}`].join(", ");
  return `${finding.message}${because === undefined ? "" : ` ${because}`} (${place})`;
}

/** What is the case, and how many cells were judged: `The sum of Weight is 99; expected: 100. (12 cells)`. */
export function outcomeText(finding: CheckFinding): string {
  return [finding.message, ...cellsText(finding).map((text) => `(${text})`)].join(" ");
}

/** A number of rows is no cell, and a rule without a cell says so. */
function cellsText({ rule, cells = 0 }: CheckFinding): readonly string[] {
  return rule === "rowCount" || cells === 0 ? [] : [count(cells, "cell")];
}
