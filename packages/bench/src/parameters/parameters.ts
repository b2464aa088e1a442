import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compareParameters, readParameterFile } from "@analytics-engines/core/parameters";
import { atMost, inTurn, median, runChild } from "../measure.ts";
import type { Row } from "../row.ts";
import { makeParameterFile } from "./file.ts";

const manyUnits = 10_000;
const rounds = 9;

/** Parameter files: read and validated beside the JSON language service on the same file and schema, and keystroke by keystroke. */
export async function run(): Promise<Row[]> {
  return [...(await besideLanguageService()), keystroke(), comparison()];
}

async function besideLanguageService(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), "parameter-files-"));
  try {
    const file = join(folder, "weights.pa.json");
    writeFileSync(file, makeParameterFile(manyUnits, true));
    // Each in a process of its own: time over warm rounds, memory of processes that read the file once.
    const [core, service] = await inTurn(
      5,
      () => child("core", file, rounds),
      () => child("service", file, rounds),
    );
    const [coreOnce, serviceOnce] = [await memory("core", file), await memory("service", file)];
    return [
      atMost(
        "parameter file of 10,000 units: read and validated",
        core.milliseconds,
        "ms",
        service.milliseconds,
        1 / 4,
        "at least 4 times faster than vscode-json-languageservice",
      ),
      atMost(
        "parameter file of 10,000 units: peak memory of the process",
        coreOnce,
        "MiB",
        serviceOnce,
        1 / 3,
        "at most a third of vscode-json-languageservice's",
      ),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function child(
  validator: "core" | "service",
  file: string,
  times: number,
): Promise<{ milliseconds: number; mebibytes: number }> {
  const {
    milliseconds = Number.NaN,
    peakBytes = Number.NaN,
    problems,
  } = await runChild("../parameters/child.mjs", [validator, file, String(times)]);
  if (problems !== manyUnits / 100)
    throw new Error(`${validator} found ${problems} problems in a file with ${manyUnits / 100}`);
  return { milliseconds, mebibytes: peakBytes / 2 ** 20 };
}

/** Median over processes: when one collects its garbage is a matter of chance. */
async function memory(validator: "core" | "service", file: string): Promise<number> {
  const peaks: number[] = [];
  for (let process = 0; process < 5; process++) peaks.push((await child(validator, file, 1)).mebibytes);
  return median(peaks);
}

/** The file grows by a character at a time, so it is no JSON half of the time. */
function keystroke(): Row {
  const text = makeParameterFile(200, true);
  const at = Math.floor(text.length / 2);
  const typed = '"groups": [],';
  const times: number[] = [];
  for (let round = 0; round < 30; round++) {
    for (let length = 1; length <= typed.length; length++) {
      const edited = text.slice(0, at) + typed.slice(0, length) + text.slice(at);
      const started = performance.now();
      readParameterFile(edited, { family: "pa" });
      times.push(performance.now() - started);
    }
  }
  return atMost("parameter file of 200 units: a keystroke, median", median(times), "ms", 3, 1, "under 3 ms");
}

/** Two versions that differ in ten units: reading both and comparing them, beside reading both. */
function comparison(): Row {
  const before = makeParameterFile(manyUnits, false);
  const after = before.replaceAll(/("Client:\/Equity\/FUND_\d*777)\.ACCT"/g, '$1_NEW.ACCT"');
  const reading: number[] = [];
  const whole: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const started = performance.now();
    const files = [readParameterFile(before, { family: "pa" }), readParameterFile(after, { family: "pa" })] as const;
    const read = performance.now();
    const { units } = compareParameters(...files);
    whole.push(performance.now() - started);
    reading.push(read - started);
    if (units.length !== 10) throw new Error(`${units.length} units differ instead of 10`);
  }
  return atMost(
    "two parameter files of 10,000 units: read and compared",
    median(whole),
    "ms",
    median(reading),
    1.5,
    "under 1.5 times reading both",
  );
}
