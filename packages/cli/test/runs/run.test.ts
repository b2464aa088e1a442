import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, readFileSync, symlinkSync } from "node:fs";
import path from "node:path";
import { familyIds } from "@analytics-engines/core/basics";
import { createSimulator, type SimulatorOptions } from "@analytics-engines/simulator";
import { describe, expect, onTestFinished, test } from "vitest";
import { prices, useBuiltCommand, workplace } from "../support/command.ts";

useBuiltCommand();

const credentials = { ANALYTICS_USERNAME: "DEMO-1", ANALYTICS_API_KEY: "demo" };

async function service(options: SimulatorOptions = {}) {
  const simulator = createSimulator({ jobSeconds: 0.1, maxAgeSeconds: 1, duplicates: "allow", ...options });
  const { url, close } = await simulator.listen();
  onTestFinished(close);
  return { simulator, url, env: { ...credentials, ANALYTICS_BASE_URL: url } };
}

const creates = (requests: readonly { method: string; path: string }[]) =>
  requests.filter(({ method, path: at }) => (method === "PUT" || method === "POST") && at.includes("calculations"));

describe("a run", () => {
  test("keeps every result in the run folder, and can be verified and shown", async () => {
    const { write, run, folder } = workplace();
    const { simulator, env } = await service();
    write("parameters/a.quant.json", prices("ALDR"));
    write("parameters/b.quant.json", prices("BRKN"));
    const [ended, printed] = await Promise.all([run(["run"], env), run(["run", "--json", "--output", "json"], env)]);
    expect(ended).toMatchObject({
      code: 0,
      stdout:
        "success: 2 of 2 units in 2 files succeeded. Run folder: analytics-run\nReport: analytics-run/report.html\n",
    });
    expect(ended.stderr).toMatch(/parameters\/a\.quant\.json: submitted as job [0-9a-f]{32}\n/);
    expect(ended.stderr).toMatch(/parameters\/b\.quant\.json: unit prices: stored, \d+ B\n/);
    expect(creates(simulator.requests)).toHaveLength(4);
    const userAgents = new Set(simulator.requests.map(({ headers }) => headers["user-agent"]));
    expect([...userAgents]).toEqual([
      expect.stringMatching(/^analytics-engines-cli\/[\d.]+ analytics-engines\/[\d.]+ node\/\d+$/),
    ]);
    expect(JSON.parse(printed.stdout)).toMatchObject({
      status: "success",
      files: [{ path: "parameters/a.quant.json", family: "quant" }, { path: "parameters/b.quant.json" }],
    });
    expect(await run(["verify", "analytics-run"])).toMatchObject({ code: 0 });
    const manifest = JSON.parse(readFileSync(path.join(folder, "analytics-run/manifest.json"), "utf8"));
    const [{ file }] = manifest.files[0].units;
    expect((await run(["tables", path.join("analytics-run", file)])).stdout).toContain("Price");
    // The results are not parameter files.
    expect((await run(["validate"])).stdout).toBe("2 files checked, no issues\n");
  });

  test("whose results come in a version that is not read keeps them with a warning, and says which version it is", async () => {
    const { write, run, read, folder } = workplace();
    const { env } = await service({ faults: ["result=stach-3"] });
    write("parameters/a.quant.json", prices("ALDR"));
    write("parameters/b.quant.json", JSON.stringify({ ...JSON.parse(prices("BRKN")), meta: { format: "Feather" } }));
    write("all.checks.json", '{"checks":[{"rowCount":{"min":0}}]}');
    const ended = await run(["run"], env);
    expect(ended.stdout).toContain("success: 2 of 2 units in 2 files succeeded");
    const notRead = /is STACH version 3\.0, which this version does not read \(it reads STACH versions 1 and 2 as JSON/;
    expect(ended.stderr).toMatch(notRead);
    expect(ended.stderr).toMatch(
      /no CSV of parameters\/b\.quant\.json, unit prices: it is Arrow with metadata of STACH version 3\.0/,
    );
    const { files } = JSON.parse(read("analytics-run/manifest.json"));
    for (const { units } of files) {
      const [{ status, file, warnings, sha256 }] = units;
      expect({ status, warnings }).toEqual({
        status: "success",
        warnings: [expect.stringContaining(`kept as they came in ${file}.`)],
      });
      expect(
        createHash("sha256")
          .update(readFileSync(path.join(folder, "analytics-run", file)))
          .digest("hex"),
      ).toBe(sha256);
      const shown = await run(["tables", path.join("analytics-run", file)]);
      expect(shown).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining("STACH version 3.0") });
    }
    expect((await run(["tables", "analytics-run"])).stdout).toMatch(/ The result is STACH version 3\.0, which this /);
    expect(await run(["verify", "analytics-run"])).toMatchObject({ code: 0 });
    const checked = await run(["check", "analytics-run", "--checks", "all.checks.json"]);
    expect(checked.code).toBe(1);
    expect(checked.stdout).toMatch(
      /There is no table to check: it is STACH version 3\.0, which this version does not read/,
    );
    const added = await run(["history", "add", "analytics-run", "--store", "store"]);
    expect(added.stdout).toMatch(/a\.quant\.json, unit prices: its numbers were left out: it is STACH version 3\.0/);
  });

  test("states the commit of its files, which verify checks", async () => {
    const { write, run, folder } = workplace();
    const { env } = await service();
    const git = (...args: string[]) =>
      execFileSync("git", ["-C", folder, "-c", "user.name=Q", "-c", "user.email=q@house.example", ...args], {
        encoding: "utf8",
      }).trim();
    git("init", "--quiet", "--initial-branch=main");
    write("parameters/a.quant.json", prices("ALDR"));
    git("add", "--all");
    git("commit", "--quiet", "--message=x");
    git("remote", "add", "origin", "git@github.com:house/book.git");
    const commit = git("rev-parse", "HEAD");
    const { stdout } = await run(["run", "--json"], env);
    expect(JSON.parse(stdout).provenance).toEqual({
      repository: "house/book",
      commit,
      uncommitted: false,
      ref: "refs/heads/main",
    });
    expect(await run(["verify", "analytics-run", "--commit", commit.slice(0, 10)])).toMatchObject({ code: 0 });
  });

  test("of every family succeeds, and each of its results can be shown", { tags: "full" }, async () => {
    const { folder, write, run } = workplace();
    const { simulator, env } = await service();
    cpSync(path.resolve(import.meta.dirname, "../../../../docs/examples"), path.join(folder, "parameters"), {
      recursive: true,
    });
    // As the simulator answers it, Feather is packed by LZ4.
    write(
      "parameters/packed.quant.json",
      JSON.stringify({ ...JSON.parse(prices("ALDR")), meta: { format: "Feather" } }),
    );
    const { code, stdout, stderr } = await run(["run"], env);
    expect({ code, stdout }, stderr).toMatchObject({ code: 0, stdout: expect.stringMatching(/^success: /) });
    expect(new Set(simulator.jobs.map(({ family }) => family))).toEqual(new Set(familyIds));
    const shown = await run(["tables", "analytics-run/packed.quant/prices.arrow"]);
    expect(shown).toMatchObject({ code: 0, stdout: expect.stringMatching(/Symbol.*Date.*Price.*ALDR/s) });
  });

  test("tells the unit that failed, with the service's words, and ends with 1", { tags: "full" }, async () => {
    const { write, run } = workplace();
    const { env } = await service();
    write("bad.pa.json", JSON.stringify({ data: { gone: { componentid: "0A".repeat(32) } } }));
    write("good.quant.json", prices("ALDR"));
    const [{ code, stdout, stderr }, never] = await Promise.all([
      run(["run"], env),
      run(["run", "--fail-on", "never", "--output", "second"], env),
    ]);
    expect({ code, stdout }).toEqual({
      code: 1,
      stdout:
        "failure: 1 of 2 units in 2 files succeeded. Run folder: analytics-run\nReport: analytics-run/report.html\n",
    });
    expect(stderr).toMatch(/bad\.pa\.json: unit gone: failure: .+/);
    expect(never).toMatchObject({ code: 0, stdout: expect.stringMatching(/^failure: 1 of 2 units/) });
  });

  test("names the place of the value that the service refuses", async () => {
    const { write, run } = workplace();
    const { env } = await service();
    const data = { gone: { componentid: "0A".repeat(32), accounts: [{ id: "CLIENT:/NOT-THERE.ACCT" }] } };
    write("sub/bad.pa.json", JSON.stringify({ data }, null, 2));
    const { code, stderr } = await run(["run", "sub/bad.pa.json"], env);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^sub\/bad\.pa\.json:4:22: error: Unit gone failed: .*0A0A/m);
  });
});

