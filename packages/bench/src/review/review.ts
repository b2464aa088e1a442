import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { ensureBuilt } from "../../../action/build.ts";
import { gitHubToken, startGitHubApi } from "../../../action/test/support/github-api.ts";
import { writeZip } from "../../../action/test/support/write-zip.ts";
import { atMost, median, runNode } from "../measure.ts";
import type { Row } from "../row.ts";
import { writeRepository, writeRun } from "./repository.ts";

const ROUNDS = 3;
const UNITS = 1000;
const CHANGED = 10;
const action = path.resolve(import.meta.dirname, "../../../action/review/dist/review.js");
const noteMemory = path.resolve(import.meta.dirname, "note-memory.mjs");

/** A review of 1,000 units by the built action, of which 10 changed; every result has other bytes than before, so that all are compared. */
export async function run(): Promise<Row[]> {
  await ensureBuilt();
  const folder = mkdtempSync(path.join(tmpdir(), "review-"));
  await using api = await startGitHubApi();
  try {
    const { base, head } = writeRepository(folder, UNITS, CHANGED);
    writeRun(path.join(folder, "analytics-run"), head);
    api.addRun({ id: 41 }, { "analytics-run": writeZip(Array.from(base, ([name, content]) => ({ name, content }))) });
    const times: number[] = [];
    const memory: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const memoryFile = path.join(folder, `memory-${round}`);
      writeFileSync(memoryFile, "");
      const env = { ...api.env, ...inputs(folder, round), MEMORY_FILE: memoryFile };
      const { code, stdout, stderr, milliseconds } = await runNode(["--import", noteMemory, action], env, folder);
      if (code !== 0 || !stdout.includes(`numbers moved in ${CHANGED} units`)) throw new Error(`${stdout}${stderr}`);
      times.push(milliseconds / 1000);
      memory.push(Number(readFileSync(memoryFile, "utf8").trim()) / 1e6);
    }
    const name = `review of ${UNITS} units, ${CHANGED} changed`;
    return [
      atMost(`${name}: time, with downloads from loopback`, median(times), "s", 5, 1, "under 5 s"),
      atMost(`${name}: memory at most`, median(memory), "MB", 300, 1, "under 300 MB"),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
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
