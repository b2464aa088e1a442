import { toBase64 } from "../../../text/bytes.ts";
import { cellValue } from "../../cells.ts";
import { LEVEL_SEPARATOR } from "../../stach/decode/headers.ts";
import type { Column, Table } from "../../table.ts";
import { METADATA_KEY, packFormats } from "./pack-formats.ts";

type Flechette = typeof import("@uwdata/flechette");

/**
 * A table as an Arrow IPC file (Feather version 2, not compressed): numbers as doubles, texts as dictionaries, structs and mixed cells as
 * JSON text, null as null. Fields have the names of the headers, levels joined by ` | `; a repeated name gets a number. The metadata
 * contains the properties of a table for which Arrow has no place, so that `decodeResultBytes` gives the same table back.
 * @example
 * ```ts
 * import { decodeResultBytes, tableToArrow } from "@analytics-engines/core/results";
 *
 * export async function toFeather(result: Uint8Array): Promise<Uint8Array | undefined> {
 *   const [table] = await decodeResultBytes(result);
 *   return table && tableToArrow(table);
 * }
 * ```
 */
export async function tableToArrow(table: Table): Promise<Uint8Array> {
  const flechette = await import("@uwdata/flechette");
  const names = fieldNames(table.columns);
  const columns = table.columns.map((column) => columnOf(flechette, column, table.rowCount));
  const fields = columns.map(({ type }, index) => {
    const facts = table.columns[index] && columnFacts(table.columns[index]);
    return flechette.field(names[index] ?? "", type, true, new Map([[METADATA_KEY, JSON.stringify(facts)]]));
  });
  const schema = {
    version: flechette.Version.V5,
    endianness: flechette.Endianness.Little,
    fields,
    metadata: new Map([[METADATA_KEY, JSON.stringify(tableFacts(table))]]),
  };
  const bytes = flechette.tableToIPC(new flechette.Table(schema, columns), { format: "file" });
  if (bytes === null) throw new TypeError("Arrow was written to nowhere");
  return bytes;
}

/** Readers tell columns apart only by their names. */
function fieldNames(columns: readonly Column[]): string[] {
  const names = new Set<string>();
  return columns.map(({ header }) => {
    const text = header.join(LEVEL_SEPARATOR);
    let name = text;
    for (let number = 2; names.has(name); number++) name = `${text} ${number}`;
    names.add(name);
    return name;
  });
}

/** The scale is left out, because readers find it from the numbers. */
function columnFacts({ values, scale: _scale, ...facts }: Column) {
  return {
    ...facts,
    ...(values.kind === "json" ? { isJson: true } : {}),
    ...(values.formats ? { cellFormats: packFormats(values.formats) } : {}),
  };
}

/** A file without columns has no place for the number of its rows. */
function tableFacts({ id, rowCount, columns, groupLevels, metadata }: Table) {
  return {
    id,
    metadata: metadata.items,
    ...(columns.length === 0 ? { rowCount } : {}),
    ...(groupLevels ? { groupLevels: toBase64(groupLevels) } : {}),
  };
}

function columnOf({ columnFromValues, dictionary, float64, utf8 }: Flechette, column: Column, rowCount: number) {
  const cells = cellsOf(column, rowCount);
  switch (column.values.kind) {
    case "number":
      return columnFromValues(cells, float64());
    case "text":
      return columnFromValues(cells, dictionary(utf8()));
    case "json":
      return columnFromValues(cells, utf8());
  }
}

function* cellsOf(column: Column, rowCount: number): Generator<unknown> {
  const isJson = column.values.kind === "json";
  for (let row = 0; row < rowCount; row++) {
    const cell = cellValue(column, row);
    yield isJson && cell !== null ? JSON.stringify(cell) : cell;
  }
}
