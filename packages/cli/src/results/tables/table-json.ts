import { cellValue, formatCell, type Table } from "@analytics-engines/core/results";
import { printableJson } from "../../terminal/printable-json.ts";

/**
 * Tables of any size as JSON, in pieces: `{ version, tables: [{ id, metadata, columns, rows }] }`, with each row as a list of cells.
 */
export function* tablesToJson(
  tables: readonly Table[],
  { includeHidden, formatted }: { includeHidden: boolean; formatted: boolean },
): Generator<string> {
  yield '{"version":1,"tables":[';
  for (const [index, table] of tables.entries()) {
    const columns = table.columns.filter((column) => includeHidden || !column.isHidden);
    const described = columns.map(({ values, ...column }) => column);
    const head = { id: table.id, metadata: table.metadata, columns: described };
    yield `${index === 0 ? "" : ","}\n${printableJson(head, 0).slice(0, -1)},"rows":[`;
    const levels = table.groupLevels;
    for (let row = 0; row < table.rowCount; row++) {
      const cells = columns.map((column) => (formatted ? formatCell(column, row) : cellValue(column, row)));
      yield `${row === 0 ? "" : ","}\n${printableJson(cells, 0)}`;
    }
    yield levels === undefined ? "]}" : `],"groupLevels":[${levels.join(",")}]}`;
  }
  yield "]}\n";
}
