import type { FormChange, TableComparison } from "@analytics-engines/core/results";
import type { ManifestUnit } from "@analytics-engines/runs";
import { localCount, t } from "../l10n.ts";
import { datesText } from "../run/text.ts";
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

function part(count: number, noun: Counted, text: string): string[] {
  return count === 0 ? [] : [text.replace("{0}", countOf(count, noun))];
}

function within(count: number): string {
  return count === 0 ? "" : ` ${t("{0} moved within the tolerance.", countOf(count, "cell"))}`;
}

const formTexts: Readonly<Record<FormChange["kind"], string>> = {
  added: t("{0} added"),
  removed: t("{0} removed"),
  ambiguous: t("{0} not compared: several have the same name"),
};

/** A change in the form of tables: `3 rows added`. */
export function formChangeText({ kind, noun, count }: FormChange): string {
  return formTexts[kind].replace("{0}", countOf(count, noun));
}

/** A sentence about a unit that was computed for other days. */
export function periodsText(before: ManifestUnit, now: ManifestUnit): string {
  return t("The periods differ: {0} earlier, {1} later.", datesText(before.dates) ?? "", datesText(now.dates) ?? "");
}
