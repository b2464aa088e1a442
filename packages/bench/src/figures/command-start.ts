import { writeFileSync } from "node:fs";
import path from "node:path";
import { makeParameterFile } from "../data/parameter-file.ts";
import { benchFolder, repeat, runNode } from "../measure.ts";
import { median } from "../quantiles.ts";
import { atMost, type Row } from "../report/rows.ts";

const ROUNDS = 21;
const command = path.resolve(import.meta.dirname, "../../../cli/dist/main.js");

/** The built command validates one file of ten units, as a commit hook starts it: the whole process beside an empty Node process. */
export async function measureCommandStart(): Promise<Row[]> {
  using folder = benchFolder("command");
  writeFileSync(path.join(folder.path, "ten.pa.json"), makeParameterFile(10, false));
  writeFileSync(path.join(folder.path, "empty.mjs"), "");
  const all = await repeat(ROUNDS, async () => ({
    empty: (await runNode(["empty.mjs"], {}, folder.path)).milliseconds,
    named: await validate(["ten.pa.json"], folder.path),
    found: await validate([], folder.path),
  }));
  const typical = (name: "empty" | "named" | "found") => median(all.map((times) => times[name]));
  const target = "at most 3 times an empty Node";
  return [
    atMost("command validates a file of 10 units", typical("named"), "ms", typical("empty"), 3, target),
    atMost("command finds and validates that file", typical("found"), "ms", typical("empty"), 3, target),
  ];
}

async function validate(names: readonly string[], folder: string): Promise<number> {
  const { code, stdout, stderr, milliseconds } = await runNode([command, "validate", ...names], {}, folder);
  if (code !== 0 || stdout !== "1 file checked, no issues\n") throw new Error(`The command failed: ${stdout}${stderr}`);
  return milliseconds;
}
