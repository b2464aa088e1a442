import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { DuckDBInstance, type DuckDBValue } from "@duckdb/node-api";

/** A Parquet file as DuckDB reads it. */
export interface ReadParquet {
  readonly names: readonly string[];
  /** The types in DuckDB's words, such as `DECIMAL(20,0)`. */
  readonly types: readonly string[];
  readonly columns: readonly (readonly DuckDBValue[])[];
  readonly rowCount: number;
}

/** A reader of Parquet files. `close` removes its folder. */
export async function createParquetReader() {
  const folder = await mkdtemp(path.join(tmpdir(), "parquet-"));
  const ownFile = path.join(folder, "table.parquet");
  // A file that is written again within one tick of the clock would be read from DuckDB's cache.
  const settings = { threads: "1", enable_external_file_cache: "false" };
  const instance = await DuckDBInstance.create(":memory:", settings);
  const connection = await instance.connect();

  async function readFile(file: string): Promise<ReadParquet> {
    const result = await connection.runAndReadAll(`SELECT * FROM read_parquet('${file}')`);
    return {
      names: result.columnNames(),
      types: result.columnTypes().map(String),
      columns: result.getColumns(),
      rowCount: result.currentRowCount,
    };
  }

  return {
    readFile,
    async read(bytes: Uint8Array): Promise<ReadParquet> {
      await writeFile(ownFile, bytes);
      return readFile(ownFile);
    },
    /** The rows of a query that names files relative to a folder. */
    async query(sql: string, folder: string): Promise<readonly (readonly DuckDBValue[])[]> {
      await connection.run(`SET file_search_path = '${folder}'`);
      return (await connection.runAndReadAll(sql)).getRows();
    },
    /** The key-value metadata of a file. */
    async readMetadata(bytes: Uint8Array): Promise<Readonly<Record<string, string>>> {
      await writeFile(ownFile, bytes);
      const sql = `SELECT decode(key), decode(value) FROM parquet_kv_metadata('${ownFile}')`;
      const pairs = (await connection.runAndReadAll(sql)).getRows();
      return Object.fromEntries(pairs.map(([key, value]) => [String(key), String(value)]));
    },
    async close(): Promise<void> {
      connection.closeSync();
      instance.closeSync();
      await rm(folder, { recursive: true });
    },
  };
}
