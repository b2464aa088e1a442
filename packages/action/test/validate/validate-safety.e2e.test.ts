import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { paRequest, paUnit } from "../support/parameters.ts";
import { addExamples, createWorld, type World } from "../support/world.ts";

const trapNetwork = import.meta.resolve("../support/runner/trap-network.ts");
const preload = (url: string) => ({ NODE_OPTIONS: `--import=${url}` });

let world: World;
beforeAll(async () => {
  world = await createWorld();
  addExamples(world);
  world.write("bad/typed.pa.json", '{\n  "data": {\n    "a": {\n      "componentid": 5\n    }\n  }\n}\n');
});
afterAll(() => world[Symbol.asyncDispose]());

describe("validate offline", () => {
  it("does not connect, listen, look up a name or start a program", async () => {
    const inputs = { "sarif-file": "out.sarif", ...world.connection };
    const step = await world.validate(inputs, { env: preload(trapNetwork) });
    expect(step).toMatchObject({ code: 1, stderr: "", outputs: { "error-count": "1" } });
    expect(step.masks).toEqual([]);
    expect(world.simulator.requests).toEqual([]);
    // The trap does catch what connects.
    const online = await world.validate({ ...inputs, online: "true" }, { env: preload(trapNetwork) });
    expect(online.stderr).toContain("network: ");
    expect(world.simulator.requests).toEqual([]);
  });
});

it("hostile names and contents are reported and do nothing else", async () => {
  await using own = await createWorld();
  const units = {
    "::error::injected": { ...paUnit(1), "##[error]key": 1 },
    "line\r\n::add-mask::error": { ...paUnit(2), "\n::set-env name=PATH::/tmp": 1 },
    "<script>alert(1)</script>|a": { ...paUnit(3), "[link](https://x.example) @octocat `code`": 1 },
    "\u202egnp.exe": { ...paUnit(4), __proto__: 1, constructor: "::stop-commands::x" },
    "%0A::warning::x": {
      ...paUnit(5),
      dates: { startdate: "\n##[group]x", enddate: "::endgroup::", frequency: "::debug::" },
    },
  };
  own.write("p/hostile, %0A::error::.pa.json", paRequest(units));
  own.write("p/@team #1 <b>|x`y`.pa.json", paRequest({ a: { ...paUnit(6), zzz: 1 } }));
  own.write("p/line\n::error::y.pa.json", '{ "data": ::error::x }\n::add-mask::error');
  own.write("p/bytes.pa.json", "\0\n::error::x\r::error::y");
  const step = await own.validate({ "sarif-file": "out.sarif" });
  expect(step).toMatchObject({ code: 1, stderr: "" });

  // Commands: ours alone.
  expect(step.commands.filter((name) => !["error", "warning", "notice"].includes(name))).toEqual([]);
  expect(step.masks).toEqual([]);
  expect(step.annotations.length).toBeGreaterThan(5);
  for (const { title, message, file } of step.annotations) {
    expect(title).toMatch(/^Parameter file: [a-z-]+$/);
    expect(message).not.toMatch(/[\r\n\u202e]/);
    expect(own.list(".")).toContain(file);
  }

  // The summary: no markup out of a name or a value.
  expect(step.summary).not.toMatch(/<script|<b>|@octocat|@team|\u202e|\]\(/);
  for (const row of step.summary.split("\n").filter((line) => line.startsWith("| ")))
    expect(row.match(/(?<!\\)\|/g)).toHaveLength(5);

  // Outputs hold JSON on one line, the SARIF file is the one file that is new.
  expect(JSON.parse(step.outputs["files"] ?? "")).toHaveLength(4);
  expect(own.list(".").filter((file) => !file.startsWith("p/"))).toEqual(["out.sarif"]);
});

describe("links that a pull request may bring", () => {
  it("are not followed out of the repository, to git's own files, to nothing or in a circle", async () => {
    await using own = await createWorld();
    const secret = "kept-outside-4711";
    const outside = path.join(own.workspace, "../outside.pa.json");
    writeFileSync(outside, `{"${secret}":1}`);
    onTestFinished(() => rmSync(outside));
    own.write("book/good.pa.json", paRequest({ a: paUnit() }));
    own.write("book/.git/config", `token = ${secret}`);
    const link = (target: string, name: string) => symlinkSync(target, path.join(own.workspace, "book", name));
    link("../../outside.pa.json", "up.pa.json");
    link(".git/config", "config.pa.json");
    link("nowhere", "nowhere.pa.json");
    link("circle.pa.json", "circle.pa.json");
    link("good.pa.json", "same.pa.json");
    const step = await own.validate({ "working-directory": "book" });
    expect(step).toMatchObject({ code: 1, stderr: "", outputs: { "error-count": "4", "warning-count": "0" } });
    expect(step.annotations.map(({ file, message }) => [file, message])).toEqual([
      ["book/circle.pa.json", "circle.pa.json cannot be read: too many symbolic links encountered."],
      ["book/config.pa.json", "config.pa.json is a link to git's own files: remove it."],
      ["book/nowhere.pa.json", "nowhere.pa.json cannot be read: no such file or directory."],
      ["book/up.pa.json", "up.pa.json is a link that leads outside of the project: put the file in its place."],
    ]);
    expect(`${step.raw}${step.summary}${JSON.stringify(step.outputs)}`).not.toContain(secret);
  });

  it("are refused in the place of the working directory", async () => {
    await using own = await createWorld();
    symlinkSync("/etc", path.join(own.workspace, "book"));
    const step = await own.validate({ "working-directory": "book", files: "**/*.json" });
    expect(step.code).toBe(1);
    expect(step.annotations[0]?.message).toMatch(
      /^Input working-directory: .*book is a link that leads outside of the workspace\. Name a folder of the workspace\.$/,
    );
  });

  it("lead no SARIF file elsewhere", async () => {
    await using own = await createWorld();
    own.write("a.pa.json", paRequest({ a: paUnit() }));
    const elsewhere = path.join(own.workspace, ".git/hooks");
    mkdirSync(elsewhere, { recursive: true });
    symlinkSync(".git/hooks", path.join(own.workspace, "out"));
    const step = await own.validate({ "sarif-file": "out/pre-commit", "fail-on": "never" });
    expect(step).toMatchObject({ code: 1, stderr: "" });
    expect(step.annotations[0]?.message).toMatch(
      /would be written outside of the workspace, or among git's own files\. Name a file of the workspace\.$/,
    );
    expect(readdirSync(elsewhere)).toEqual([]);
  });
});