describe("nothing is sent", () => {
  test("where a parameter file has errors", async () => {
    const { write, run } = workplace();
    const { simulator, env } = await service();
    write("good.quant.json", prices("ALDR"));
    write("bad.quant.json", prices("ALDR").replace("formulas", "formula"));
    const { code, stdout, stderr } = await run(["run"], env);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain("Did you mean `formulas`?");
    expect(stderr).toContain("Nothing was sent to the service. Correct the files and run them again.");
    expect(simulator.requests).toEqual([]);
  });

  test.each([
    ["without a service", { ANALYTICS_BASE_URL: "" }, [], "Name the service"],
    ["without credentials", { ANALYTICS_USERNAME: "", ANALYTICS_API_KEY: "" }, [], "Credentials are missing"],
    ["with half of them", { ANALYTICS_API_KEY: "" }, [], "Credentials are missing"],
    ["with two kinds of them", { ANALYTICS_TOKEN: "abc" }, [], "several kinds"],
    [
      "with http to another machine",
      { ANALYTICS_BASE_URL: "http://api.vendor.example" },
      [],
      "must begin with https:// (http:// only for this machine). Check the variable ANALYTICS_BASE_URL, and the variables ANALYTICS_USERNAME and ANALYTICS_API_KEY.",
    ],
    ["into a folder that is not empty", {}, ["--output", "."], "not empty"],
    ["for files that are not there", {}, ["b.quant.json"], "no such file"],
    ["with a blank key", { ANALYTICS_API_KEY: " " }, [], "The variable ANALYTICS_API_KEY is blank"],
    [
      "with quotes around the key",
      { ANALYTICS_API_KEY: '"demo"' },
      [],
      "ANALYTICS_API_KEY has quotes around its value",
    ],
    ["with no job at once", {}, ["--max-concurrency", "0"], "whole number"],
    ["with a cache directive that there is not", {}, ["--cache", "fresh"], "max-stale=SECONDS"],
    ["on resuming a run that is not there", {}, ["--resume", "--output", "none"], "is not a run folder"],
    ["on resuming with files where no run is", {}, ["--resume", "a.quant.json"], "is not a run folder"],
  ])("%s", async (_, changes, args, message) => {
    const { folder, write, run } = workplace();
    const { simulator, env } = await service();
    symlinkSync(write("a.quant.json", prices("ALDR")), path.join(folder, "link.json"));
    const ended = await run(["run", ...args], { ...env, ...changes });
    expect(ended).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining(message) });
    expect(ended.stderr).not.toContain("    at ");
    expect(simulator.requests).toEqual([]);
  });
});

