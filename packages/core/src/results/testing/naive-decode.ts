/**
 * A second decoder, written from the description of the format alone and sharing nothing with the first: one cell after another, nothing
 * fast, nothing kept. It reads the first table that a result is about.
 */
export interface NaiveTable {
  /** A column's header levels joined by ` | `. */
  readonly headers: readonly string[];
  /** By column. */
  readonly cells: readonly (readonly unknown[])[];
}

// biome-ignore lint/suspicious/noExplicitAny: it reads whatever JSON it is given, and a wrong guess is a test that fails
type Json = any;

/** Throws Error where the result is not as the format has it. */
export function naiveDecode(result: Json): NaiveTable {
  const held = result.data?.tables ? result.data : result;
  const id = held.primaryTableIds?.[0] ?? Object.keys(held.tables)[0];
  const table = held.tables[id];
  const columns = table.definition.columns;
  const { rows = [] } = table.data;
  if (table.data.columns) {
    const cells = columns.map((column: Json) => expand(table.data.columns[column.id]));
    const count = rows.length > 0 ? rows.length : Math.max(0, ...cells.map((one: unknown[]) => one.length));
    if (cells.some((one: unknown[]) => one.length !== count)) throw new Error("columns of different lengths");
    const heads = held.tables[table.definition.headerTableId];
    return { headers: columns.map((column: Json) => headerBy(heads, column) ?? headerOf(column)), cells };
  }
  const body = rows.filter((row: Json) => row.rowType !== "Header");
  const cells = columns.map((column: Json, index: number) =>
    body.map((row: Json) => (row.values ? row.values[column.id] : row.cells[index]) ?? null),
  );
  return { headers: columns.map(headerOf), cells };
}

/** Walks the values once: where as many rows are written as a key says, the value is written that often, else once. */
function expand({ values, ranges = {} }: Json): unknown[] {
  const left = new Map<string, Json>(Object.entries(ranges));
  const written: unknown[] = [];
  for (const value of values) {
    const row = String(written.length);
    const length = left.get(row) ?? 1;
    left.delete(row);
    if (!Number.isInteger(length) || length < 1) throw new Error("a run of no length");
    for (let count = 0; count < length; count++) written.push(value);
  }
  if (left.size > 0) throw new Error("a run that is never reached");
  return written;
}

/** What the header table says under the column's `headerId`. */
function headerBy(heads: Json, { headerId }: Json): string | undefined {
  const row = heads?.data.rows.findIndex((one: Json) => one.id === headerId) ?? -1;
  if (row < 0) return undefined;
  const levels = heads.definition.columns.map((level: Json) => expand(heads.data.columns[level.id])[row]);
  return levels.filter((text: unknown) => text !== null).join(" | ");
}

function headerOf({ description, name }: Json): string {
  return description || name;
}

/** The table as CSV, one field after another. */
export function naiveCsv({ headers, cells }: NaiveTable): string {
  const rowCount = cells[0]?.length ?? 0;
  const lines = [headers.map(quoted)];
  for (let row = 0; row < rowCount; row++) lines.push(cells.map((column) => field(column[row])));
  return lines.map((fields) => `${fields.join(",")}\r\n`).join("");
}

function field(cell: unknown): string {
  if (cell === null) return "";
  if (typeof cell === "string") return quoted(cell);
  return typeof cell === "number" ? String(cell) : quoted(JSON.stringify(cell));
}

function quoted(text: string): string {
  return text === "" || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
