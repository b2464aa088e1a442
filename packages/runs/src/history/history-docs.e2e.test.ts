import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { createParquetReader } from "../../../core/test/support/tables/read-parquet.ts";
import { temporaryFolder } from "../../test/support/folders.ts";
import { writeHistoryRun } from "../../test/support/history-run.ts";
import { addToHistory, compactHistory } from "./index.ts";

const page = readFileSync(resolve(import.meta.dirname, "../../../../docs/runs/history.md"), "utf8");
const blocksIn = (language: string) =>
  Array.from(page.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, "gms")), ([, code = ""]) => code);

/** A folder with the history of the page: two runs of the unit `weights`, in two months. */
async function makeHistory(): Promise<string> {
  const folder = await temporaryFolder();
  for (const [index, day] of ["2026-10-30", "2026-11-20", "2026-11-21"].entries()) {
    const run = join(folder, day);
    await writeHistoryRun(run, `${day}T21:00:00Z`, { weights: { numbers: { Total: 100 + index, Cash: index } } });
    await addToHistory(run, join(folder, "history"));
  }
  await compactHistory(join(folder, "history"), Date.now());
  return folder;
}

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

const programs = [
  { library: "pandas", modules: "pandas, pyarrow", output: /2026-11-21 21:00:00\S*\s+102\.0/ },
  { library: "polars", modules: "polars", output: /Portfolio \| Weight\s+┆\s+101\.0/ },
];

test.for(programs)("the program of the page runs with $library", async ({ library, modules, output }, { skip }) => {
  if (spawnSync("python3", ["-c", `import ${modules}`]).status !== 0) skip(`Python has no ${library} here.`);
  const program = blocksIn("python").find((code) => code.includes(`import ${library}`)) ?? "";
  expect(execFileSync("python3", ["-c", program], { cwd: await makeHistory(), encoding: "utf8" })).toMatch(output);
});
