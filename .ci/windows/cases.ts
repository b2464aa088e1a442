// The built command on Windows, case by case, each in a folder of drive C. A case uses what those before it have written.
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { createSimulator, defaultUser } from "../../packages/simulator/src/index.ts";
import { root } from "../steps.ts";
import type { Windows } from "./windows.ts";

/** How the calls of the file system fail: see `faults.cjs`. */
interface Faults {
  readonly calls?: readonly ("open" | "rename" | "unlink" | "rmdir" | "rm" | "writeFile")[];
  /** A regular expression. */
  readonly path?: string;
  readonly code?: "EPERM" | "EBUSY" | "EACCES";
  /** How many calls on each path fail. */
  readonly times?: number;
  /** For how long calls on each path fail, milliseconds. */
  readonly ms?: number;
  /** Whether a handle that appends cannot cut its file. */
  readonly appendOnly?: true;
  /** Whether each process number is that of a process. */
  readonly everyNumberLives?: true;
}

interface Case {
  readonly name: string;
  readonly args: readonly string[];
  readonly code: number;
  readonly text: RegExp;
  readonly faults?: Faults;
  /** A folder below that of the cases. */
  readonly cwd?: string;
  /** Called with the folder of the cases before the command is started. */
  readonly before?: (home: string) => void;
  /** What is wrong in the folder of the cases after that; `undefined` for nothing. */
  readonly problem?: (home: string) => string | undefined;
}

const W = String.raw`parameters\weights.pa.json`;
const TEN_SECONDS_OF_CALLS = 99;

/** A path with each letter in its other case. */
function inOtherCase(file: string): string {
  return [...file]
    .map((letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()))
    .join("");
}

/** No file that a run makes on its way is left in its folder. */
const leftFiles = (folder: string) => (home: string) => {
  const names = readdirSync(path.join(home, folder), { recursive: true, encoding: "utf8" });
  const left = names.filter((name) => /\.partial$|run\.lock/.test(name));
  return left.length === 0 ? undefined : `${left.join(", ")} are left`;
};

/**
 * @param home the folder of the cases, as Windows names it
 * @param otherDrive a folder of another drive with the parameter file `w.pa.json` and the checks file `w.checks.json`
 */
function casesWith(home: string, otherDrive: string): readonly Case[] {
  return [
    { name: "a path with backslashes", args: ["validate", String.raw`.\parameters\*.json`], code: 0, text: /1 file/ },
    {
      name: "an absolute path in another letter case",
      args: ["validate", `${inOtherCase(home)}${String.raw`\parameters\WEIGHTS.pa.json`}`],
      code: 0,
      text: /1 file/,
    },
    {
      name: "a file of another drive",
      args: ["validate", `${otherDrive}\\w.pa.json`],
      code: 0,
      text: /1 file/,
    },
    {
      name: "checks of another drive, in another letter case",
      args: ["run", W, "--checks", `${inOtherCase(otherDrive)}\\W.checks.json`, "--output", "checked"],
      code: 0,
      text: /0 checks failed, 1 passed/,
    },
    {
      name: "an output folder with the name of a device is refused",
      args: ["run", W, "--output", String.raw`runs\CON`],
      code: 2,
      text: /^error: The folder .*CON cannot be made: a name in it is that of a device/m,
      problem: (home) => (existsSync(path.join(home, "runs")) ? "a folder was made" : undefined),
    },
    {
      name: "one file in two letter cases is one",
      args: ["validate", W, String.raw`Parameters\Weights.pa.json`],
      code: 0,
      text: /1 file/,
    },
    {
      name: "umlauts, spaces and CRLF",
      args: ["run", String.raw`parameters\sub ü\*.json`, "--output", `${home}${String.raw`\läufe\ein s`}`],
      code: 0,
      text: /success/,
    },
    {
      name: "units with the names of devices, and names that differ in letter case",
      args: ["run", "names.pa.json", "--output", "names"],
      code: 0,
      text: /10 of 10/,
    },
    { name: "verify finds their results intact", args: ["verify", "names"], code: 0, text: /Intact: 10/ },
    {
      name: "a scanner has the new result",
      args: ["run", W, "--output", "f1"],
      faults: { calls: ["rename"], path: String.raw`weights\.json`, times: 1 },
      code: 0,
      text: /success/,
      problem: leftFiles("f1"),
    },
    {
      name: "a scanner has the manifest",
      args: ["run", W, "--output", "f2"],
      faults: { calls: ["rename"], path: "manifest", times: 1 },
      code: 0,
      text: /success/,
      problem: leftFiles("f2"),
    },
    {
      name: "a scanner has the lock",
      args: ["run", W, "--output", "f3"],
      faults: { calls: ["unlink", "rm"], path: String.raw`run\.lock`, code: "EBUSY", times: 1 },
      code: 0,
      text: /success/,
      problem: leftFiles("f3"),
    },
    {
      name: "a scanner has each new file for 300 ms",
      args: ["run", W, "--output", "f4"],
      faults: {
        calls: ["open", "rename", "unlink", "rm", "writeFile"],
        path: String.raw`\\f4\\`,
        code: "EACCES",
        ms: 300,
      },
      code: 0,
      text: /success/,
      problem: leftFiles("f4"),
    },
    {
      name: "a lock that cannot be removed does not fail a run",
      args: ["run", W, "--output", "f5"],
      faults: { calls: ["unlink", "rm"], path: String.raw`run\.lock`, code: "EBUSY", times: TEN_SECONDS_OF_CALLS },
      code: 0,
      text: /success/,
    },
    {
      name: "a result that another program keeps from its name names what to close",
      args: ["run", W, "--output", "f6"],
      faults: { calls: ["rename"], path: String.raw`weights\.json`, code: "EBUSY", times: TEN_SECONDS_OF_CALLS },
      code: 2,
      text: /weights\.json is open in another program, such as Excel\. Close it there, and resume the run\./,
    },
    {
      name: "and is adopted when the run is resumed",
      args: ["run", "--resume", "--output", "f6"],
      code: 0,
      text: /success/,
      problem: leftFiles("f6"),
    },
    {
      name: "another program has the old report",
      args: ["report", "names"],
      faults: { calls: ["rename"], path: "report", times: TEN_SECONDS_OF_CALLS },
      code: 2,
      text: /report\.html is open in another program, such as Excel\. Close it there, and run the command again\./,
    },
    {
      name: "report.html cannot be opened",
      args: ["report", "names"],
      faults: { calls: ["open"], path: "report", code: "EBUSY", times: TEN_SECONDS_OF_CALLS },
      code: 2,
      text: /^error: .*report\.html is open in another program/m,
    },
    {
      name: "init speaks PowerShell",
      args: ["init", "--yes"],
      cwd: "läufe",
      code: 0,
      text: /\$env:ANALYTICS_USERNAME/,
    },
    { name: "tables as CSV", args: ["tables", "names", "x", "--csv", String.raw`csv\x`], code: 0, text: /rows/ },
    { name: "compare", args: ["compare", "names", "names"], code: 0, text: /10 same/ },
    {
      name: "a torn journal is resumed",
      args: ["run", "--resume", "--output", "torn"],
      before(home) {
        cpSync(path.join(home, "names"), path.join(home, "torn"), { recursive: true });
        appendFileSync(path.join(home, "torn", "journal.jsonl"), '{"type":"fini');
      },
      faults: { appendOnly: true },
      code: 0,
      text: /success/,
    },
    {
      name: "a lock whose process number another program has now is taken over",
      args: ["run", "--resume", "--output", "f5"],
      before(home) {
        const lock = path.join(home, "f5", "run.lock");
        const holder = existsSync(lock) ? JSON.parse(readFileSync(lock, "utf8")) : {};
        writeFileSync(lock, JSON.stringify({ ...holder, pid: 4242 }));
      },
      faults: { everyNumberLives: true },
      code: 0,
      text: /success/,
      problem: leftFiles("f5"),
    },
  ];
}

