import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { allRuns, encodeColumn, encodeRow, encodeSimplifiedRow } from "../../../../test/support/tables/encode-stach.ts";
import { anyTable } from "../../../../test/support/tables/random-table.ts";
import { cellValue } from "../../cells.ts";
import { decodeResult } from "./assemble.ts";

/** The value as it arrives from the service. */
function sent(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

const rowOptions = fc.record({
  cells: fc.boolean(),
  firstSpans: fc.boolean(),
  headerRowsShowHidden: fc.boolean(),
  extra: fc.constantFrom(undefined, "id" as const, "type" as const),
});
const columnOptions = fc.record({
  runs: fc.constantFrom(...allRuns),
  listsRows: fc.boolean(),
});

describe("any table", () => {
  it("decodes to the same table from each organisation", () => {
    fc.assert(
      fc.property(anyTable, rowOptions, columnOptions, fc.boolean(), (table, row, column, isWrapped) => {
        const wrap = (json: unknown) => sent(isWrapped ? { data: json } : json);
        const simplified = decodeResult(wrap(encodeSimplifiedRow(table)));
        expect(decodeResult(wrap(encodeRow(table, row)))).toEqual(simplified);
        expect(decodeResult(wrap(encodeColumn(table, column)))).toEqual(simplified);
      }),
      { numRuns: 300, endOnFailure: true },
    );
  });

  it("keeps each cell unchanged, its header, and the depth of its row", () => {
    fc.assert(
      fc.property(anyTable, (table) => {
        const [decoded] = decodeResult(sent(encodeSimplifiedRow(table)));
        expect(decoded?.rowCount).toBe(table.rowCount);
        expect(decoded?.columns.map(({ id, header }) => [id, header])).toEqual(
          table.columns.map(({ id, levels }) => [id, levels]),
        );
        for (const [index, column] of table.columns.entries()) {
          const cells = Array.from({ length: table.rowCount }, (_, row) => {
            const found = decoded?.columns[index];
            return found && cellValue(found, row);
          });
          // A column of numbers reads the words for numbers that JSON cannot write.
          const isNumbers = decoded?.columns[index]?.values.kind === "number";
          expect(cells).toEqual(isNumbers ? column.cells.map(wordless) : sent(column.cells));
        }
        expect(decoded?.groupLevels && [...decoded.groupLevels]).toEqual(table.levels);
      }),
      { numRuns: 300, endOnFailure: true },
    );
  });
});

function wordless(cell: unknown): unknown {
  return cell === "NaN" ? Number.NaN : sent(cell);
}
