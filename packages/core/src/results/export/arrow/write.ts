import { asList, asObject } from "../../../json/value.ts";
import { toBase64 } from "../../../text/bytes.ts";
import { cellValue } from "../../cells.ts";
import { readFormat } from "../../stach/decode/definition.ts";
import { LEVEL_SEPARATOR } from "../../stach/decode/headers.ts";
import type { CellFormats, Column, Table } from "../../table.ts";
import { damaged } from "./flatbuffer.ts";

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

/** The metadata key for those properties of a table or a column for which Arrow has no place. */
export const METADATA_KEY = "analytics-engines";

/** The formats of cells as JSON. Of the codes it has only those that differ from the row above: `[row, code, row, code, ...]`. */
function packFormats({ formats, codes }: CellFormats): {
  readonly formats: readonly unknown[];
  readonly codes: readonly number[];
} {
  const changes: number[] = [];
  for (const [row, code] of codes.entries()) if (row === 0 || code !== codes[row - 1]) changes.push(row, code);
  return { formats: formats.map(({ align, ...format }) => ({ ...format, halign: align })), codes: changes };
}

/** The formats from `packFormats`; undefined if the column has none. @throws ResultDecodeError if they do not fit the rows */
export function unpackFormats(packed: unknown, rowCount: number): CellFormats | undefined {
  const members = asObject(packed);
  if (members === undefined) return undefined;
  const formats = (asList(members["formats"]) ?? []).map(readFormat);
  const changes = asList(members["codes"]) ?? [];
  const codes = new Int32Array(rowCount).fill(-1);
  for (let at = 0; at < changes.length; at += 2) {
    codes.fill(requireWithin(changes[at + 1], -1, formats.length), requireWithin(changes[at], 0, rowCount));
  }
  return { formats, codes };
}

function requireWithin(value: unknown, least: number, end: number): number {
  if (typeof value === "number" && Number.isInteger(value) && value >= least && value < end) return value;
  throw damaged("the formats of its cells do not fit its rows");
}