test("refused credentials are tried once, and shown nowhere", async () => {
  const { write, run } = workplace();
  const { simulator, env } = await service();
  for (let n = 0; n < 5; n++) write(`${n}.quant.json`, prices("ALDR"));
  const { code, stdout, stderr } = await run(["run", "--max-concurrency", "1"], {
    ...env,
    ANALYTICS_API_KEY: "hunter2-hunter2",
  });
  expect(code).toBe(2);
  expect(stderr).toMatch(/401\. No job was sent\. Check the variables ANALYTICS_USERNAME and ANALYTICS_API_KEY/);
  expect(stderr.trim().split("\n")).toHaveLength(1);
  expect(simulator.requests).toHaveLength(1);
  expect(stdout + stderr).not.toContain("hunter2");
  expect(stdout + stderr).not.toContain(btoa("DEMO-1:hunter2-hunter2"));
});

test("Ctrl-C cancels the jobs on the service, and leaves a run folder that is sound", async () => {
  const { write, start, run } = workplace();
  const { simulator, env } = await service({ jobSeconds: 30, maxAgeSeconds: 1 });
  write("a.quant.json", prices("ALDR"));
  const running = start(["run"], env);
  await running.said(/submitted as job/);
  running.child.kill("SIGINT");
  const { code, stdout, stderr } = await running.ended;
  expect(code).toBe(130);
  expect(stderr).toContain("Stopping: the jobs are being canceled.");
  expect(stdout).toContain("canceled: 0 of 1 unit in 1 file succeeded");
  expect(simulator.requests.filter(({ method }) => method === "DELETE")).toHaveLength(1);
  expect((await run(["verify", "analytics-run"])).code).toBe(0);
});

