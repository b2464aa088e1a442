import { readFileSync } from "node:fs";
import path from "node:path";
import { familyIds } from "@analytics-engines/core/basics";
import { readManifest } from "@analytics-engines/runs";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { createParquetReader } from "../../../core/test/support/tables/read-parquet.ts";
import { type Azurite, startAzurite } from "../support/github/azurite.ts";
import { type GitHub, startGitHub } from "../support/github/github.ts";
import { readArtifact } from "../support/github/zip.ts";
import type { StepResult } from "../support/runner/runner.ts";
import { readRunnerLog } from "../support/runner/runner-log.ts";
import { formatTraffic } from "../support/traffic.ts";
import { addExamples, createWorld, user, type World } from "../support/world.ts";

const basic = Buffer.from(`${user.username}:${user.password}`).toString("base64");

describe("a whole run of all families", () => {
  let azurite: Azurite;
  let github: GitHub;
  let world: World;
  let step: StepResult;
  beforeAll(async () => {
    azurite = await startAzurite();
    github = await startGitHub(azurite);
    world = await createWorld({ jobSeconds: 1 });
    addExamples(world);
    step = await world.run(
      { files: "parameters/*.json", artifacts: "run", "max-concurrency": "20" },
      { env: github.env },
    );
  });
  afterAll(async () => {
    await world[Symbol.asyncDispose]();
    await github[Symbol.asyncDispose]();
    await azurite[Symbol.asyncDispose]();
  });

  it("succeeds, with a result for every unit", async () => {
    expect(step).toMatchObject({
      code: 0,
      stderr: "",
      annotations: [],
      outputs: { status: "success", "failure-count": "0" },
    });
    const manifest = await readManifest(path.join(world.workspace, "analytics-run"));
    expect(manifest.status).toBe("success");
    expect(new Set(manifest.files.map(({ family }) => family))).toEqual(new Set(familyIds));
    const units = manifest.files.flatMap((file) => file.units);
    expect(step.outputs["unit-count"]).toBe(`${units.length}`);
    for (const unit of units)
      expect(readFileSync(path.join(world.workspace, "analytics-run", unit.file ?? "missing")).length).toBe(unit.bytes);
  });

  it("says in each request which shell sends it", () => {
    const userAgents = new Set(world.simulator.requests.map(({ headers }) => headers["user-agent"]));
    expect([...userAgents]).toEqual([
      expect.stringMatching(/^analytics-engines-action\/[\d.]+ analytics-engines\/[\d.]+ node\/\d+$/),
    ]);
  });

  it("creates each job once and reads each result once", () => {
    // `fiab` gives its result with every status.
    const readable = world.simulator.jobs.filter(({ family }) => family !== "fiab");
    for (const job of world.simulator.jobs) expect(job).toMatchObject({ creates: 1, cancels: 0 });
    for (const job of readable) expect(job.returned).toBe(true);
    for (const unit of readable.flatMap(({ units }) => units)) expect(unit.resultReads).toBe(1);
  });

  it("sends these requests and no others, but for polls that find a job running", async () => {
    for (const { method, status, operation } of world.simulator.requests)
      if (status === 202 && method === "GET") expect(operation).toMatch(/\.status$/);
    await expect(formatTraffic(world.simulator.requests)).toMatchFileSnapshot("../snapshots/whole-run.txt");
  });

  it("tells ids, counts and paths", () => {
    const ids: Record<string, string> = JSON.parse(step.outputs["job-ids"] ?? "{}");
    expect(Object.keys(ids)).toHaveLength(Number(step.outputs["file-count"]));
    expect(new Set(Object.values(ids))).toEqual(new Set(world.simulator.jobs.map(({ id }) => id)));
    expect(step.outputs["run-path"]).toBe(path.join(world.workspace, "analytics-run"));
    expect(step.outputs["manifest-path"]).toBe(path.join(world.workspace, "analytics-run/manifest.json"));
    expect(Object.keys(JSON.parse(step.outputs["artifact-ids"] ?? "{}"))).toEqual(
      github.artifacts().map(({ name }) => name),
    );
  });

  it("shows progress in groups, and a summary that names every file", () => {
    expect(step.raw.match(/^::group::.*$/gm)).toEqual([
      `::group::Checking ${step.outputs["file-count"]} parameter files`,
      `::group::Running ${step.outputs["file-count"]} jobs at ${world.url}`,
      "::group::Writing tables and the report",
      expect.stringMatching(/^::group::Storing \d+ artifacts$/),
    ]);
    expect(step.raw.match(/^::endgroup::$/gm)).toHaveLength(4);
    for (const file of world.list("parameters")) expect(step.summary).toContain(`<code>parameters/${file}</code>`);
    expect(world.read("analytics-run/summary.md")).toContain("## ✅ Analytics run: success");
  });

  it("leaves no secret anywhere, and masks nothing that is none", async () => {
    // After that, the artifact client masks the signatures of its upload addresses.
    const [beforeStoring = ""] = step.raw.split("::group::Storing");
    expect(readRunnerLog(beforeStoring).masks).toEqual([user.password, basic]);
    const places = [
      step.lines.join("\n"),
      step.stderr,
      step.summary,
      JSON.stringify([step.outputs, step.state, step.annotations]),
    ];
    const files = world
      .list("analytics-run")
      .map((file) => readFileSync(path.join(world.workspace, "analytics-run", file)));
    const archives = await Promise.all(
      github.artifacts().map(async ({ name }) => [...readArtifact(name, await github.download(name)).values()]),
    );
    for (const bytes of [...places.map((text) => Buffer.from(text)), ...files, ...archives.flat()]) {
      for (const secret of [user.password, basic, encodeURIComponent(user.password)])
        expect(bytes.includes(secret)).toBe(false);
    }
  });

  it("masks before anything else is printed", () => {
    expect(step.raw.startsWith(`::add-mask::${user.password}\n::add-mask::${basic}\n::group::`)).toBe(true);
  });
});

