import { createHash } from "node:crypto";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { parquetMetadata, parquetReadObjects } from "hyparquet";
import { ByteWriter, ParquetWriter, type SchemaElement } from "hyparquet-writer";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createParquetReader } from "../../../core/test/support/tables/read-parquet.ts";
import { temporaryFolder } from "../../test/support/folders.ts";
import { writeChecksReport, writeHistoryRun } from "../../test/support/history-run.ts";
import { addToHistory, listHistoryChanges, readSeries } from "../review/index.ts";
import { type HistoryTable, METADATA_KEY, tableNames } from "./records.ts";

let duckdb: Awaited<ReturnType<typeof createParquetReader>>;
beforeAll(async () => {
  duckdb = await createParquetReader();
});
afterAll(() => duckdb.close());

/** A store of one run with a row in each table. */
async function makeStore() {
  const folder = await temporaryFolder();
  const store = join(folder, "history");
  const run = await writeHistoryRun(join(folder, "run"), "2026-11-20T21:00:00Z", {
    growth: { numbers: { Total: 1.5 } },
  });
  const finding = { id: "sum", status: "passed", message: "It passed.", value: "1.50", limit: "2" };
  await writeChecksReport(run, [finding]);
  await addToHistory(run, store);
  return { folder, store, run };
}

/** A file as a release can write it. */
interface Form {
  readonly schema: SchemaElement[];
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  readonly version: unknown;
}

/** Writes each file of a store anew, under the name of its new digest, as another release would write it. */
async function rewrite(store: string, change: (form: Form, table: HistoryTable) => Form): Promise<void> {
  const written: { table: HistoryTable; sha256: string; bytes: number; rows: number }[] = [];
  for (const table of tableNames) {
    const [name = ""] = (await readdir(join(store, table), { recursive: true })).filter((file) => file.endsWith("t"));
    const path = join(store, table, name);
    const { buffer: file } = new Uint8Array(await readFile(path));
    const metadata = parquetMetadata(file);
    const [, ...schema] = metadata.schema;
    const known = JSON.parse(metadata.key_value_metadata?.find(({ key }) => key === METADATA_KEY)?.value ?? "{}");
    const form = change({ schema, rows: await parquetReadObjects({ file }), version: known.version }, table);
    const contents = { ...known, version: form.version, ...(table === "units" && { files: written }) };
    const sink = new ByteWriter();
    const writer = new ParquetWriter({
      writer: sink,
      schema: [{ name: "history", num_children: form.schema.length }, ...form.schema],
      ...(form.version !== undefined && { kvMetadata: [{ key: METADATA_KEY, value: JSON.stringify(contents) }] }),
    });
    const columnData = form.schema.map((element) => ({
      name: element.name,
      data: form.rows.map((row) => row[element.name] ?? null),
    }));
    writer.write({ columnData, rowGroupSize: form.rows.length });
    writer.finish();
    const bytes = Buffer.from(sink.getBytes());
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    await rm(path);
    await writeFile(join(dirname(path), name.split("/")[1]?.replace(/\w{64}/, sha256) ?? ""), bytes);
    written.push({ table, sha256, bytes: bytes.length, rows: form.rows.length });
  }
}

async function readAll(store: string) {
  const numbers = await readSeries(store, { unit: "growth" });
  const checks = await readSeries(store, {}, "checks");
  return { numbers, checks, changes: await listHistoryChanges(store) };
}

test("a column that a later release adds is not read", async () => {
  const { store } = await makeStore();
  const before = await readAll(store);
  await rewrite(store, ({ schema, rows, version }) => ({
    schema: [{ name: "added", type: "DOUBLE", repetition_type: "OPTIONAL" }, ...schema],
    rows: rows.map((row, at) => ({ ...row, added: at })),
    version,
  }));
  expect(await readAll(store)).toEqual(before);
});

