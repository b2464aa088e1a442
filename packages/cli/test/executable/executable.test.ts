import { execFile, execFileSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { createSimulator } from "@analytics-engines/simulator";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { platformOf } from "../../../../.ci/release/executable/platforms.ts";
import { writeProgram } from "../../../../.ci/release/executable/write-program.ts";
import { script } from "../../../../.ci/steps.ts";
import packageJson from "../../package.json" with { type: "json" };
import { createLoader } from "../../src/executable/loader.ts";
import { connectClient } from "../mcp/client.ts";
import type { Ended } from "../support/command.ts";

// @module-tag full
const root = path.resolve(import.meta.dirname, "../../../..");
const folder = mkdtempSync(path.join(tmpdir(), "executable-"));
const program = path.join(folder, "program");
const bin = path.join(folder, "bin");
const executable = path.join(bin, "analytics-engines");

beforeAll(async () => {
  // The pages that the command writes.
  if (!(await script("packages/viewer/build.ts", [], "at end"))) throw new Error("The viewer was not built.");
  await writeProgram(program);
  if (!(await script(".ci/release/executable/main.ts", ["archive", program, folder], "at end")))
    throw new Error("The archive was not written.");
  mkdirSync(bin);
  const { archive } = platformOf(process.platform, process.arch);
  execFileSync("tar", ["-x", "-f", path.join(folder, archive), "-C", bin]);
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the executable in a folder, as on a machine that has no other program. */
function run(cwd: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ended> {
  return new Promise((resolve) => {
    const options = { cwd, env: { PATH: bin, HOME: folder, ...env }, maxBuffer: 2 ** 26 };
    execFile(executable, args, options, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
    );
  });
}

/** A folder with the files of the demo. */
function demoFolder(): string {
  const demo = mkdtempSync(path.join(folder, "demo-"));
  cpSync(path.join(root, "docs/examples"), path.join(demo, "examples"), { recursive: true });
  for (const name of ["funds.pa.sweep.json", "funds.csv", "funds.checks.json"])
    cpSync(path.join(root, "packages/action/demo", name), path.join(demo, name));
  return demo;
}

async function startService() {
  const simulator = createSimulator({ jobSeconds: 0.1, maxAgeSeconds: 1 });
  const { url, close } = await simulator.listen();
  onTestFinished(close);
  return { ANALYTICS_USERNAME: "DEMO-1", ANALYTICS_API_KEY: "demo", ANALYTICS_BASE_URL: url };
}

/** A proxy that opens no tunnel, and notes for what it was asked to. */
async function startProxy() {
  const tunnels: string[] = [];
  const proxy = createServer();
  proxy.on("connect", (request, socket) => {
    tunnels.push(request.url ?? "");
    socket.end("HTTP/1.1 403 Forbidden\r\n\r\n");
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  onTestFinished(() => void proxy.close());
  const address = proxy.address();
  return { url: `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`, tunnels };
}

test("the executable runs the files of the demo without Node on the machine, and shows and verifies what it wrote", async () => {
  const demo = demoFolder();
  const env = await startService();
  expect(await run(demo, ["--version"])).toEqual({ code: 0, stdout: `${packageJson.version}\n`, stderr: "" });
  expect(await run(demo, ["validate"])).toMatchObject({ code: 0, stderr: "" });

  const files = ["examples/*.json", "funds.pa.sweep.json"];
  const ended = await run(demo, ["run", ...files, "--checks", "funds.checks.json", "--output", "demo-run"], env);
  expect(ended.stdout).toMatch(/^success: (\d+) of \1 units in \d+ files succeeded\. Run folder: demo-run\n/);
  expect(ended.code).toBe(0);

  expect(await run(demo, ["verify", "demo-run"])).toMatchObject({ code: 0 });
  const report = readFileSync(path.join(demo, "demo-run/report.html"), "utf8");
  expect(report.slice(0, 15).toLowerCase()).toBe("<!doctype html>");
  expect(report.length).toBeGreaterThan(200_000);
  const manifest = JSON.parse(readFileSync(path.join(demo, "demo-run/manifest.json"), "utf8"));
  const [unit] = manifest.files.find((file: { path: string }) => file.path === "examples/weights.pa.json").units;
  const result = path.join("demo-run", unit.file);
  expect((await run(demo, ["tables", result])).stdout).toContain("Weight");
  expect(await run(demo, ["tables", result, "--parquet", "tables"])).toMatchObject({ code: 0 });
  expect(readdirSync(path.join(demo, "tables"))).toEqual([expect.stringMatching(/\.parquet$/)]);
  expect(await run(demo, ["history", "add", "demo-run", "--store", "nights"])).toMatchObject({ code: 0, stderr: "" });
  expect(await run(demo, ["compare", "demo-run", "demo-run"])).toMatchObject({ code: 0 });
});

test("the executable uses the proxy of its environment", async () => {
  const { url, tunnels } = await startProxy();
  const env = { ...(await startService()), ANALYTICS_BASE_URL: "https://service.example", HTTPS_PROXY: url };
  const ended = await run(demoFolder(), ["run", "examples/weights.pa.json"], env);
  expect(ended.code).toBe(2);
  expect(ended.stderr).toContain(url);
  expect(new Set(tunnels)).toEqual(new Set(["service.example:443"]));
});

test("a mistake has the exit code and the message that the command of npm has", async () => {
  const demo = demoFolder();
  expect(await run(demo, ["validate", "nothing.pa.json"])).toEqual({
    code: 2,
    stdout: "",
    stderr: "error: nothing.pa.json: no such file. Check its path.\n",
  });
});

test("the executable has no keyring, and says what to use instead", async () => {
  const demo = demoFolder();
  const ended = await run(demo, ["login", "--token", "--base-url", "https://service.example"]);
  expect(ended).toMatchObject({ code: 2, stdout: "" });
  expect(ended.stderr).toMatch(
    /^error: The system's keyring cannot be used: the executable has no machine code for it, which the command of npm has\. Set variables of the environment in its place: ANALYTICS_USERNAME/,
  );
  expect((await run(demo, ["doctor"], await startService())).stdout).toMatch(/^credentials +user DEMO-1/m);
});

test("every module of the executable loads, and with it all that it imports", () => {
  const { load } = createLoader(
    (name) => ({ text: readFileSync(path.join(program, "modules", name), "utf8") }),
    (name) => process.getBuiltinModule(name),
  );
  const names = readdirSync(path.join(program, "modules"));
  expect(names.length).toBeGreaterThan(50);
  for (const name of names) expect(() => load(name), name).not.toThrow();
});

test("the archive has the executable, our license, and those of what it contains, Node among them", () => {
  expect(readdirSync(bin).sort()).toEqual(["LICENSE", "analytics-engines", "licenses.txt"]);
  const licenses = readFileSync(path.join(bin, "licenses.txt"), "utf8");
  expect(licenses).toMatch(/^Node\.js$/m);
  for (const name of ["commander", "undici", "lit", "zod"])
    expect(licenses).toMatch(new RegExp(`^${name} [0-9.]+ \\((MIT|BSD-3-Clause|Apache-2.0)\\)$`, "m"));
});

test("the executable serves the tools for language models, with schemas", async () => {
  const demo = demoFolder();
  const { ask } = await connectClient({ folder: demo, program: [executable] });
  expect(await ask("describeFamily", { family: "pa" })).toMatchObject({ title: "Portfolio Analysis" });
});
