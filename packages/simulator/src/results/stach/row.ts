import { uuidOf } from "../../catalogue/hash.ts";
import { headerDepth, headerGrid } from "./header-grid.ts";
import { definitions, metadataItems, type ResultTable, rowValues } from "./table.ts";

/** A table as Row: header rows with spans first, then the body; a cell of a group has its depth in the groups. */
export function* rowTable(table: ResultTable, salt: string): Generator<string> {
  const ids = table.columns.map((_, index) => uuidOf(salt, "row column", `${index}`));
  const headerIds = table.columns.map((_, index) => uuidOf(salt, "row header", `${index}`));
  yield '{"data":{"rows":[';
  yield headerRows(table)
    .map((row) => JSON.stringify(row))
    .join(",");
  const groupColumns = table.columns.flatMap((column, index) =>
    column.isDimension && isGroup(table, index) ? [index] : [],
  );
  for (let row = 0; row < table.rowCount; row++) {
    const values = `"values":${rowValues(table, ids, row)}`;
    const level = table.groupLevels?.[row] ?? 0;
    const groupColumn = level > 0 ? ids[groupColumns[level] ?? -1] : undefined;
    yield groupColumn === undefined
      ? `,{${values}}`
      : `,{${values},"cellDetails":{"${groupColumn}":{"groupLevel":${level}}}}`;
  }
  const levels = Array.from({ length: headerDepth(table) }, (_, level) => ({
    id: uuidOf(salt, "row level", `${level}`),
    name: `header${level}`,
    type: "string",
  }));
  yield `],"tableMetadata":${JSON.stringify(metadataItems(table))}},"definition":{"columns":${JSON.stringify(definitions(table, ids, headerIds))}}`;
  yield `,"headersDefinition":{"columns":${JSON.stringify(levels)}}}`;
}

/** Whether a dimension is one level of the groups: it has a parent or is one. */
function isGroup(table: ResultTable, index: number): boolean {
  return table.columns[index]?.parent !== undefined || table.columns.some((column) => column.parent === index);
}

function headerRows(table: ResultTable) {
  return headerGrid(table).map((cells) => ({
    cells: cells.map((cell) => cell.text),
    headerCellDetails: Object.fromEntries(
      cells.map(({ colspan, rowspan, source, columnIndex }, index) => [
        index,
        {
          ...(columnIndex > 0 ? { columnIndex } : {}),
          ...(colspan > 1 ? { colspan } : {}),
          ...(rowspan > 1 ? { rowspan } : {}),
          source,
        },
      ]),
    ),
    rowType: "Header",
  }));
}
