import { ResultDecodeError } from "../../../json/errors.ts";
import { cellValue } from "../../cells.ts";
import type { Column } from "../../table.ts";
import { isExact } from "./types.ts";

/**
 * Throws where a whole number of a column of whole numbers or keys is beyond 2^53: `JSON.parse` may have rounded it to another.
 * `place` is that of the definition.
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
        `row ${row} holds ${cell}, too large to be kept exactly in a column of type ${type}`,
      );
    }
  }
}
