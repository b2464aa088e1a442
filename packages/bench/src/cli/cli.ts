import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { atMost, median, runNode } from "../measure.ts";
import { makeParameterFile } from "../parameters/file.ts";
import type { Row } from "../row.ts";

const runs = 21;
const command = path.resolve(import.meta.dirname, "../../../cli/dist/main.js");

/** The whole process of the built command on one file of ten units, as a hook would run it, beside an empty Node process. */
export async function run(): Promise<Row[]> {
  const folder = mkdtempSync(path.join(tmpdir(), "command-"));
  try {
    writeFileSync(path.join(folder, "ten.pa.json"), makeParameterFile(10, false));
    writeFileSync(path.join(folder, "empty.mjs"), "");
    const empty: number[] = [];
    const named: number[] = [];
    const found: number[] = [];
    for (let i = 0; i < runs; i += 1) {
      empty.push((await runNode(["empty.mjs"], {}, folder)).milliseconds);
      named.push(await validate(["ten.pa.json"], folder));
      found.push(await validate([], folder));
    }
    const beside = "at most 3 times an empty Node";
    return [
      atMost("command validates a file of 10 units", median(named), "ms", median(empty), 3, beside),
      atMost("command finds and validates that file", median(found), "ms", median(empty), 3, beside),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function validate(names: readonly string[], folder: string): Promise<number> {
  const { code, stdout, stderr, milliseconds } = await runNode([command, "validate", ...names], {}, folder);
  if (code !== 0 || stdout !== "1 file checked, no issues\n") throw new Error(`The command said: ${stdout}${stderr}`);
  return milliseconds;
}
