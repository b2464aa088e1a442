import { uuidOf } from "../../catalogue/hash.ts";
import { cellText } from "./bytes.ts";
import { headerDepth } from "./header-grid.ts";
import { type Cell, metadataItems, type ResultTable } from "./table.ts";

/** Column: the cells by column; the levels of the headers in a table of their own, joined by `headerId`. */
export function* columnOrganised(tables: readonly ResultTable[], salt: string): Generator<string> {
  const primary = tables.map((_, index) => uuidOf(salt, "column", `${index}`));
  yield `{"primaryTableIds":${JSON.stringify(primary)},"tables":{`;
  for (const [index, table] of tables.entries()) {
    if (index > 0) yield ",";
    yield* oneTable(table, `${salt}|${index}`, primary[index] ?? "");
  }
  yield "}}";
}

function* oneTable(table: ResultTable, salt: string, id: string): Generator<string> {
  const headerTableId = uuidOf(salt, "headers");
  const ids = table.columns.map((_, index) => uuidOf(salt, "column column", `${index}`));
  const headerIds = table.columns.map((_, index) => uuidOf(salt, "column header", `${index}`));
  yield `"${id}":{"data":{"columns":{`;
  for (let index = 0; index < ids.length; index++) {
    yield `${index === 0 ? "" : ","}"${ids[index]}":`;
    yield* cellsOf(table.columns[index]?.cells ?? []);
  }
  const metadata = { items: metadataItems(table), locations: { table: Object.keys(table.metadata) } };
  yield `},"metadata":${JSON.stringify(metadata)}`;
  // Rows are named where something refers to them: the service leaves them out of large tables.
  if (table.rowCount <= 1000) {
    const rows = Array.from({ length: table.rowCount }, (_, row) => ({ id: uuidOf(salt, "row", `${row}`) }));
    yield `,"rows":${JSON.stringify(rows)}`;
  }
  const definition = table.columns.map(({ name, headers, type, isDimension, parent, format }, index) => ({
    description: headers.join(" | "),
    ...(format ? { format: { format, halign: "RIGHT", nullFormat: "--" } } : {}),
    ...(isDimension ? {} : { headerId: headerIds[index] }),
    id: ids[index],
    ...(isDimension ? { isDimension } : {}),
    name,
    ...(parent === undefined ? {} : { parentId: ids[parent] }),
    type,
  }));
  yield `},"definition":${JSON.stringify({ columns: definition, headerTableId })}},"${headerTableId}":`;
  yield JSON.stringify(headerTable(table, salt, headerIds));
}

/** A row for each column that is no dimension, a column for each level. */
function headerTable(table: ResultTable, salt: string, headerIds: readonly string[]) {
  const shown = table.columns.flatMap((column, index) =>
    column.isDimension ? [] : [{ column, id: headerIds[index] }],
  );
  const levels = Array.from({ length: headerDepth(table) }, (_, level) => uuidOf(salt, "column level", `${level}`));
  const valuesOf = (level: number) => shown.map(({ column }) => column.headers[level] ?? null);
  return {
    data: {
      columns: Object.fromEntries(levels.map((id, level) => [id, { values: valuesOf(level) }])),
      rows: shown.map(({ id }) => ({ id })),
    },
    definition: { columns: levels.map((id, level) => ({ id, name: `header${level}`, type: "string" })) },
  };
}

/**
 * The cells of a column, its longest run written once. Published readers differ in whether the key of a range counts the values as
 * written or as expanded; with one range a column, both read the same.
 */
function* cellsOf(cells: readonly Cell[]): Generator<string> {
  const run = longestRun(cells);
  yield '{"values":[';
  let first = true;
  for (let index = 0; index < cells.length; index++) {
    if (run && index > run.start && index < run.start + run.length) continue;
    yield first ? cellText(cells[index]) : `,${cellText(cells[index])}`;
    first = false;
  }
  yield run ? `],"ranges":{"${run.start}":${run.length}}}` : "]}";
}

/** The longest run of equal cells, if it is of three or more. */
function longestRun(cells: readonly Cell[]): { start: number; length: number } | undefined {
  let best: { start: number; length: number } | undefined;
  let start = 0;
  for (let index = 1; index <= cells.length; index++) {
    if (index < cells.length && cells[index] === cells[start]) continue;
    if (index - start >= Math.max(3, (best?.length ?? 0) + 1)) best = { start, length: index - start };
    start = index;
  }
  return best;
}
