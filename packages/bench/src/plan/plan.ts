import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { atMost, median, runNode } from "../measure.ts";
import type { Row } from "../row.ts";

const files = 5000;
const commits = 50;
const rounds = 3;
const limit = 3000;
const bundle = path.resolve(import.meta.dirname, "../../../action/plan/dist/plan.js");

/**
 * The action `plan` as the runner starts it, over a repository of 5,000 parameter files of 3 units with 50 commits on top of one another, each of
 * which changes 20 files: all files, and only those that the last 10 commits changed.
 */
export async function run(): Promise<Row[]> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "plan-bench-"));
  try {
    writeRepository(folder);
    const all = await measure(folder, { INPUT_SHARDS: "64" }, files);
    const changes = { INPUT_SHARDS: "64", "INPUT_CHANGED-ONLY": "true", "INPUT_BASE-REF": "HEAD~10" };
    const changed = await measure(folder, changes, 200);
    return [
      atMost(`plan, ${files} files in 64 shards`, all, "ms", limit, 1, "under 3 s"),
      atMost(`plan, 200 changed of ${files} files`, changed, "ms", limit, 1, "under 3 s"),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The median of several starts, milliseconds. */
async function measure(folder: string, inputs: Record<string, string>, expected: number): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const output = path.join(folder, ".git/output");
    writeFileSync(output, "");
    const env = { ...inputs, GITHUB_WORKSPACE: folder, GITHUB_OUTPUT: output };
    const { code, stdout, milliseconds } = await runNode([bundle], env, folder);
    const planned = /^file-count<<.*\n(\d+)$/m.exec(readFileSync(output, "utf8"))?.[1];
    if (code !== 0 || planned !== `${expected}`)
      throw new Error(`plan ended with ${code}, ${planned} files: ${stdout}`);
    times.push(milliseconds);
  }
  return median(times);
}

/** Handed to git as one stream: five thousand files are written to no disk. */
function writeRepository(folder: string): void {
  const git = (args: readonly string[], input = "") => execFileSync("git", ["-C", folder, ...args], { input });
  git(["init", "--quiet", "--initial-branch=main"]);
  const stream: string[] = [];
  const commit = (number: number, changed: readonly number[]) => {
    stream.push(
      "commit refs/heads/main",
      `committer bench <bench@example.com> ${1_700_000_000 + number} +0000`,
      data(`${number}`),
    );
    for (const file of changed)
      stream.push(`M 644 inline book/desk-${file % 20}/fund-${file}.pa.json`, data(parameters(file, number)));
  };
  commit(
    0,
    Array.from({ length: files }, (_, file) => file),
  );
  for (let number = 1; number <= commits; number++)
    commit(
      number,
      Array.from({ length: 20 }, (_, index) => (number * 20 + index) % files),
    );
  git(["fast-import", "--quiet"], `${stream.join("\n")}\n`);
}

function data(text: string): string {
  return `data ${Buffer.byteLength(text)}\n${text}`;
}

function parameters(file: number, version: number): string {
  const unit = (index: number) => ({
    componentid: "0A".repeat(32),
    accounts: [{ id: `Client:/Books/BOOK_${file}_${index}_${version}.ACCT`, holdingsmode: "B&H" }],
    benchmarks: [{ id: "BENCH:ONE", holdingsmode: "B&H" }],
    dates: { startdate: "20240101", enddate: "20240131", frequency: "Daily" },
    groups: [{ id: "0B".repeat(32) }],
    columns: Array.from({ length: 8 }, (_, column) => ({ id: `${column}C`.repeat(32), statistics: ["0D".repeat(16)] })),
  });
  return JSON.stringify({ data: { one: unit(1), two: unit(2), three: unit(3) } }, null, 2);
}
