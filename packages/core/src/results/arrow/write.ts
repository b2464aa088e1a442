import type { Data, DataType } from "apache-arrow";
import { LEVEL_SEPARATOR } from "../decode/headers.ts";
import type { Column, Table } from "../table.ts";
import { loadArrow, METADATA_KEY } from "./load.ts";

type Arrow = typeof import("apache-arrow");

/**
 * A table as an Arrow IPC file (Feather version 2, not compressed): numbers as doubles, texts as dictionaries, structs and mixed cells as
 * JSON text, null as null. Fields are named by their headers, levels joined by ` | `, a second one of the same name with a number behind.
 * What Arrow has no place for stands in metadata, so that decoding the bytes gives the same table.
 */
export async function tableToArrow(table: Table): Promise<Uint8Array> {
  const arrow = await loadArrow();
  const names = fieldNames(table.columns);
  const children = table.columns.map((column) => dataOf(arrow, column, table.rowCount));
  const fields = children.map(({ type }, index) => {
    const facts = table.columns[index] && columnFacts(table.columns[index]);
    return new arrow.Field(names[index] ?? "", type, true, new Map([[METADATA_KEY, JSON.stringify(facts)]]));
  });
  const schema = new arrow.Schema(fields, new Map([[METADATA_KEY, JSON.stringify(tableFacts(table))]]));
  const data = arrow.makeData({ type: new arrow.Struct(fields), length: table.rowCount, nullCount: 0, children });
  return arrow.tableToIPC(new arrow.Table(schema, new arrow.RecordBatch(schema, data)), "file");
}

/** Readers tell columns apart by their names alone. */
function fieldNames(columns: readonly Column[]): string[] {
  const taken = new Set<string>();
  return columns.map(({ header }) => {
    const text = header.join(LEVEL_SEPARATOR);
    let name = text;
    for (let number = 2; taken.has(name); number++) name = `${text} ${number}`;
    taken.add(name);
    return name;
  });
}

function columnFacts({ values, ...facts }: Column) {
  return values.kind === "json" ? { ...facts, isJson: true } : facts;
}

function tableFacts({ id, groupLevels, metadata }: Table) {
  return { id, metadata: metadata.items, ...(groupLevels ? { groupLevels: toBase64(groupLevels) } : {}) };
}

function toBase64(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

function dataOf(arrow: Arrow, { values }: Column, length: number): Data<DataType> {
  if (values.kind === "number") {
    const nulls = nullsOf(length, (row) => values.isNull?.[row] === 1);
    return arrow.makeData({ type: new arrow.Float64(), length, data: values.values, ...nulls });
  }
  if (values.kind === "json") {
    const texts = values.values.map((cell) => (cell === null || cell === undefined ? null : JSON.stringify(cell)));
    const [data] = arrow.vectorFromArray(texts, new arrow.Utf8()).data;
    return data ?? arrow.makeData({ type: new arrow.Utf8(), length: 0 });
  }
  const type = new arrow.Dictionary(new arrow.Utf8(), new arrow.Int32());
  // A dictionary without entries has no vector: where all cells are null, one that no cell means stands in it.
  const dictionary = arrow.vectorFromArray(
    values.dictionary.length > 0 ? [...values.dictionary] : [""],
    new arrow.Utf8(),
  );
  const codes = values.codes.map((code) => Math.max(code, 0));
  return arrow.makeData({
    type,
    length,
    data: codes,
    dictionary,
    ...nullsOf(length, (row) => values.codes[row] === -1),
  });
}

/** One bit a row, set where the row is not null. */
function nullsOf(length: number, isNull: (row: number) => boolean): { nullCount: number; nullBitmap: Uint8Array } {
  const nullBitmap = new Uint8Array(Math.ceil(length / 8));
  let nullCount = 0;
  for (let row = 0; row < length; row++) {
    if (isNull(row)) nullCount++;
    else nullBitmap[row >> 3] = (nullBitmap[row >> 3] ?? 0) | (1 << (row & 7));
  }
  return { nullCount, nullBitmap };
}
