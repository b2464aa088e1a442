import { isObject } from "@analytics-engines/core/basics";
/** What a test reads from a result of any organisation: its rows, with the headers of their columns. */
export interface DecodedTable {
  readonly headers: readonly string[];
  readonly dimensions: number;
  readonly rows: readonly (readonly unknown[])[];
  /** The depth of each row, if the organisation has it. */
  readonly levels: readonly number[];
  readonly metadata: Readonly<Record<string, unknown>>;
}

// The type of parsed JSON is not known, so every step into it is checked.
type Json = Record<string, unknown>;

export function objectIn(value: unknown): Json {
  if (!isObject(value)) throw new Error(`no object: ${JSON.stringify(value)}`);
  return Object.fromEntries(Object.entries(value));
}

function list(value: unknown): unknown[] {
  if (!Array.isArray(value)) throw new Error(`no list: ${JSON.stringify(value)}`);
  return value;
}

export function parse(body: Uint8Array): unknown {
  return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
}

/** The tables of a package, in order. This decoder is written only from the description of the format, so that it tests the encoders. */
export function decodePackage(data: unknown): DecodedTable[] {
  const tables = objectIn(objectIn(data)["tables"]);
  if ("primaryTableIds" in objectIn(data)) {
    return list(objectIn(data)["primaryTableIds"]).map((id) => column(objectIn(tables[String(id)]), tables));
  }
  return Object.values(tables).map((table) =>
    "headersDefinition" in objectIn(table) ? row(objectIn(table)) : simplified(objectIn(table)),
  );
}

export function decodeSimulated(body: Uint8Array): DecodedTable[] {
  return decodePackage(objectIn(parse(body))["data"]);
}

function definitions(table: Json): Json[] {
  return list(objectIn(table["definition"])["columns"]).map(objectIn);
}

function dimensionsOf(columns: readonly Json[]): number {
  return columns.filter((one) => one["isDimension"] === true).length;
}

function simplified(table: Json): DecodedTable {
  const columns = definitions(table);
  const data = objectIn(table["data"]);
  const rows = list(data["rows"]).map((one) => columns.map(({ id }) => objectIn(objectIn(one)["values"])[String(id)]));
  const headers = columns.map((one) => String(one["description"]));
  return { headers, dimensions: dimensionsOf(columns), rows, levels: [], metadata: objectIn(data["tableMetadata"]) };
}

function row(table: Json): DecodedTable {
  const columns = definitions(table);
  const data = objectIn(table["data"]);
  const all = list(data["rows"]).map(objectIn);
  const headerRows = all.filter((one) => one["rowType"] === "Header");
  const grid: string[][] = headerRows.map(() => []);
  for (const [level, headerRow] of headerRows.entries()) {
    let at = 0;
    for (const [index, text] of list(headerRow["cells"]).entries()) {
      const detail = objectIn(objectIn(headerRow["headerCellDetails"])[String(index)]);
      while (grid[level]?.[at] !== undefined) at++;
      for (let down = 0; down < Number(detail["rowspan"] ?? 1); down++) {
        for (let across = 0; across < Number(detail["colspan"] ?? 1); across++) {
          const target = grid[level + down];
          if (target) target[at + across] = down === 0 ? String(text) : "";
        }
      }
    }
  }
  const headers = columns.map((_, at) =>
    grid
      .map((level) => level[at] ?? "?")
      .filter((text) => text !== "")
      .join(" | "),
  );
  const body = all.filter((one) => one["rowType"] !== "Header");
  const rows = body.map((one) => columns.map(({ id }) => objectIn(one["values"])[String(id)]));
  const levels = body.map((one) =>
    Number(objectIn(Object.values(objectIn(one["cellDetails"] ?? {}))[0] ?? {})["groupLevel"] ?? 0),
  );
  return { headers, dimensions: dimensionsOf(columns), rows, levels, metadata: objectIn(data["tableMetadata"]) };
}

function column(table: Json, tables: Json): DecodedTable {
  const columns = definitions(table);
  const data = objectIn(table["data"]);
  const headerTable = objectIn(tables[String(objectIn(table["definition"])["headerTableId"])]);
  const headerRows = list(objectIn(headerTable["data"])["rows"]).map((one) => objectIn(one)["id"]);
  const levels = definitions(headerTable).map(({ id }) =>
    expand(objectIn(objectIn(objectIn(headerTable["data"])["columns"])[String(id)])),
  );
  const headers = columns.map((one) => {
    if (one["isDimension"] === true) return String(one["description"]);
    const at = headerRows.indexOf(one["headerId"]);
    return levels
      .map((level) => level[at])
      .filter((text) => text !== null)
      .join(" | ");
  });
  const cells = columns.map(({ id }) => expand(objectIn(objectIn(data["columns"])[String(id)])));
  const rows = Array.from({ length: cells[0]?.length ?? 0 }, (_, at) => cells.map((one) => one[at]));
  const metadata = objectIn(objectIn(data["metadata"])["items"]);
  return { headers, dimensions: dimensionsOf(columns), rows, levels: [], metadata };
}

/** A key of `ranges` is the row of the expanded column where a run begins. */
function expand(data: Json): unknown[] {
  const values = list(data["values"]);
  const ranges = new Map(
    Object.entries(objectIn(data["ranges"] ?? {})).map(([at, length]) => [Number(at), Number(length)]),
  );
  const expanded: unknown[] = [];
  for (const value of values) {
    const row = expanded.length;
    const length = ranges.get(row) ?? 1;
    ranges.delete(row);
    for (let count = 0; count < length; count++) expanded.push(value);
  }
  if (ranges.size > 0) throw new Error("a run is never reached");
  return expanded;
}
