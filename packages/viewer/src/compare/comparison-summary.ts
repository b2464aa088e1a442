import type { TableComparison } from "@analytics-engines/core/results";
import { t } from "../l10n.ts";
import { localCount } from "../language/number-language.ts";
import { type Counted, countOf } from "../text.ts";

/** A comparison in one or two sentences. */
export function comparisonSummary({ isSame, cells, rows, columns, key }: TableComparison): string {
  const matched = key.length > 0 ? t("rows matched by {0}", key.join(", ")) : t("rows matched by position");
  if (isSame)
    return `${t("The tables are the same in {0} ({1}).", countOf(cells.compared, "cell"), matched)}${within(cells.withinTolerance)}`;
  const parts = [
    t(
      "{0} of {1} changed in {2}",
      localCount(cells.changed),
      countOf(cells.compared, "cell"),
      countOf(rows.changed, "row"),
    ),
    ...part(rows.added.length, "row", t("{0} added")),
    ...part(rows.removed.length, "row", t("{0} removed")),
    ...part(columns.added.length, "column", t("{0} added")),
    ...part(columns.removed.length, "column", t("{0} removed")),
    ...part(rows.duplicates.length, "key", t("{0} not unique and not compared")),
    ...part(columns.ambiguous.length, "column", t("{0} ambiguous and not compared")),
  ];
  return `${parts.join("; ")} (${matched}).${within(cells.withinTolerance)}`;
}

function part(count: number, one: Counted, what: string): string[] {
  return count === 0 ? [] : [what.replace("{0}", countOf(count, one))];
}

function within(count: number): string {
  return count === 0 ? "" : ` ${t("{0} moved within the tolerance.", countOf(count, "cell"))}`;
}