test("a column that can be empty may be missing", async () => {
  const { store } = await makeStore();
  const isKept = ({ repetition_type, name }: SchemaElement) =>
    repetition_type === "REQUIRED" || name === "number_value";
  await rewrite(store, ({ schema, rows, version }) => ({ schema: schema.filter(isKept), rows, version }));
  const { numbers, checks, changes } = await readAll(store);
  expect(changes.problems).toEqual([]);
  expect(numbers).toMatchObject({ problems: [], series: [{ points: [{ value: 1.5, commit: null, digits: null }] }] });
  expect(checks).toMatchObject({ problems: [], series: [{ points: [{ value: 1.5, check: { limit: null } }] }] });
});

test.for(["started_at", "unit"])("a file without the column %s is named", async (name) => {
  const { store } = await makeStore();
  await rewrite(store, ({ schema, rows, version }) => ({
    schema: schema.filter((element) => element.name !== name),
    rows,
    version,
  }));
  expect((await listHistoryChanges(store)).problems).toMatchObject([
    { reason: `has no column ${name} as a file of this history has it: remove it, and add the run again` },
  ]);
});

test("a file of a later version is named, and so is one without a version", async () => {
  const { store, run } = await makeStore();
  await rewrite(store, (form) => ({ ...form, version: 2 }));
  const later = "has version 2, and this tool reads version 1: use the version of the tool that wrote it";
  expect((await listHistoryChanges(store)).problems.map(({ reason }) => reason)).toEqual([later]);
  await expect(addToHistory(run, store)).rejects.toThrow(later);

  await rewrite(store, (form) => ({ ...form, version: undefined }));
  const none = "has no version: a tool before version 1 of the history wrote it. Remove it, and add the run again";
  expect((await listHistoryChanges(store)).problems.map(({ reason }) => reason)).toEqual([none]);
});

test("a file whose name has the form of an earlier or later version is named with its version", async () => {
  const { store } = await makeStore();
  const month = join(store, "units/month=2026-11");
  const rename = async (name: string, version: unknown) => {
    const other = await makeStore();
    await rewrite(other.store, (form) => ({ ...form, version }));
    const [file = ""] = await readdir(join(other.store, "units/month=2026-11"));
    await writeFile(join(month, name), await readFile(join(other.store, "units/month=2026-11", file)));
  };
  await rename(`20261120T210000000Z-${"a".repeat(12)}-${"b".repeat(64)}.parquet`, undefined);
  await rename("run=2026-11-20.parquet", 2);
  await writeFile(join(month, "torn.parquet"), "PAR1");
  const { problems } = await listHistoryChanges(store);
  expect(problems.map(({ file, reason }) => [file.split("/").at(-1)?.slice(0, 12), reason.slice(0, 20)])).toEqual([
    ["20261120T210", "has no version: a to"],
    ["run=2026-11-", "has version 2, and t"],
    ["torn.parquet", "cannot be read: parq"],
  ]);
});

test("no column has a name that databases reserve, and each has the type of what it is", async () => {
  const { folder } = await makeStore();
  const reserved = (
    await duckdb.query("SELECT keyword_name FROM duckdb_keywords() WHERE keyword_category = 'reserved'", folder)
  )
    .flat()
    .map(String);
  // Of the SQL standard and of other databases.
  const others = ["commit", "file", "result", "row", "rule", "start", "time", "value", "values"];
  const types: Record<string, Readonly<Record<string, unknown>>> = {};
  for (const table of tableNames) {
    const columns = await duckdb.query(`DESCRIBE SELECT * EXCLUDE month FROM 'history/${table}/*/*.parquet'`, folder);
    const names = columns.map(([name]) => String(name));
    expect(names.filter((name) => reserved.includes(name) || others.includes(name))).toEqual([]);
    types[table] = Object.fromEntries(
      columns.filter(([, type]) => type !== "VARCHAR").map(([name, type]) => [name, type]),
    );
  }
  const days = { start_date: "DATE", end_date: "DATE" };
  const started = { started_at: "TIMESTAMP WITH TIME ZONE" };
  expect(types).toEqual({
    numbers: { ...started, is_total: "BOOLEAN", number_value: "DOUBLE", ...days },
    checks: { ...started, line_number: "INTEGER", table_number: "INTEGER", number_value: "DOUBLE" },
    units: { ...started, warning_count: "INTEGER", reused_from: "TIMESTAMP WITH TIME ZONE", ...days },
  });
});