it("writes the tables as Parquet on request, and stores them with the run", async () => {
  await using world = await createWorld();
  addExamples(world);
  const step = await world.run({ files: "parameters/prices.quant.json", parquet: "true" });
  expect(step).toMatchObject({ code: 0, annotations: [], outputs: { status: "success" } });
  expect(step.lines.join("\n")).toMatch(/\d tables as Parquet/);
  const [table] = JSON.parse(world.read("analytics-run/manifest.json")).files[0].units[0].tables;
  expect(table).toMatchObject({ csv: "prices.quant/prices.csv", parquet: "prices.quant/prices.parquet" });
  const parquet = await createParquetReader();
  onTestFinished(() => parquet.close());
  const { names, rowCount } = await parquet.readFile(path.join(world.workspace, "analytics-run", table.parquet));
  expect({ columns: names.length, rows: rowCount }).toEqual({ columns: table.columns, rows: table.rows });
});

it("reads a Feather result, which the service packs by LZ4, as it reads JSON", { tags: "full" }, async () => {
  await using world = await createWorld();
  addExamples(world);
  const { data } = JSON.parse(world.read("parameters/prices.quant.json"));
  for (const format of ["Feather", "JsonStach"])
    world.write(`packed/${format}.quant.json`, { data: { [format]: data.prices }, meta: { format } });
  const step = await world.run({ files: "packed/*.json" });
  expect(step).toMatchObject({ code: 0, annotations: [], outputs: { status: "success" } });
  const csv = world.read("analytics-run/Feather.quant/Feather.csv");
  expect(csv).toContain("ALDR");
  expect(csv).toBe(world.read("analytics-run/JsonStach.quant/JsonStach.csv"));
});

describe.concurrent("a run with other credentials", () => {
  it("uses a token, and masks it", { tags: "full" }, async () => {
    const token = "token-kept-secret-4711";
    await using world = await createWorld({ tokens: [{ token, username: user.username }] });
    addExamples(world);
    const step = await world.run({ files: "parameters/weights.pa.json", username: "", password: "", token });
    expect(step).toMatchObject({ code: 0, outputs: { status: "success" } });
    expect(step.masks).toEqual([token]);
    expect(step.lines.join("\n")).not.toContain(token);
  });

  it("uses OAuth: it masks private key, assertion and tokens before their use, and renews tokens", async () => {
    await using world = await createWorld({ tokenSeconds: 2, jobSeconds: 3 });
    addExamples(world);
    const config = await world.simulator.oauthConfiguration(world.url);
    const step = await world.run({
      files: "parameters/weights.pa.json",
      username: "",
      password: "",
      "oauth-config": JSON.stringify(config, null, 2),
    });
    expect(step).toMatchObject({ code: 0, stderr: "", outputs: { status: "success" } });
    expect(world.simulator.requests.filter(({ operation }) => operation === "oauth.token").length).toBeGreaterThan(1);
    expect(step.masks).toContain(config.jwk.d);
    expect(step.masks.filter((mask) => mask.split(".").length === 3).length).toBeGreaterThan(1);
    expect(step.masks).not.toContain(config.clientId);
    expect(step.masks).not.toContain(config.jwk.n);
    for (const secret of [config.jwk.d, config.jwk.p, config.jwk.q]) {
      expect(`${step.lines.join("\n")}${step.summary}${JSON.stringify(step.outputs)}`).not.toContain(secret);
    }
  });
});
