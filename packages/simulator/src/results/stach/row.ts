import { uuidOf } from "../../catalogue/hash.ts";
import { headerDepth, headerGrid } from "./header-grid.ts";
import { definitions, metadataItems, type ResultTable, rowValues } from "./table.ts";

/** A table as Row: header rows with spans first, then the body; a cell of a group has its depth in the groups. */
export function rowTable(table: ResultTable, salt: string) {
  const ids = table.columns.map((_, index) => uuidOf(salt, "row column", `${index}`));
  const headerIds = table.columns.map((_, index) => uuidOf(salt, "row header", `${index}`));
  const groupIds = ids.filter((_, index) => table.columns[index]?.isDimension && isGroup(table, index));
  const body = Array.from({ length: table.rowCount }, (_, row) => {
    const values = rowValues(table, ids, row);
    const groupLevel = table.groupLevels?.[row] ?? 0;
    const groupId = groupLevel > 0 ? groupIds[groupLevel] : undefined;
    return groupId === undefined ? { values } : { values, cellDetails: { [groupId]: { groupLevel } } };
  });
  const levels = Array.from({ length: headerDepth(table) }, (_, level) => ({
    id: uuidOf(salt, "row level", `${level}`),
    name: `header${level}`,
    type: "string",
  }));
  return {
    data: { rows: [...headerRows(table), ...body], tableMetadata: metadataItems(table) },
    definition: { columns: definitions(table, ids, headerIds) },
    headersDefinition: { columns: levels },
  };
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
