import { plainText } from "../cells.ts";
import { namesOfRow } from "./match-rows.ts";
import type { CellChange, RowKey } from "./types.ts";

/**
 * The text of a cell that is not a number on both sides: null and empty text are spelt out.
 * @example
 * ```ts
 * import { changedCellText } from "@analytics-engines/core/results";
 *
 * console.log(changedCellText(null), changedCellText("")); // null ""
 * ```
 */
export function changedCellText(value: CellChange["before"]): string {
  return value === null || value === undefined ? "null" : value === "" ? '""' : plainText(value);
}

/**
 * The names of a row in one text.
 * @example
 * ```ts
 * import { changedRowText } from "@analytics-engines/core/results";
 *
 * console.log(changedRowText([null, "Energy", "Oil"])); // Energy / Oil
 * ```
 */
export function changedRowText(row: RowKey): string {
  return namesOfRow(row).map(changedCellText).join(" / ");
}
