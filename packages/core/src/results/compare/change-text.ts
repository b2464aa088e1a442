import { plainText } from "../cells.ts";
import { namesOfRow } from "./match-rows.ts";
import type { CellChange, RowKey } from "./types.ts";

/** The text of a cell that is not a number on both sides: null and empty text are spelt out. */
export function changedCellText(value: CellChange["before"]): string {
  return value === null || value === undefined ? "null" : value === "" ? '""' : plainText(value);
}

/** The names of a row in one text. */
export function changedRowText(row: RowKey): string {
  return namesOfRow(row).map(changedCellText).join(" / ");
}