test.skipIf(process.platform === "win32")("the end of the terminal cancels the jobs, too", async () => {
  const { write, start, run } = workplace();
  const { simulator, env } = await service({ jobSeconds: 30, maxAgeSeconds: 1 });
  write("a.quant.json", prices("ALDR"));
  const running = start(["run"], env);
  await running.said(/submitted as job/);
  running.child.kill("SIGHUP");
  expect(await running.ended).toMatchObject({ code: 129, stderr: expect.stringContaining("jobs are being canceled") });
  expect(simulator.requests.filter(({ method }) => method === "DELETE")).toHaveLength(1);
  expect((await run(["verify", "analytics-run"])).code).toBe(0);
});

test("one file with two names is computed once", async () => {
  const { folder, write, run } = workplace();
  const { simulator, env } = await service({ jobSeconds: 0, maxAgeSeconds: 1 });
  symlinkSync(write("a.quant.json", prices("ALDR")), path.join(folder, "link.json"));
  const ended = await run(["run", "link.json", "a.quant.json", "--family", "*.json=quant"], env);
  expect(ended).toMatchObject({ code: 0, stdout: expect.stringContaining("1 of 1 unit in 1 file succeeded") });
  expect(creates(simulator.requests)).toHaveLength(1);
});

test.each(["CON", "runs/LPT1.txt", "run."])("--output %s is refused before anything is sent", async (output) => {
  const { write, run } = workplace();
  const { simulator, env } = await service();
  write("a.quant.json", prices("ALDR"));
  const ended = await run(["run", "--output", output], env);
  expect(ended).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^error: The folder .* cannot be made: a name in it/),
  });
  expect(simulator.requests).toEqual([]);
});

test("with --no-cancel, a signal leaves the jobs on the service, and --resume collects them", async () => {
  const { write, start, run } = workplace();
  const { simulator, env } = await service({ jobSeconds: 1, maxAgeSeconds: 1 });
  write("a.quant.json", prices("ALDR"));
  const running = start(["run", "--no-cancel"], env);
  await running.said(/submitted as job/);
  running.child.kill("SIGTERM");
  const { code, stderr } = await running.ended;
  expect(code).toBe(143);
  expect(stderr).toContain("Stopping: the jobs stay on the service.");
  expect(simulator.requests.filter(({ method }) => method === "DELETE")).toEqual([]);
  expect(await run(["run", "--resume"], env)).toMatchObject({ code: 0 });
  expect(creates(simulator.requests)).toHaveLength(1);
});

test("a killed run continues with --resume: nothing is created twice", async () => {
  const { write, start, run } = workplace();
  const { simulator, env } = await service({ jobSeconds: 2, maxAgeSeconds: 1 });
  write("a.quant.json", prices("ALDR"));
  const running = start(["run"], env);
  await running.said(/submitted as job/);
  running.child.kill("SIGKILL");
  await running.ended;
  const resumed = await run(["run", "--resume"], env);
  expect(resumed).toMatchObject({ code: 0, stdout: expect.stringContaining("success: 1 of 1 unit") });
  expect(resumed.stderr).not.toContain("The run was over");
  expect(creates(simulator.requests)).toHaveLength(1);
});

test("the command of a run can be repeated with --resume, and refuses other files", async () => {
  const { write, run } = workplace();
  const { simulator, env } = await service();
  write("a.quant.json", prices("ALDR"));
  write("b.quant.json", prices("BRKN"));
  await run(["run", "a.quant.json"], env);
  expect(await run(["run", "a.quant.json", "--resume"], env)).toMatchObject({ code: 0 });
  const other = await run(["run", "a.quant.json", "b.quant.json", "--resume"], env);
  expect(other).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(
      "The run cannot be resumed with other parameter files (new: b.quant.json). Start a new run in another folder.",
    ),
  });
  expect(creates(simulator.requests)).toHaveLength(1);
});

