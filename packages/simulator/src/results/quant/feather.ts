import { createRequire } from "node:module";
import type { Cell, ResultTable, TableColumn } from "../stach/table.ts";

/**
 * A table as Feather: an Arrow IPC file, packed by LZ4 as its usual writers do. Text columns are dictionaries, numbers are doubles, cells
 * with several values are JSON text. Both libraries are loaded at the first call: few need them.
 */
export function toFeather(table: ResultTable): Uint8Array<ArrayBuffer> {
  const require = createRequire(import.meta.url);
  const arrow: typeof import("@uwdata/flechette") = require("@uwdata/flechette");
  const lz4: typeof import("lz4js") = require("lz4js");
  const codec = arrow.CompressionType.LZ4_FRAME;
  arrow.setCompressionCodec(codec, {
    encode: (bytes) => Uint8Array.from(lz4.compress(bytes)),
    decode: (bytes) => Uint8Array.from(lz4.decompress(bytes)),
  });
  const column = ({ type, cells }: TableColumn) => {
    if (type === "real" || type === "int32") return arrow.columnFromArray(cells.map(numberOf), arrow.float64());
    return arrow.columnFromArray(cells.map(textOf), arrow.dictionary(arrow.utf8()));
  };
  // Two formulas may have the same name, but Arrow readers identify columns by their names.
  const usedNames = new Set<string>();
  const columns = table.columns.map((one): [string, ReturnType<typeof column>] => {
    let name = one.headers.join(" | ");
    for (let number = 2; usedNames.has(name); number++) name = `${one.headers.join(" | ")} ${number}`;
    usedNames.add(name);
    return [name, column(one)];
  });
  return new Uint8Array(arrow.tableToIPC(arrow.tableFromColumns(columns), { format: "file", codec }) ?? []);
}

function numberOf(cell: Cell): number | null {
  return typeof cell === "number" ? cell : null;
}

function textOf(cell: Cell): string | null {
  return typeof cell === "string" || cell === null ? cell : JSON.stringify(cell);
}
