import { ByteWriter, ParquetWriter, type SchemaElement } from "hyparquet-writer";
import { type ColumnType, type HistoryRow, type HistoryTable, historyColumns } from "./records.ts";

/** The key of the ids of a file's runs, as JSON, in the metadata of the file. */
export const RUNS_KEY = "analytics-engines-runs";
/** How many rows a file has in one group at most. A reader leaves out groups without the unit that it looks for. */
export const MAX_GROUP_ROWS = 5_000;

/**
 * Rows as the bytes of a Parquet file, in pieces. The same rows give the same bytes.
 * @param runs the ids of the runs that the rows are of
 */
export async function* encodeRows(
  table: HistoryTable,
  runs: readonly string[],
  rows: AsyncIterable<HistoryRow> | Iterable<HistoryRow>,
): AsyncGenerator<Uint8Array> {
  const sink = new ByteWriter();
  const schema = schemaOf(table);
  const [, ...columns] = schema;
  const writer = new ParquetWriter({
    writer: sink,
    schema,
    kvMetadata: [{ key: RUNS_KEY, value: JSON.stringify(runs) }],
    createdBy: "analytics-engines",
  });
  const takeBytes = () => {
    const bytes = sink.getBytes().slice();
    // The writer counts offsets apart from this index.
    sink.index = 0;
    return bytes;
  };
  let group: HistoryRow[] = [];
  const writeGroup = () => {
    const columnData = columns.map(({ name, type }) => ({
      name,
      data: group.map((row) => row[name] ?? null),
      // A dictionary would turn -0 into 0.
      ...(type === "DOUBLE" ? { encoding: "PLAIN" as const } : {}),
    }));
    writer.write({ columnData, rowGroupSize: group.length });
    group = [];
    return takeBytes();
  };
  for await (const row of rows) if (group.push(row) === MAX_GROUP_ROWS) yield writeGroup();
  if (group.length > 0) yield writeGroup();
  writer.finish();
  yield takeBytes();
}

/** How a file describes its columns. */
export function schemaOf(table: HistoryTable): SchemaElement[] {
  const columns = Object.entries<ColumnType>(historyColumns[table]).map(
    ([name, type]): SchemaElement => ({
      name,
      repetition_type: type.endsWith("?") ? "OPTIONAL" : "REQUIRED",
      ...elements[type.replace("?", "")],
    }),
  );
  return [{ name: "history", num_children: columns.length }, ...columns];
}

const elements: Readonly<Record<string, Omit<SchemaElement, "name">>> = {
  text: { type: "BYTE_ARRAY", converted_type: "UTF8", logical_type: { type: "STRING" } },
  time: {
    type: "INT64",
    converted_type: "TIMESTAMP_MILLIS",
    logical_type: { type: "TIMESTAMP", isAdjustedToUTC: true, unit: "MILLIS" },
  },
  day: { type: "INT32", converted_type: "DATE", logical_type: { type: "DATE" } },
  double: { type: "DOUBLE" },
  count: { type: "INT32" },
};
