import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { writeRepository } from "../data/repository.ts";
import { benchFolder, repeat, runNode } from "../measure.ts";
import { median } from "../quantiles.ts";
import { type Row, under } from "../report/rows.ts";

const FILES = 5000;
const COMMITS = 50;
const ROUNDS = 3;
const bundle = path.resolve(import.meta.dirname, "../../../action/plan/dist/plan.js");

/**
 * The action `plan` as the runner starts it, on a repository of 5,000 parameter files of 3 units and 50 commits of 20 changed files each:
 * all files, and the files that the last 10 commits changed.
 */
export async function measurePlan(): Promise<Row[]> {
  using folder = benchFolder("plan-bench");
  writeRepository(folder.path, [
    { branch: "main", files: Array.from({ length: FILES }, (_, file) => parameterFile(file, 0)) },
    ...Array.from({ length: COMMITS }, (_, index) => ({
      branch: "main",
      files: Array.from({ length: 20 }, (_, file) => parameterFile(((index + 1) * 20 + file) % FILES, index + 1)),
    })),
  ]);
  const all = await measure(folder.path, { INPUT_SHARDS: "64" }, FILES);
  const changes = { INPUT_SHARDS: "64", "INPUT_CHANGED-ONLY": "true", "INPUT_BASE-REF": "HEAD~10" };
  const changed = await measure(folder.path, changes, 200);
  return [
    under(`plan, ${FILES} files in 64 shards`, all, "ms", 3000, "under 3 s"),
    under(`plan, 200 changed of ${FILES} files`, changed, "ms", 3000, "under 3 s"),
  ];
}

/** The median time of several starts, in milliseconds. */
async function measure(folder: string, inputs: Record<string, string>, expected: number): Promise<number> {
  const times = await repeat(ROUNDS, async () => {
    const output = path.join(folder, ".git/output");
    writeFileSync(output, "");
    const env = { ...inputs, GITHUB_WORKSPACE: folder, GITHUB_OUTPUT: output };
    const { code, stdout, milliseconds } = await runNode([bundle], env, folder);
    const planned = /^file-count<<.*\n(\d+)$/m.exec(readFileSync(output, "utf8"))?.[1];
    if (code !== 0 || planned !== `${expected}`)
      throw new Error(`plan ended with ${code}, ${planned} files: ${stdout}`);
    return milliseconds;
  });
  return median(times);
}

function parameterFile(file: number, version: number): [path: string, text: string] {
  const unit = (index: number) => ({
    componentid: "0A".repeat(32),
    accounts: [{ id: `Client:/Books/BOOK_${file}_${index}_${version}.ACCT`, holdingsmode: "B&H" }],
    benchmarks: [{ id: "BENCH:ONE", holdingsmode: "B&H" }],
    dates: { startdate: "20240101", enddate: "20240131", frequency: "Daily" },
    groups: [{ id: "0B".repeat(32) }],
    columns: Array.from({ length: 8 }, (_, column) => ({ id: `${column}C`.repeat(32), statistics: ["0D".repeat(16)] })),
  });
  const text = JSON.stringify({ data: { one: unit(1), two: unit(2), three: unit(3) } }, null, 2);
  return [`book/desk-${file % 20}/fund-${file}.pa.json`, text];
}
