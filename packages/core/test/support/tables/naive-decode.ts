/**
 * A second decoder, written only from the description of the format. It shares no code with the first, reads one cell after another, and
 * is slow. It reads the first table that a result is about.
 */
export interface NaiveTable {
  /** A column's header levels joined by ` | `. */
  readonly headers: readonly string[];
  /** By column. */
  readonly cells: readonly (readonly unknown[])[];
}

/** A result as the format describes it. A result of another form makes a test fail. */
interface Package {
  readonly primaryTableIds?: readonly string[];
  readonly tables: Readonly<Record<string, HeldTable>>;
}

interface HeldTable {
  readonly definition: { readonly columns: readonly Definition[]; readonly headerTableId?: string };
  readonly data: { readonly columns?: Readonly<Record<string, Values>>; readonly rows?: readonly Row[] };
}

interface Definition {
  readonly id: string;
  readonly name: string;
  readonly description?: string;
  readonly headerId?: string;
}

interface Values {
  readonly values: readonly unknown[];
  readonly ranges?: Readonly<Record<string, number>>;
}

interface Row {
  readonly id?: string;
  readonly rowType?: string;
  readonly values?: Readonly<Record<string, unknown>>;
  readonly cells?: readonly unknown[];
}

/** Throws Error if the result does not have the form of the format. */
export function naiveDecode(result: Package | { readonly data: Package }): NaiveTable {
  const held = "data" in result ? result.data : result;
  const table = tableOf(held, held.primaryTableIds?.[0] ?? Object.keys(held.tables)[0]);
  const columns = table.definition.columns;
  const { rows = [], columns: byId } = table.data;
  if (byId) {
    const cells = columns.map((column) => expand(byId[column.id]));
    const count = rows.length > 0 ? rows.length : Math.max(0, ...cells.map((one) => one.length));
    if (cells.some((one) => one.length !== count)) throw new Error("columns of different lengths");
    const { headerTableId } = table.definition;
    const heads = headerTableId === undefined ? undefined : tableOf(held, headerTableId);
    return { headers: columns.map((column) => headerBy(heads, column) ?? headerOf(column)), cells };
  }
  const body = rows.filter((row) => row.rowType !== "Header");
  const cells = columns.map((column, index) =>
    body.map((row) => (row.values ? row.values[column.id] : row.cells?.[index]) ?? null),
  );
  return { headers: columns.map(headerOf), cells };
}

function tableOf({ tables }: Package, id = ""): HeldTable {
  const table = tables[id];
  if (table === undefined) throw new Error(`no table ${id}`);
  return table;
}

/** Walks the values once. If the number of rows so far is a key of `ranges`, the value fills that many rows, else one. */
function expand(column: Values | undefined): unknown[] {
  if (column === undefined) throw new Error("a column without cells");
  const { values, ranges = {} } = column;
  const left = new Map(Object.entries(ranges));
  const written: unknown[] = [];
  for (const value of values) {
    const row = String(written.length);
    const length = left.has(row) ? left.get(row) : 1;
    left.delete(row);
    if (length === undefined || !Number.isInteger(length) || length < 1) throw new Error("a run of no length");
    for (let count = 0; count < length; count++) written.push(value);
  }
  if (left.size > 0) throw new Error("a run that is never reached");
  return written;
}

/** What the header table says under the column's `headerId`. */
function headerBy(heads: HeldTable | undefined, { headerId }: Definition): string | undefined {
  const row = heads?.data.rows?.findIndex((one) => one.id === headerId) ?? -1;
  if (heads === undefined || row < 0) return undefined;
  const levels = heads.definition.columns.map((level) => expand(heads.data.columns?.[level.id])[row]);
  return levels.filter((text) => text !== null).join(" | ");
}

function headerOf({ description, name }: Definition): string {
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
