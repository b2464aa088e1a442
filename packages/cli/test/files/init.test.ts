import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { createSimulator } from "@analytics-engines/simulator";
import { expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { useBuiltCommand, workplace } from "../support/command.ts";

useBuiltCommand();

const credentials = { ANALYTICS_USERNAME: "DEMO-1", ANALYTICS_API_KEY: "demo" };

test("init --yes writes a project whose set succeeds on the simulator", async () => {
  const { run, folder } = workplace();
  const { url, close } = await createSimulator({ jobSeconds: 0.1, maxAgeSeconds: 1 }).listen();
  onTestFinished(close);
  const env = { ...credentials, ANALYTICS_BASE_URL: url };
  const written = await run(["init", "--yes"], env);
  expect(written).toMatchObject({ code: 0, stderr: "" });
  expect(written.stdout.split("\n").slice(0, 5)).toEqual([
    "written: analytics-engines.json",
    "written: parameters/prices.quant.json",
    "written: .github/workflows/nightly.yml",
    "written: .gitignore",
    "written: .gitattributes",
  ]);
  expect(await run(["run", "--set", "nightly"], env)).toMatchObject({
    code: 0,
    stdout: "success: 1 of 1 unit in 1 file succeeded. Run folder: analytics-run\nReport: analytics-run/report.html\n",
  });
  const workflow = parse(readFileSync(path.join(folder, ".github/workflows/nightly.yml"), "utf8"));
  // A runner of GitHub cannot reach this machine.
  expect(workflow.jobs.run.steps.at(-1).with).toMatchObject({
    "base-url": "https://api.vendor.example",
    set: "nightly",
    // The rule `moved` compares with it, and results are copied.
    earlier: "artifact:analytics-run",
    reuse: true,
  });
  expect(workflow.permissions).toEqual({ contents: "read", actions: "read" });
  expect(await run(["validate", "--fail-on", "warning"])).toMatchObject({ code: 0 });
});

test("init replaces no file, and writes only what is missing", async () => {
  const { run, write, folder } = workplace();
  write("analytics-engines.json", "mine");
  write(".gitignore", "mine");
  const { stdout, code } = await run(["init", "--yes"]);
  expect(code).toBe(0);
  expect(stdout).toContain("exists, not changed: analytics-engines.json\nwritten: parameters/prices.quant.json\n");
  for (const name of ["analytics-engines.json", ".gitignore"])
    expect(readFileSync(path.join(folder, name), "utf8")).toBe("mine");
});

test("init without a terminal needs --yes, and a wrong address is not repeated", async () => {
  const { run, folder } = workplace();
  expect(await run(["init"])).toMatchObject({ code: 2, stderr: expect.stringContaining("Use --yes") });
  const ended = await run(["init", "--yes"], { ANALYTICS_BASE_URL: "https://user:hunter2@api.vendor.example" });
  expect(ended).toMatchObject({ code: 2, stderr: expect.stringMatching(/^error: The address of the service must/) });
  expect(ended.stderr).not.toContain("hunter2");
  expect(readdirSync(folder)).toEqual([]);
});

/** A program of Linux that gives a command a terminal. */
const SCRIPT = "/usr/bin/script";
const main = path.resolve(import.meta.dirname, "../../dist/main.js");

/** Calls `init` at a terminal, and answers each question with these keys. Returns what the terminal shows. */
async function initAtTerminal(folder: string, keys: string): Promise<string> {
  const child = spawn(SCRIPT, ["--quiet", "--return", "--command", `${process.execPath} ${main} init`, "/dev/null"], {
    cwd: folder,
    env: { PATH: process.env["PATH"] ?? "", TERM: "dumb" },
  });
  let screen = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    screen += text;
    if (text.includes("]: ")) child.stdin.write(keys);
  });
  const [code] = await once(child, "close");
  return `${screen}exit code ${code}`;
}

test.runIf(process.platform === "linux" && existsSync(SCRIPT))(
  "init asks two questions at a terminal, and Ctrl-C at one writes nothing",
  async () => {
    const { folder } = workplace();
    expect(await initAtTerminal(folder, "\u0003")).toMatch(/Nothing was written\.\s+exit code 130$/);
    expect(await initAtTerminal(folder, "\u0004")).toMatch(/error: Nothing was written\.\s+exit code 2$/);
    expect(readdirSync(folder)).toEqual([]);
    const screen = await initAtTerminal(folder, "\r");
    expect(screen.match(/\]: /g)).toHaveLength(2);
    expect(screen).toMatch(/written: analytics-engines\.json[\s\S]*exit code 0$/);
  },
);

test.each([
  ["export ANALYTICS_USERNAME=USERNAME-SERIAL ANALYTICS_API_KEY=...", {}],
  ['$env:ANALYTICS_USERNAME = "USERNAME-SERIAL"', { PSModulePath: "/opt/microsoft/powershell/Modules" }],
])("init speaks the shell of the user: %s", async (line, env) => {
  const { run } = workplace();
  expect((await run(["init", "--yes"], env)).stdout).toContain(line);
});
