import { writeFileSync } from "node:fs";
import path from "node:path";
import { compareParameters } from "@analytics-engines/core/files";
import { readParameterFile } from "@analytics-engines/core/parameters";
import { makeParameterFile } from "../data/parameter-file.ts";
import { benchFolder, inTurn, median, repeat, runChild } from "../measure.ts";
import { atMost, type Row, under } from "../report.ts";

const MANY_UNITS = 10_000;
const ROUNDS = 9;

/** Parameter files: read and validated beside the JSON language service with the same schema, edited, and compared. */
export async function measureParameters(): Promise<Row[]> {
  return [...(await besideLanguageService()), keystroke(), comparison(), ...(await expansion())];
}

async function besideLanguageService(): Promise<Row[]> {
  using folder = benchFolder("parameter-files");
  const file = path.join(folder.path, "weights.pa.json");
  writeFileSync(file, makeParameterFile(MANY_UNITS, true));
  const [core, service] = await inTurn(
    5,
    () => validate("core", file, ROUNDS),
    () => validate("service", file, ROUNDS),
  );
  // Beyond the process with the text: how much of Node's own binary is in memory differs between machines by 14 MiB.
  const base = await memory("nothing", file);
  const [coreMemory, serviceMemory] = [(await memory("core", file)) - base, (await memory("service", file)) - base];
  const name = "parameter file of 10,000 units";
  const timeTarget = "at least 4 times faster than vscode-json-languageservice";
  const memoryTarget = "at most a sixth of vscode-json-languageservice's";
  return [
    atMost(`${name}: read and validated`, core.milliseconds, "ms", service.milliseconds, 1 / 4, timeTarget),
    atMost(`${name}: peak memory beyond its text`, coreMemory, "MiB", serviceMemory, 1 / 6, memoryTarget),
  ];
}

/** Validates the file `times` times in a process of its own. */
async function validate(validator: "core" | "service" | "nothing", file: string, times: number) {
  const figures = await runChild<"milliseconds" | "mebibytes" | "problems">("validate.mjs", [
    validator,
    file,
    `${times}`,
  ]);
  const expected = validator === "nothing" ? 0 : MANY_UNITS / 100;
  if (figures.problems !== expected)
    throw new Error(`${validator} found ${figures.problems} problems, not ${expected}`);
  return figures;
}

/** The median of processes that read the file once: garbage collection makes single processes differ. */
async function memory(validator: "core" | "service" | "nothing", file: string): Promise<number> {
  return median(await repeat(5, async () => (await validate(validator, file, 1)).mebibytes));
}

/** The file grows by one character at a time, so half of the time it is not valid JSON. */
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
  return under("parameter file of 200 units: a keystroke, median", median(times), "ms", 3);
}

/** Two versions that differ in ten units: reads and compares both, beside reading both. */
function comparison(): Row {
  const before = makeParameterFile(MANY_UNITS, false);
  const after = before.replaceAll(/("Client:\/Equity\/FUND_\d*777)\.ACCT"/g, '$1_NEW.ACCT"');
  const reading: number[] = [];
  const whole: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const started = performance.now();
    const files = [readParameterFile(before, { family: "pa" }), readParameterFile(after, { family: "pa" })] as const;
    const read = performance.now();
    const { units } = compareParameters(...files);
    whole.push(performance.now() - started);
    reading.push(read - started);
    if (units.length !== 10) throw new Error(`${units.length} units differ instead of 10`);
  }
  const name = "two parameter files of 10,000 units: read and compared";
  return atMost(name, median(whole), "ms", median(reading), 1.5, "under 1.5 times reading both");
}

const MANY_ROWS = 100_000;

/** A sweep over many rows: read, checked, and the request of each job made. */
async function expansion(): Promise<Row[]> {
  using folder = benchFolder("sweep");
  const [sweep, rows] = [path.join(folder.path, "funds.pa.sweep.json"), path.join(folder.path, "funds.csv")];
  const fill = { "/accounts/0/id": "{account}", "/benchmarks/0/id": "{benchmark}" };
  const { data } = JSON.parse(makeParameterFile(1, false));
  const [template] = Object.values(data);
  writeFileSync(sweep, JSON.stringify({ template, rows: "funds.csv", id: "{account}", fill }));
  const lines = Array.from({ length: MANY_ROWS }, (_, row) => `Client:/Growth/FUND_${row}.ACCT,BMK:${row % 7}`);
  writeFileSync(rows, ["account,benchmark", ...lines].join("\r\n"));
  const runs = await repeat(3, () => runChild<"milliseconds" | "mebibytes" | "units">("expand.mjs", [sweep, rows]));
  for (const { units } of runs) if (units !== MANY_ROWS) throw new Error(`${units} units instead of ${MANY_ROWS}`);
  const name = "sweep over 100,000 rows";
  const seconds = median(runs.map(({ milliseconds }) => milliseconds)) / 1000;
  return [
    under(`${name}: read, checked and expanded`, seconds, "s", MANY_ROWS / 20_000, "at least 20,000 units a second"),
    under(`${name}: peak memory of the process`, median(runs.map(({ mebibytes }) => mebibytes)), "MiB", 200),
  ];
}
