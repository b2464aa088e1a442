import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { ensureBuilt } from "../../../action/build.ts";
import { gitHubToken, startGitHubApi } from "../../../action/test/support/github/github-api.ts";
import { writeZip } from "../../../action/test/support/github/write-zip.ts";
import { writeRepository } from "../data/repository.ts";
import { makeResult, makeRun, type RunFiles, writeRun } from "../data/run-folder.ts";
import { benchFolder, repeat, runNode } from "../measure.ts";
import { median } from "../quantiles.ts";
import { type Row, under } from "../report/rows.ts";

const ROUNDS = 3;
const FILES = 100;
const UNITS_PER_FILE = 10;
const CHANGED_UNITS = 10;
const action = path.resolve(import.meta.dirname, "../../../action/review/dist/review.js");
const noteMemory = path.resolve(import.meta.dirname, "../children/note-memory.mjs");

/** The built action reviews 1,000 units, of which 10 changed. The bytes of every result differ, so it compares all of them. */
export async function measureReview(): Promise<Row[]> {
  await ensureBuilt();
  using temporary = benchFolder("review");
  const folder = temporary.path;
  await using api = await startGitHubApi();
  writeRepository(folder, [
    { branch: "main", files: Array.from({ length: FILES }, (_, file) => parameterFile(file, false)) },
    { branch: "change", files: Array.from({ length: CHANGED_UNITS }, (_, file) => parameterFile(file, true)) },
  ]);
  execFileSync("git", ["-C", folder, "reset", "--quiet", "--hard"]);
  writeRun(path.join(folder, "analytics-run"), makeRunOf(CHANGED_UNITS));
  const base = Array.from(makeRunOf(0), ([name, content]) => ({ name, content }));
  api.addRun({ id: 41 }, { "analytics-run": writeZip(base) });
  const runs = await repeat(ROUNDS, async (round) => {
    const memoryFile = path.join(folder, `memory-${round}`);
    writeFileSync(memoryFile, "");
    const env = { ...api.env, ...inputs(folder, round), MEMORY_FILE: memoryFile };
    const { code, stdout, stderr, milliseconds } = await runNode(["--import", noteMemory, action], env, folder);
    if (code !== 0 || !stdout.includes(`numbers moved in ${CHANGED_UNITS} units`))
      throw new Error(`${stdout}${stderr}`);
    return { seconds: milliseconds / 1000, megabytes: Number(readFileSync(memoryFile, "utf8").trim()) / 1e6 };
  });
  const name = `review of ${FILES * UNITS_PER_FILE} units, ${CHANGED_UNITS} changed`;
  return [
    under(`${name}: time, with downloads from loopback`, median(runs.map(({ seconds }) => seconds)), "s", 5),
    under(`${name}: memory at most`, median(runs.map(({ megabytes }) => megabytes)), "MB", 300),
  ];
}

/** With `isChanged`, the first unit has another account. */
function parameterFile(file: number, isChanged: boolean): [path: string, text: string] {
  const units = Array.from({ length: UNITS_PER_FILE }, (_, index) => ({
    componentid: "0A".repeat(32),
    accounts: [{ id: `Client:/Books/BOOK_${file}_${isChanged && index === 0 ? "NEW" : index}.ACCT` }],
    dates: { startdate: "20240101", enddate: "20240131", frequency: "Single" },
  }));
  const data = Object.fromEntries(units.map((unit, index) => [`unit-${index}`, unit]));
  return [`book-${file}.pa.json`, JSON.stringify({ data })];
}

/** The first unit of each of the first `changed` files has other numbers. No result has the same bytes in two runs. */
function makeRunOf(changed: number): RunFiles {
  const runFiles = Array.from({ length: FILES }, (_, file) => ({
    path: `book-${file}.pa.json`,
    sha256: (file < changed ? "1" : "0").repeat(64),
    results: Array.from({ length: UNITS_PER_FILE }, (_, unit) =>
      makeResult({
        seed: file * UNITS_PER_FILE + unit,
        rows: 100,
        measures: 10,
        range: unit === 0 && file < changed ? 1001 : 1000,
        version: `2.${changed}`,
      }),
    ),
  }));
  return makeRun(runFiles);
}

function inputs(folder: string, round: number): Record<string, string> {
  return {
    "INPUT_GITHUB-TOKEN": gitHubToken,
    "INPUT_BASE-REF": "main",
    "INPUT_OUTPUT-DIR": `analytics-review-${round}`,
    INPUT_COMMENT: "never",
    GITHUB_WORKSPACE: folder,
    GITHUB_REPOSITORY: "house/book",
    GITHUB_RUN_ID: "42",
  };
}
