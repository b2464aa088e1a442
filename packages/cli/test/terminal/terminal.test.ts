import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import path from "node:path";
import { createSimulator } from "@analytics-engines/simulator";
import { describe, expect, onTestFinished, test } from "vitest";
import { useBuiltCommand, workplace } from "../support/command.ts";

useBuiltCommand();

const main = path.resolve(import.meta.dirname, "../../dist/main.js");
const example = readFileSync(path.resolve(import.meta.dirname, "../../../../docs/examples/weights.pa.json"), "utf8");
const credentials = { ANALYTICS_USERNAME: "DEMO-1", ANALYTICS_API_KEY: "demo" };

/** A service, and a place with a parameter file. */
async function world(jobSeconds: number) {
  const simulator = createSimulator({ jobSeconds, maxAgeSeconds: 1, duplicates: "allow" });
  const { url, close } = await simulator.listen();
  onTestFinished(close);
  const place = workplace();
  place.write("weights.pa.json", example);
  /** Runs the command with bytes on standard input, and gives its standard output. */
  const pipe = (input: string | Uint8Array, ...args: string[]) =>
    execFileSync(process.execPath, [main, ...args], { cwd: place.folder, input, encoding: "utf8" });
  return { ...place, pipe, simulator, env: { ...credentials, ANALYTICS_BASE_URL: url } };
}

describe("after Ctrl-C the exit code is 130", () => {
  test("of run, which cancels the jobs", async () => {
    const { simulator, start, env } = await world(60);
    const running = start(["run"], env);
    await running.said(/submitted as job/);
    running.child.kill("SIGINT");
    expect((await running.ended).code).toBe(130);
    expect(simulator.jobs.map(({ cancels }) => cancels)).toEqual([1]);
  });

  test("of run --resume --no-cancel, which leaves the jobs on the service", async () => {
    const { simulator, start, run, env } = await world(60);
    expect(await run(["submit"], env)).toMatchObject({ code: 0 });
    const collecting = start(["run", "--resume", "--no-cancel"], env);
    // The first status of a job is the moment from which it is watched.
    while (simulator.jobs.some(({ statusReads }) => statusReads === 0)) await new Promise(setImmediate);
    collecting.child.kill("SIGINT");
    expect((await collecting.ended).code).toBe(130);
    expect(simulator.jobs.map(({ cancels }) => cancels)).toEqual([0]);
  });

  test("of list, which writes nothing", async () => {
    // It never answers.
    const server = createServer();
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("the server has no port");
    const { start, folder } = workplace();
    const env = { ...credentials, ANALYTICS_BASE_URL: `http://127.0.0.1:${address.port}` };
    const listing = start(["list", "accounts", "Client:/", "--csv", "accounts.csv"], env);
    await Promise.race([once(server, "request"), listing.ended]);
    listing.child.kill("SIGINT");
    expect(await listing.ended).toEqual({ code: 130, stdout: "", stderr: "" });
    expect(existsSync(path.join(folder, "accounts.csv"))).toBe(false);
  });
});

test("--quiet leaves errors alone on standard error", async () => {
  const { run, env, write } = await world(0);
  expect((await run(["run"], env)).stderr).toContain("submitted as job");
  const quiet = await run(["run", "--quiet", "--output", "quiet"], env);
  expect(quiet).toMatchObject({ code: 0, stderr: "", stdout: expect.stringContaining("success: 1 of 1 unit") });
  write("bad.pa.json", "{");
  expect(await run(["run", "bad.pa.json", "--quiet", "--output", "bad"], env)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("bad.pa.json"),
  });
});

test("a printed page leaves no temporary file, also where its reader stops early", async () => {
  const { run, start, env, folder } = await world(0);
  expect(await run(["run", "--write", "csv"], env)).toMatchObject({ code: 0 });
  const temporary = path.join(folder, "temporary");
  mkdirSync(temporary);
  const { child, ended } = start(["report", "analytics-run", "--output", "-"], { TMPDIR: temporary });
  child.stdout?.once("data", () => child.stdout?.destroy());
  await ended;
  expect(readdirSync(temporary)).toEqual([]);
});

test("- is standard input for a parameter file", async () => {
  const { run, pipe } = await world(0);
  expect(pipe(example, "validate", "-", "--family", "-=pa")).toBe("1 file checked, no issues\n");
  const typo = example.replace("componentid", "componentidd");
  const { errors, files } = JSON.parse(pipe(typo, "validate", "-", "--family=-=pa", "--json", "--fail-on", "never"));
  expect(errors).toBeGreaterThan(0);
  expect(files).toMatchObject([{ path: "-", family: "pa" }]);
  expect(await run(["validate", "-", "--fix"])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("--fix changes files"),
  });
});

test("- is standard input for a result, and standard output for a page and JUnit", async () => {
  const { run, pipe, env, folder, read, write } = await world(0);
  expect(await run(["run"], env)).toMatchObject({ code: 0 });
  const { stdout: listing } = await run(["tables", "analytics-run", "--json"]);
  const file = `analytics-run/${JSON.parse(listing).units[0].file}`;
  const result = readFileSync(path.join(folder, file));
  expect(pipe(result, "tables", "-")).toBe((await run(["tables", file])).stdout);
  expect(pipe(result, "tables", "-", "--csv", "out")).toMatch(/^out\/result\.csv: \d+ rows?\n$/);
  expect(JSON.parse(pipe(result, "compare", file, "-", "--json")).same).toBe(true);

  const page = await run(["report", "analytics-run", "--output", "-"]);
  expect(page.stdout === read("analytics-run/report.html")).toBe(true);
  expect(await run(["history", "add", "analytics-run", "--store", "history"])).toMatchObject({ code: 0 });
  const history = await run(["history", "show", "--store", "history", "--html", "-"]);
  expect(history.stdout.slice(0, 15).toLowerCase()).toBe("<!doctype html>");

  write("rows.checks.json", JSON.stringify({ checks: [{ rowCount: { min: 1 } }] }));
  const checked = await run(["check", "analytics-run", "--junit", "-"]);
  expect(checked.stdout).toMatch(/^<\?xml .*<\/testsuites>\s*$/s);
  expect(checked.stderr).toContain("passed");
  for (const args of [
    ["check", "analytics-run", "--junit", "-"],
    ["report", "analytics-run", "--output", "-"],
    ["history", "show", "--store", "history", "--html", "-"],
  ])
    expect(await run([...args, "--json"])).toMatchObject({
      code: 2,
      stdout: "",
      stderr: expect.stringContaining("and --json both print on standard output"),
    });
});
