import { cpSync, readFileSync } from "node:fs";
import path from "node:path";
import { decodeResultBytes } from "@analytics-engines/core/results";
import { openStored, readManifest } from "@analytics-engines/runs";
import { createSimulator } from "@analytics-engines/simulator";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { createParquetReader } from "../../../core/test/support/tables/read-parquet.ts";
import { expectSameTable } from "../../../core/test/support/tables/same-parquet.ts";
import { useBuiltCommand, workplace } from "../support/command.ts";

useBuiltCommand();

const docs = path.resolve(import.meta.dirname, "../../../../docs");
const credentials = { ANALYTICS_USERNAME: "DEMO-1", ANALYTICS_API_KEY: "demo" };

let parquet: Awaited<ReturnType<typeof createParquetReader>>;
beforeAll(async () => {
  parquet = await createParquetReader();
});
afterAll(() => parquet.close());

/** A folder with the run of all examples, `analytics-run`. */
async function runExamples(): Promise<string> {
  const { folder, run } = workplace();
  const simulator = createSimulator({ jobSeconds: 0.1, maxAgeSeconds: 1 });
  const { url, close } = await simulator.listen();
  onTestFinished(close);
  cpSync(path.join(docs, "examples"), path.join(folder, "parameters"), { recursive: true });
  const ended = await run(["run", "parameters", "--write", "csv, parquet", "--json"], {
    ...credentials,
    ANALYTICS_BASE_URL: url,
  });
  expect(ended).toMatchObject({ code: 0, stderr: expect.not.stringContaining("Warning") });
  const printed = JSON.parse(ended.stdout);
  expect(printed).toMatchObject({ status: "success" });
  expect(printed.files).toEqual((await readManifest(path.join(folder, "analytics-run"))).files);
  return folder;
}

test("run --write parquet writes every table of the examples, cell by cell, and the queries of the recipe read them", async () => {
  const folder = await runExamples();
  const runFolder = path.join(folder, "analytics-run");
  const { files } = await readManifest(runFolder);
  let count = 0;
  for (const unit of files.flatMap(({ units }) => units)) {
    const stored = await openStored(runFolder, unit);
    if ("reason" in stored) throw new Error(stored.reason);
    await using _ = { [Symbol.asyncDispose]: () => stored.close() };
    // What is no table, such as a PDF, has no Parquet.
    if (unit.tables === undefined || unit.tables.length === 0) continue;
    const tables = await decodeResultBytes(await stored.read(), unit.contentType);
    expect(tables).toHaveLength(unit.tables.length);
    for (const [index, table] of tables.entries()) {
      const columns = table.columns.filter(({ isHidden }) => !isHidden);
      const file = await parquet.readFile(path.join(runFolder, unit.tables[index]?.parquet ?? ""));
      expectSameTable(file, { ...table, columns });
      count++;
    }
  }
  expect(count).toBeGreaterThan(12);

  const recipe = readFileSync(path.join(docs, "recipes/parquet.md"), "utf8");
  const queries = [...recipe.matchAll(/^```sql\n(.*?)^```/gms)].map(([, sql = ""]) => sql);
  const answers = await Promise.all(queries.map((sql) => parquet.query(sql, folder)));
  expect(answers).toHaveLength(5);
  const [listedTables, weights, prices, rowCounts, facts] = answers;
  expect(listedTables).toHaveLength(count);
  expect(weights).toHaveLength(10);
  expect(prices?.[0]).toEqual(["ALDR", expect.any(Number), expect.objectContaining({ days: expect.any(Number) })]);
  expect(rowCounts?.length).toBe(7);
  expect(facts).toEqual([["USD", "Active | Ending Weight"]]);
});
