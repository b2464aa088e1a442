import {
  count,
  countWithin,
  digest,
  list,
  object,
  oneOf,
  optional,
  required,
  text,
  time,
} from "../folder/manifest/schema-parts.ts";

// The schema of `checks.json`. The types, the reader and the JSON Schema come from it.

const failedCell = object({
  column: required(text, "The label of the column."),
  row: required(count, "The row in the table, from 0."),
  rowName: required(text, "The names of the row."),
  value: required(text, "The cell, in full precision."),
  limit: optional(text, "What is expected, where that differs from row to row."),
});

const finding = object({
  file: required(text, "The checks file."),
  check: required(count, "The position of the check in its file, from 0."),
  line: required(count, "Its line."),
  id: required(
    text,
    "What the check is about, without its limits. It stays the same when a limit changes or the check moves in its file.",
  ),
  rule: required(text, "The name of the rule, such as `sum`."),
  severity: required(oneOf(["error", "warning"]), "As in the checks file."),
  because: optional(text, "As in the checks file."),
  path: optional(
    text,
    "The parameter file, as in `manifest.json`. Absent if the check selects no unit of the run, and for a rule that units escape.",
  ),
  unit: optional(text, "The unit, as in `manifest.json`. Absent for a job that names no units."),
  status: required(
    oneOf(["passed", "failed", "skipped", "unjudged"]),
    "`skipped`: there was nothing to compare with. `unjudged`: the unit failed, as `manifest.json` says, so there was nothing to check.",
  ),
  message: required(text, "What is the case, as a sentence."),
  cells: optional(
    count,
    "How many cells the rule judged; 1 for a number of rows. Absent in reports of earlier versions.",
  ),
  table: optional(count, "The number of the table in the result, from 0."),
  column: optional(text, "The label of the column."),
  value: optional(text, "The value, in full precision; that of the first cell that fails."),
  limit: optional(text, "What is expected."),
  failures: optional(count, "How many cells or rows fail."),
  failedCells: optional(
    list(required(failedCell, "A cell that fails.")),
    "The cells that fail, in the order of the rows: the first 100 of them.",
  ),
});

export const reportSchema = object({
  version: required(countWithin(1, 1), "Version of this format: 1."),
  checkedAt: required(time, "When the results were checked: ISO 8601, UTC."),
  earlierStartedAt: optional(time, "When the earlier run began, if there is one."),
  files: required(
    list(object({ path: required(text, "The checks file."), sha256: required(digest, "SHA-256 of it, hex.") })),
    "The checks files.",
  ),
  counts: required(
    object({
      passed: required(count, "Checks that passed."),
      errors: required(count, "Failed checks of the severity `error`."),
      warnings: required(count, "Failed checks of the severity `warning`."),
      skipped: required(count, "Checks that had nothing to compare with."),
      unjudged: required(count, "Checks of units that failed. The run has failed, whatever the other checks found."),
    }),
    "How many findings there are of each kind.",
  ),
  findings: required(list(finding), "An entry for each check, unit, table and column, in the order of the units."),
});