/** Runs all cases. Prints each that fails with what it printed. */
export async function runCases(
  windows: Windows,
): Promise<{ readonly passed: number; readonly failed: readonly string[] }> {
  const home = path.join(windows.folder, "cases");
  rmSync(home, { recursive: true, force: true });
  // Drive Z under Wine. The runners of GitHub have the project on drive D.
  const cache = path.join(root, "node_modules", ".cache");
  mkdirSync(cache, { recursive: true });
  const otherDrive = mkdtempSync(path.join(cache, "other-drive-"));
  writeParameters(home, otherDrive);
  const { url, close } = await createSimulator({ jobSeconds: 1, maxAgeSeconds: 1 }).listen();
  const failed: string[] = [];
  const cases = casesWith(windows.windowsPath(home), windows.windowsPath(otherDrive));
  try {
    for (const one of cases) {
      const problem = await runCase(windows, home, url, one);
      console.log(`${problem === undefined ? "ok    " : "FAILED"} ${one.name}`);
      if (problem === undefined) continue;
      console.log(problem.replace(/^/gm, "       "));
      failed.push(`on Windows: ${one.name}`);
    }
  } finally {
    await close();
    for (const folder of [home, otherDrive]) rmSync(folder, { recursive: true, force: true });
  }
  return { passed: cases.length - failed.length, failed };
}

/** What is wrong with a case; `undefined` for nothing. */
async function runCase(windows: Windows, home: string, url: string, one: Case): Promise<string | undefined> {
  const { args, code, text, faults, cwd = "", before, problem } = one;
  before?.(home);
  const ended = await windows.run(path.join(root, "packages", "cli", "dist", "main.js"), args, {
    cwd: path.join(home, cwd),
    ...(faults && { preload: [path.join(import.meta.dirname, "faults.cjs")] }),
    env: {
      ANALYTICS_USERNAME: defaultUser.username,
      ANALYTICS_API_KEY: defaultUser.password,
      ANALYTICS_BASE_URL: url,
      ...(faults && { FAULTS: JSON.stringify(faults) }),
    },
  });
  if (ended.code !== code || !text.test(ended.text))
    return `exit code ${ended.code ?? "none"}, not ${code}, or no ${text} in:\n${ended.text.trim()}`;
  return problem?.(home);
}

/** Names that Windows cannot give to files, or takes for one another. */
const unitNames = ["CON", "aux", "nul.x", "a:b?*", "t.", "T.", "x", "X", "é", "e\u0301"];

function writeParameters(home: string, otherDrive: string): void {
  mkdirSync(path.join(home, "parameters", "sub ü"), { recursive: true });
  const text = readFileSync(path.join(root, "docs", "examples", "weights.pa.json"), "utf8");
  writeFileSync(path.join(home, "parameters", "weights.pa.json"), text);
  writeFileSync(path.join(home, "parameters", "sub ü", "crlf.pa.json"), text.replaceAll("\n", "\r\n"));
  writeFileSync(path.join(otherDrive, "w.pa.json"), text);
  writeFileSync(path.join(otherDrive, "w.checks.json"), '{"checks":[{"rowCount":{"min":1}}]}');
  const { data }: { data: Record<string, unknown> } = JSON.parse(text);
  const [unit] = Object.values(data);
  const units = Object.fromEntries(unitNames.map((name) => [name, unit]));
  writeFileSync(path.join(home, "names.pa.json"), JSON.stringify({ data: units }));
}
