import { execFile } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { injectProgram, writeExecutable } from "../../../../.ci/release/executable/write-executable.ts";
import { writeProgram } from "../../../../.ci/release/executable/write-program.ts";
import { benchFolder, inTurn } from "../measure.ts";
import { atMost, type Row, withoutTarget } from "../report/rows.ts";

const PAIRS = 41;
const startProcess = promisify(execFile);

/** The executable without Node beside an empty one of the same kind: the whole process. */
export async function measureExecutableStart(): Promise<Row[]> {
  using folder = benchFolder("executable");
  const place = (name: string) => path.join(folder.path, name);
  await writeProgram(place("program"));
  writeExecutable(place("program"), place("analytics-engines"));
  mkdirSync(place("nothing"));
  writeFileSync(place("nothing/main.cjs"), "");
  injectProgram(place("nothing"), {}, place("empty"));

  const start = async (name: string, ...args: string[]) => {
    const startedAt = performance.now();
    await startProcess(place(name), args);
    return { milliseconds: performance.now() - startedAt };
  };
  const measure = (...args: string[]) =>
    inTurn(
      PAIRS,
      () => start("analytics-engines", ...args),
      () => start("empty"),
    );
  const [version, emptyBeside] = await measure("--version");
  const [help, emptyBesideHelp] = await measure("--help");
  return [
    atMost(
      "executable prints its version",
      version.milliseconds,
      "ms",
      emptyBeside.milliseconds,
      1.5,
      "at most 1.5 times an empty executable",
    ),
    withoutTarget(
      "executable prints its help",
      help.milliseconds,
      "ms",
      emptyBesideHelp.milliseconds,
      "shown beside an empty executable",
    ),
  ];
}
