import { quoted } from "../parameters/text/words.ts";
import { closestColumn, type LabelledColumn } from "../results/named-columns.ts";
import type { Check } from "./checks-schema.ts";
import { failure, type NoCells, type RuleOutcome } from "./outcomes.ts";
import type { TableView } from "./table-view.ts";

/** Which rows of a table count: those with texts in their cells, and those with a role. */
type RowSelection = Pick<Check, "rows" | "role">;

/** The rows that are selected, 1 for each; undefined for all of them. An outcome where the table lacks a column or has no such row. */
export function selectRows(
  view: TableView,
  { rows = {}, role }: RowSelection,
): Uint8Array | undefined | RuleOutcome | NoCells {
  let selection = role === undefined ? undefined : view.rowsOf(role);
  for (const [name, text] of Object.entries(rows)) {
    const column = onlyColumn(view, name);
    if ("status" in column) return column;
    const matches = view.rowsWith(column, text);
    selection =
      selection === undefined ? matches : selection.map((isSelected, row) => isSelected & (matches[row] ?? 0));
  }
  if (selection?.includes(1) === false) {
    const names = Object.entries(rows).map(([name, text]) => `${quoted(name)} ${quoted(text)}`);
    const parts = [...names, ...(role === undefined ? [] : [`the role ${quoted(role)}`])];
    return { status: "no-cells", message: `The table has no row with ${parts.join(" and ")}.` };
  }
  return selection;
}

/** The failure of a table without a column, with the closest one that it has. */
export function missingColumn(view: TableView, name: string): RuleOutcome {
  const close = closestColumn(
    name,
    view.columns.map(({ label }) => label),
  );
  const hint = close === undefined ? "" : ` The closest one is ${quoted(close)}.`;
  return failure(`The table has no column ${quoted(name)}.${hint}`);
}

/** The only column that a name means, or the failure of a table that has none or several. */
export function onlyColumn(view: TableView, name: string): LabelledColumn | RuleOutcome {
  const [column, second] = view.columnsOf(name);
  if (column === undefined) return missingColumn(view, name);
  return second === undefined ? column : failure(view.severalColumns(name));
}
