import { uuidOf } from "../../catalogue/hash.ts";
import { tooLargeProblem } from "../request.ts";
import { columnTables } from "./column.ts";
import { rowTable } from "./row.ts";
import { simplifiedRowTable } from "./simplified-row.ts";
import type { ResultTable } from "./table.ts";

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
