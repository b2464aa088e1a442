import { ResultDecodeError } from "../../../json/errors.ts";
import { cellValue } from "../../cells.ts";
import type { Column } from "../../table.ts";
import { isExact } from "./types.ts";

/**
 * Checks that `JSON.parse` has not rounded a number in a column of whole numbers or keys.
 * @param place the place of the definition
 * @throws ResultDecodeError if such a column has a whole number beyond 2^53
 */
export function checkExact(columns: readonly Column[], place: string): void {
  for (const [index, column] of columns.entries()) {
    const { type, values } = column;
    if (!isExact(type) || values.kind === "text") continue;
    for (let row = 0; row < values.values.length; row++) {
      const cell = cellValue(column, row);
      if (!Number.isInteger(cell) || Number.isSafeInteger(cell)) continue;
      throw new ResultDecodeError(
        `${place}.columns[${index}]`,
        `row ${row} holds ${cell}, which JSON.parse may have rounded, in a column of type ${type}: decode the bytes instead`,
      );
    }
  }
}
