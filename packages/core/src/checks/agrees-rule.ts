import { pathOfSource } from "../parameters/file-names.ts";
import { unitMatcher } from "../parameters/globs.ts";
import { quoted } from "../parameters/text/words.ts";
import { cellValue } from "../results/cells.ts";
import { changedCellText } from "../results/compare/comparison-text.ts";
import type { LabelledColumn } from "../results/named-columns.ts";
import { grandTotalRow, readTable } from "../results/reading/table-reading.ts";
import { count } from "../text/words.ts";
import { evaluateCells, isApart } from "./cell-rules.ts";
import type { Check } from "./checks-schema.ts";
import { failure, type NoCells, nearText, type RuleOutcome } from "./outcomes.ts";
import { onlyColumn, selectRows } from "./select-rows.ts";
import { type CheckContext, indexesOf, isEmpty, TableView } from "./table-view.ts";

/** Which unit `agrees` compares a unit with. */
interface WantedUnit {
  /** `FILE#UNIT`, in which the file may be a glob. */
  readonly name: string;
  readonly id: string;
  readonly hasPath: (path: string) => boolean;
}

/** The unit that a check with `agrees` compares a unit with. */
export function otherUnitOf({ units = "*", agrees }: Check, path: string, unit: string): WantedUnit {
  const { file, unit: id = unit } = agrees?.with ?? {};
  const ownSource = pathOfSource(path);
  const matchesFile = file === undefined ? undefined : unitMatcher([file]);
  const wantedId = id.includes("*") ? id.replace("*", () => starText(units, unit)) : id;
  return {
    name: `${file ?? ownSource}#${wantedId}`,
    id: wantedId,
    hasPath(otherPath) {
      const source = pathOfSource(otherPath);
      return matchesFile === undefined ? source === ownSource : matchesFile(otherPath, "") || matchesFile(source, "");
    },
  };
}

/** The text that the only `*` of a glob is in an id that matches it. */
function starText(glob: string, id: string): string {
  const [before = "", after = ""] = glob.split("*");
  return id.slice(before.length, id.length - after.length);
}

/** Compares one number of a table with one number of another unit. */
export function checkAgrees(
  context: CheckContext,
  { column: name, with: source, tolerance }: NonNullable<Check["agrees"]>,
  { column, label }: LabelledColumn,
): RuleOutcome | NoCells {
  const { view, selection, other, isOptional } = context;
  const position = { column: label };
  if ("reason" in other)
    return isOptional
      ? { status: "skipped", message: other.reason, cells: 0, ...position }
      : failure(other.reason, position);
  const ofOther = (problem: string) => failure(`${quoted(other.name)} cannot be compared. ${problem}`, position);
  const row = onlyRow(view, selection);
  if (typeof row === "string") return failure(row, position);
  if (source.table === undefined && other.tables.length > 1)
    return ofOther(`It has ${other.tables.length} tables: name one in \`table\`.`);
  const table = other.tables[source.table ?? 0];
  if (table === undefined)
    return ofOther(`It has no table ${source.table ?? 0}: it has ${other.tables.length}, counted from 0.`);
  const otherView = new TableView(table);
  const target = onlyColumn(otherView, source.column ?? name);
  if ("status" in target) return ofOther(target.message);
  const otherSelection = selectRows(otherView, source);
  if (otherSelection !== undefined && "status" in otherSelection) return ofOther(otherSelection.message);
  const otherRow = onlyRow(otherView, otherSelection);
  if (typeof otherRow === "string") return ofOther(otherRow);
  const hasNumbers = view.numbersOf(column) !== undefined && otherView.numbersOf(target.column) !== undefined;
  if (!hasNumbers) return failure(`${quoted(label)} is not a column of numbers in both units.`, position);
  if (isEmpty(target.column, otherRow))
    return ofOther(`${quoted(target.label)} of ${quoted(otherView.rowName(otherRow))} is empty.`);
  const value = cellValue(target.column, otherRow);
  const limit = nearText(`${changedCellText(value)} of ${quoted(target.label)} in ${quoted(other.name)}`, tolerance);
  const ownRow = new Uint8Array(view.rowCount).fill(1, row, row + 1);
  return evaluateCells({ view, selection: ownRow }, { column, label }, limit, {
    judges: () => !isEmpty(column, row),
    fails: () => isApart(cellValue(column, row), value, tolerance),
  });
}

/** The selected row, or the row of the whole where none is selected; a sentence where it is not clear which one is meant. */
function onlyRow(view: TableView, selection: Uint8Array | undefined): number | string {
  if (selection === undefined)
    return grandTotalRow(readTable(view.table)) ?? "The table has no row of the whole: select one in `rows`.";
  const [row, ...others] = indexesOf(selection);
  if (row !== undefined && others.length === 0) return row;
  return `${count(others.length + 1, "row")} are selected, and one number is needed: select one row in \`rows\`.`;
}
