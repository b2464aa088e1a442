import { createRequire } from "node:module";
import { isObject, parseObject, property } from "@analytics-engines/core/basics";
import { uuidOf } from "../../catalogue/hash.ts";
import { tooLargeProblem } from "../request.ts";
import { columnTables, type ResultTable, rowTable, simplifiedRowTable } from "./table.ts";

export type Organisation = "SimplifiedRow" | "Row" | "Column";

/** The tables in an organisation. Ids within a result are made from `salt`. */
function organised(tables: readonly ResultTable[], organisation: Organisation, salt: string) {
  const idAt = (index: number) =>
    organisation === "SimplifiedRow" ? `table_${index}` : uuidOf(salt, organisation, `${index}`);
  const tablesWithIds = tables.map((table, index) => ({ id: idAt(index), table, tableSalt: `${salt}|${index}` }));
  switch (organisation) {
    case "SimplifiedRow":
      return { tables: Object.fromEntries(tablesWithIds.map(({ id, table }) => [id, simplifiedRowTable(table)])) };
    case "Row":
      return {
        tables: Object.fromEntries(tablesWithIds.map(({ id, table, tableSalt }) => [id, rowTable(table, tableSalt)])),
      };
    case "Column":
      return {
        primaryTableIds: tablesWithIds.map(({ id }) => id),
        tables: Object.fromEntries(
          tablesWithIds.flatMap(({ id, table, tableSalt }) => columnTables(table, id, tableSalt)),
        ),
      };
  }
}

/** Throws `ParameterProblem` for a result that no string can hold: more than half a gigabyte. */
function toBytes(data: unknown): Uint8Array<ArrayBuffer> {
  try {
    return new TextEncoder().encode(JSON.stringify({ data }));
  } catch (error) {
    throw error instanceof RangeError ? tooLargeProblem() : error;
  }
}

/** A result of one or more tables. */
export function encodeTables(tables: readonly ResultTable[], organisation: Organisation, salt: string) {
  return toBytes(organised(tables, organisation, salt));
}

/** A result with one table for each output, under the name of the output. */
export function encodeOutputs(tables: ReadonlyMap<string, ResultTable>, organisation: Organisation, salt: string) {
  const outputs = [...tables].map(([name, table]) => [name, organised([table], organisation, `${salt}|${name}`)]);
  return toBytes(Object.fromEntries(outputs));
}

/** A small table in version 3 of the format: rows as maps, and columns whose names mean nothing without the view. */
const headers = { 0: "Account", 1: "Weight" };

const rows = [
  { primary_key: "a", 0: "Total", 1: 100 },
  { primary_key: "b", 0: "Energy", 1: 60.5 },
];

const version3 = {
  version: "3.0",
  columns: [
    { name: "primary_key", contextualType: "string" },
    { name: "0", contextualType: "string" },
    { name: "1", contextualType: "real" },
  ],
  table: { primaryKeys: ["primary_key"] },
  views: [{ name: "view", tableView: { columns: Object.keys(headers), headers } }],
  rows,
};

/** An example of version 3 in place of a result: JSON for JSON with tables, Arrow for Arrow. Other bodies stay as they are. */
export function asVersion3(body: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  if (new TextDecoder().decode(body.subarray(0, 6)) === "ARROW1") return version3Arrow();
  const data = property(parseObject(new TextDecoder().decode(body)), "data");
  const isResult = [data, ...(isObject(data) ? Object.values(data) : [])].some((part) =>
    isObject(property(part, "tables")),
  );
  return isResult ? new TextEncoder().encode(JSON.stringify({ data: version3 })) : body;
}

function version3Arrow(): Uint8Array<ArrayBuffer> {
  // Loaded when needed, as for Feather.
  const arrow: typeof import("@uwdata/flechette") = createRequire(import.meta.url)("@uwdata/flechette");
  const table = arrow.tableFromColumns({
    primary_key: arrow.columnFromArray(
      rows.map((row) => row.primary_key),
      arrow.utf8(),
    ),
    0: arrow.columnFromArray(
      rows.map((row) => row[0]),
      arrow.utf8(),
    ),
    1: arrow.columnFromArray(
      rows.map((row) => row[1]),
      arrow.float64(),
    ),
  });
  const views = Buffer.from(JSON.stringify(version3.views)).toString("base64");
  const metadata = new Map([
    ["fds:stach:version", version3.version],
    ["fds:stach:views", views],
  ]);
  const marked = new arrow.Table({ ...table.schema, metadata }, table.children);
  return new Uint8Array(arrow.tableToIPC(marked, { format: "file" }) ?? []);
}