test("with {date} in the name of its folder, a nightly command begins a run each day and resumes that of the day", async () => {
  const { write, run, read } = workplace();
  const { simulator, env } = await service();
  write("a.quant.json", prices("ALDR"));
  write("analytics-engines.json", JSON.stringify({ outputFolder: "runs/{date}", sets: { nightly: {} } }));
  const nightly = ["run", "--set", "nightly", "--resume"];
  const first = await run(nightly, env);
  const [, day = ""] = /Run folder: runs\/(\d{4}-\d\d-\d\d)\n/.exec(first.stdout) ?? [];
  expect([first.code, day]).toEqual([0, expect.stringMatching(/^\d/)]);
  expect(JSON.parse(read(`runs/${day}/manifest.json`))).toMatchObject({ status: "success" });
  const again = await run(nightly, env);
  expect(again).toMatchObject({ code: 0, stderr: expect.stringContaining("The run was over: it ended at ") });
  expect(creates(simulator.requests)).toHaveLength(1);
});

test("a run that lost a result says how to compute it alone, and that does so", async () => {
  const { write, run } = workplace();
  const { simulator, env } = await service({ faults: ["result#1=lost"] });
  write("a.quant.json", prices("ALDR"));
  write("b.quant.json", prices("BRKN"));
  const first = await run(["run", "a.quant.json", "b.quant.json"], env);
  expect(first).toMatchObject({
    code: 1,
    stdout: expect.stringContaining(
      "1 result lost: the service gives a result once. Run the files again in another folder with --earlier analytics-run --reuse: the other results are copied.",
    ),
  });
  const again = ["run", "a.quant.json", "b.quant.json", "--earlier", "analytics-run", "--reuse", "--output", "again"];
  expect(await run(again, env)).toMatchObject({ code: 0, stdout: expect.stringContaining("1 reused") });
  expect(creates(simulator.requests)).toHaveLength(3);
});

test("a run that is over and is resumed keeps its end, and says when that was", async () => {
  const { write, run, read } = workplace();
  const { simulator, env } = await service();
  write("a.quant.json", prices("ALDR"));
  await run(["run"], env);
  const { finishedAt } = JSON.parse(read("analytics-run/manifest.json"));
  const end = finishedAt.replace("T", " ").replace(/\.\d+Z$/, " UTC");
  for (const args of [
    ["run", "--resume"],
    ["run", "--resume", "--no-wait"],
  ]) {
    const { code, stdout, stderr } = await run(args, env);
    expect([code, stdout.split("\n")[0]]).toEqual([0, expect.stringMatching(/^success: 1 of 1 unit/)]);
    expect(stderr).toContain(`The run was over: it ended at ${end}. Nothing was computed.`);
    expect(stderr).not.toContain("stored");
    expect(JSON.parse(read("analytics-run/manifest.json"))).toMatchObject({ finishedAt });
  }
  expect(creates(simulator.requests)).toHaveLength(1);
});

describe("a run folder from elsewhere", () => {
  test.each(["journal.jsonl", "manifest.json"])("whose %s names a file outside is not resumed", async (record) => {
    const { write, run, folder } = workplace();
    const { simulator, env } = await service();
    write("a.quant.json", prices("ALDR"));
    expect(await run(["run"], env)).toMatchObject({ code: 0 });
    const read = (file: string) => readFileSync(path.join(folder, file), "utf8");
    const { file } = JSON.parse(read("analytics-run/manifest.json")).files[0].units[0];
    write("outside/s.json", read(`analytics-run/${file}`));
    const before = simulator.requests.length;
    write(`analytics-run/${record}`, read(`analytics-run/${record}`).replaceAll(`"${file}"`, '"../outside/s.json"'));
    const ended = await run(["run", "--resume"], env);
    expect(ended).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining(record) });
    expect(ended.stderr).not.toContain("    at ");
    expect(simulator.requests.slice(before)).toEqual([]);
  });
});
