import { ByteWriter, ParquetWriter, type SchemaElement } from "hyparquet-writer";
import type { HistoryColumn, HistoryRow } from "./records.ts";

/** The key of the ids of a file's runs, as JSON, in the metadata of the file. */
export const RUNS_KEY = "analytics-engines-runs";
/** How many rows a file has in one group at most. */
export const MAX_GROUP_ROWS = 50_000;

/**
 * Rows as the bytes of a Parquet file, in pieces. The same rows give the same bytes.
 * @param runs the ids of the runs that the rows are of
 */
export async function* encodeRows(
  columns: readonly HistoryColumn[],
  runs: readonly string[],
  rows: AsyncIterable<HistoryRow> | Iterable<HistoryRow>,
): AsyncGenerator<Uint8Array> {
  const sink = new ByteWriter();
  const writer = new ParquetWriter({
    writer: sink,
    schema: [{ name: "history", num_children: columns.length }, ...columns.map(schemaElement)],
    kvMetadata: [{ key: RUNS_KEY, value: JSON.stringify(runs) }],
    createdBy: "analytics-engines",
  });
  const takeBytes = () => {
    const bytes = sink.getBytes().slice();
    // The writer counts offsets apart from this index.
    sink.index = 0;
    return bytes;
  };
  const writeGroup = (group: readonly HistoryRow[]) => {
    const columnData = columns.map(({ name, type }) => ({
      name,
      data: group.map((row) => row[name] ?? null),
      // A dictionary would turn -0 into 0.
      ...(type === "double" ? { encoding: "PLAIN" as const } : {}),
    }));
    writer.write({ columnData, rowGroupSize: group.length });
    return takeBytes();
  };
  let group: HistoryRow[] = [];
  for await (const row of rows) {
    if (group.push(row) < MAX_GROUP_ROWS) continue;
    yield writeGroup(group);
    group = [];
  }
  if (group.length > 0) yield writeGroup(group);
  writer.finish();
  yield takeBytes();
}

/** How a file describes a column. */
export function schemaElement({ name, type, isOptional }: HistoryColumn): SchemaElement {
  const element = { name, repetition_type: isOptional ? "OPTIONAL" : "REQUIRED" } as const;
  switch (type) {
    case "text":
      return { ...element, type: "BYTE_ARRAY", converted_type: "UTF8", logical_type: { type: "STRING" } };
    case "time":
      return {
        ...element,
        type: "INT64",
        converted_type: "TIMESTAMP_MILLIS",
        logical_type: { type: "TIMESTAMP", isAdjustedToUTC: true, unit: "MILLIS" },
      };
    case "day":
      return { ...element, type: "INT32", converted_type: "DATE", logical_type: { type: "DATE" } };
    case "double":
      return { ...element, type: "DOUBLE" };
    case "count":
      return { ...element, type: "INT32" };
  }
}
