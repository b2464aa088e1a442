import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdir, readdir, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { createParquetReader } from "../../../core/test/support/tables/read-parquet.ts";
import { temporaryFolder } from "../../test/support/folders.ts";
import { writeHistoryRun } from "../../test/support/history-run.ts";
import { addToHistory } from "../review/index.ts";

const blocksIn = (language: string, name = "runs/history.md") =>
  Array.from(
    readFileSync(resolve(import.meta.dirname, "../../../../docs", name), "utf8").matchAll(
      new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, "gms"),
    ),
    ([, code = ""]) => code,
  );

/** A folder with the history of the page: two runs of the unit `weights`, in two months. */
async function makeHistory(): Promise<string> {
  const folder = await temporaryFolder();
  for (const [index, day] of ["2026-10-30", "2026-11-20", "2026-11-21"].entries()) {
    const run = join(folder, day);
    await writeHistoryRun(run, `${day}T21:00:00Z`, { weights: { numbers: { Total: 100 + index, Cash: index } } });
    await addToHistory(run, join(folder, "history"));
  }
  return folder;
}

test("the recipe's statement makes one file of each month with the numbers of whole runs", async () => {
  const duckdb = await createParquetReader();
  try {
    const folder = await makeHistory();
    const units = join(folder, "history/units/month=2026-11");
    const [second = ""] = (await readdir(units)).sort();
    await rm(join(units, second));
    const statements = blocksIn("sql", "recipes/history.md");
    expect(statements).toHaveLength(1);
    // DuckDB writes relative to the folder of its process.
    const [statement = ""] = statements;
    const compacted = join(folder, "compacted");
    await mkdir(compacted);
    await duckdb.query(statement.replace("'compacted/", `'${compacted}/`), folder);
    for (const month of ["month=2026-10", "month=2026-11"])
      expect(await readdir(join(compacted, "numbers", month))).toHaveLength(1);
    const query = "SELECT month, row_name, number_value FROM 'compacted/numbers/*/*.parquet' ORDER BY ALL";
    expect(await duckdb.query(query, folder)).toEqual([
      ["2026-10", "Cash", 0],
      ["2026-10", "Total", 100],
      ["2026-11", "Cash", 2],
      ["2026-11", "Total", 102],
    ]);
  } finally {
    await duckdb.close();
  }
});

test("the query of the page runs in DuckDB", async () => {
  const duckdb = await createParquetReader();
  try {
    const queries = blocksIn("sql");
    expect(queries).toHaveLength(1);
    expect(await duckdb.query(queries[0] ?? "", await makeHistory())).toEqual([
      ["2026-10", "weights", "Cash", "Portfolio | Weight", 0, 0],
      ["2026-10", "weights", "Total", "Portfolio | Weight", 100, 0],
      ["2026-11", "weights", "Cash", "Portfolio | Weight", 1.5, 1],
      ["2026-11", "weights", "Total", "Portfolio | Weight", 101.5, 1],
    ]);
  } finally {
    await duckdb.close();
  }
});

test("the queries of the page about checks find what is wrong", async () => {
  const duckdb = await createParquetReader();
  try {
    const folder = await temporaryFolder();
    for (let day = 1; day <= 9; day++) {
      const run = join(folder, `run-${day}`);
      const numbers = { Total: day === 9 ? 130 : 100 + (day % 2), Cash: 2 };
      const units = { growth: { numbers }, income: { numbers: { Total: 130, Bonds: 1 } } };
      await writeHistoryRun(run, `2026-11-0${day}T21:00:00Z`, units);
      await addToHistory(run, join(folder, "history"));
    }
    const [rowByRow = "", outliers = "", ...others] = blocksIn("sql", "files/checks.md");
    expect(others).toEqual([]);
    expect(await duckdb.query(rowByRow, folder)).toEqual([
      ["Bonds", null, 1],
      ["Cash", 2, null],
    ]);
    expect(await duckdb.query(outliers, folder)).toEqual([
      ["book.pa.json", "growth", "Total", "Portfolio | Weight", 130],
    ]);
  } finally {
    await duckdb.close();
  }
});

const programs = [
  { library: "pandas", modules: "pandas, pyarrow", output: /2026-11-21 21:00:00\S*\s+102\.0/ },
  { library: "polars", modules: "polars", output: /Portfolio \| Weight\s+┆\s+101\.0/ },
];

test.for(programs)("the program of the page runs with $library", async ({ library, modules, output }, { skip }) => {
  if (spawnSync("python3", ["-c", `import ${modules}`]).status !== 0) skip(`Python has no ${library} here.`);
  const program = blocksIn("python").find((code) => code.includes(`import ${library}`)) ?? "";
  expect(execFileSync("python3", ["-c", program], { cwd: await makeHistory(), encoding: "utf8" })).toMatch(output);
});
