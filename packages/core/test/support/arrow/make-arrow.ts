import {
  Batch,
  Column,
  CompressionType,
  columnFromArray,
  type DataType,
  setCompressionCodec,
  tableFromColumns,
  tableToIPC,
} from "@uwdata/flechette";
import { compress } from "lz4js";
import { cellValue } from "../../../src/results/cells.ts";
import { decodeResultBytes } from "../../../src/results/decode-bytes.ts";

export const packings = ["none", "lz4"] as const;
export const kinds = ["file", "stream"] as const;
export type Packing = (typeof packings)[number];
export type ArrowForm = (typeof kinds)[number];

const codecs = { none: null, lz4: CompressionType.LZ4_FRAME } as const;
const notRead = () => {
  throw new Error("these tests only write with this library");
};
setCompressionCodec(CompressionType.LZ4_FRAME, { encode: (bytes) => compress(bytes), decode: notRead });

/** Columns as Arrow, written by another library. */
export function makeArrow(
  columns: Readonly<Record<string, Column<unknown>>>,
  kind: ArrowForm = "file",
  packing: Packing = "none",
): Uint8Array {
  const bytes = tableToIPC(tableFromColumns(columns), { format: kind, codec: codecs[packing] });
  if (bytes === null) throw new Error("bytes are expected");
  return bytes;
}

/** The buffers of a batch as a test writes them, by the names of the writing library. */
export type Parts = Omit<ConstructorParameters<typeof Batch>[0], "type" | "length" | "nullCount" | "children"> & {
  readonly length: number;
  readonly nullCount?: number;
  readonly children?: readonly Batch<unknown>[];
};

export function batchOf(type: DataType, { nullCount = 0, children = [], ...parts }: Parts): Batch<unknown> {
  return new Batch<unknown>({ validity: new Uint8Array(0), ...parts, nullCount, type, children: [...children] });
}

export function rawColumn(type: DataType, ...batches: readonly Parts[]): Column<unknown> {
  return new Column(
    batches.map((parts) => batchOf(type, parts)),
    type,
  );
}

export function valuesColumn(type: DataType, values: readonly unknown[]): Column<unknown> {
  return columnFromArray([...values], type);
}

/** The columns of the only table that bytes decode to, with their types and cells. */
export async function readColumns(bytes: Uint8Array, contentType?: string) {
  const [table] = await decodeResultBytes(bytes, contentType);
  return table?.columns.map((column) => ({
    name: column.name,
    type: column.type,
    kind: column.values.kind,
    cells: Array.from({ length: table.rowCount }, (_, row) => cellValue(column, row)),
  }));
}
