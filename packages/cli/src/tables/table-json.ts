import { escapeJson } from "@analytics-engines/core/basics";
import { type Column, cellValue, formatCell, type Table } from "@analytics-engines/core/results";

/**
 * Tables of any size as JSON, in pieces: `{ version, tables: [{ id, metadata, columns, rows }] }`, with each row as a list of cells. Numbers
 * that JSON does not have become text: `"NaN"`, `"Infinity"`, `"-Infinity"`.
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
    yield `${index === 0 ? "" : ","}\n${escapeJson(JSON.stringify(head)).slice(0, -1)},"rows":[`;
    const levels = table.groupLevels;
    for (let row = 0; row < table.rowCount; row++) {
      const cells = columns.map((column) => (formatted ? formatCell(column, row) : jsonCell(column, row)));
      yield `${row === 0 ? "" : ","}\n${escapeJson(JSON.stringify(cells))}`;
    }
    yield levels === undefined ? "]}" : `],"groupLevels":[${levels.join(",")}]}`;
  }
  yield "]}\n";
}

function jsonCell(column: Column, row: number): unknown {
  const value = cellValue(column, row);
  return typeof value === "number" && !Number.isFinite(value) ? String(value) : value;
}
