import { createRequire } from "node:module";
import type { Cell, ResultTable, TableColumn } from "../stach/table.ts";

/**
 * A table as Feather: an Arrow IPC file. Text columns are dictionaries, numbers are doubles, cells with several values are JSON text.
 * Arrow is loaded at the first call: few need it, and it is large.
 */
export function toFeather(table: ResultTable): Uint8Array<ArrayBuffer> {
  const require = createRequire(import.meta.url);
  const arrow: typeof import("apache-arrow") = require("apache-arrow");
  const vector = ({ type, cells }: TableColumn) => {
    if (type === "real" || type === "int32") return arrow.vectorFromArray(cells.map(numberOf), new arrow.Float64());
    return arrow.vectorFromArray(cells.map(textOf), new arrow.Dictionary(new arrow.Utf8(), new arrow.Int32()));
  };
  // Two formulas may bear one name; Arrow readers tell columns apart by their names.
  const taken = new Set<string>();
  const columns = table.columns.map((column): [string, ReturnType<typeof vector>] => {
    let name = column.headers.join(" | ");
    for (let number = 2; taken.has(name); number++) name = `${column.headers.join(" | ")} ${number}`;
    taken.add(name);
    return [name, vector(column)];
  });
  return new Uint8Array(arrow.tableToIPC(new arrow.Table(Object.fromEntries(columns)), "file"));
}

function numberOf(cell: Cell): number | null {
  return typeof cell === "number" ? cell : null;
}

function textOf(cell: Cell): string | null {
  return typeof cell === "string" || cell === null ? cell : JSON.stringify(cell);
}
