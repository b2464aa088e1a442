import { readdirSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { failingUnit, paRequest, paUnit } from "../support/parameters.ts";
import type { StepResult } from "../support/runner/runner.ts";
import { createWorld, user, type World } from "../support/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
  world.write("good/one.pa.json", paRequest({ a: paUnit() }));
  world.write("bad/typed.pa.json", '{\n  "data": {\n    "a": {\n      "componentid": 5\n    }\n  }\n}\n');
  world.write("bad/broken.pa.json", '{\n  "data": {,}\n}');
  world.write("odd/tsconfig.json", { compilerOptions: {} });
  world.write("odd/bytes.pa.json", Buffer.from([0xff, 0xfe, 0x00]).toString("latin1"));
});
afterAll(() => world[Symbol.asyncDispose]());

const errorsOf = (step: StepResult) =>
  step.annotations.filter(({ level }) => level === "error").map(({ message }) => message);

/** A problem of the user's: one line each, no stack, nothing sent. */
function expectRefusal(step: StepResult): void {
  expect(step).toMatchObject({ code: 1, stderr: "", outputs: { status: "failure" } });
  expect(step.raw).not.toMatch(/^\s+at /m);
  expect(step.raw).not.toContain("defect");
  expect(world.simulator.requests).toEqual([]);
}

describe("a run that is refused before anything is sent", () => {
  it("names all bad inputs at once", async () => {
    const step = await world.run({ "base-url": "http://api.vendor.example", wait: "maybe", password: "" });
    expectRefusal(step);
    expect(errorsOf(step)).toEqual([
      "Input base-url must begin with https:// (http:// only for this machine).",
      "Input username needs the input password too.",
      "Input wait must be true or false.",
    ]);
  });

  it("names patterns without files", async () => {
    const step = await world.run({ files: "none/*.json" });
    expectRefusal(step);
    expect(errorsOf(step)).toEqual([
      `No files match the input files in ${world.workspace}: none/*.json. Check the patterns.`,
    ]);
  });

  it("shows errors in parameter files at their lines", async () => {
    const step = await world.run({ files: "good/*.json\nbad/*.json" });
    expectRefusal(step);
    expect(step.annotations).toContainEqual(
      expect.objectContaining({ level: "error", file: "bad/typed.pa.json", line: "4" }),
    );
    expect(step.annotations).toContainEqual(
      expect.objectContaining({ level: "error", file: "bad/broken.pa.json", line: "2" }),
    );
    expect(errorsOf(step).at(-1)).toMatch(
      /^\d+ errors in parameter files\. Nothing was sent to the service\. Correct the files and run the job again\.$/,
    );
  });

  it("names a file without a known family", async () => {
    const step = await world.run({ files: "odd/tsconfig.json" });
    expectRefusal(step);
    expect(step.annotations[0]).toMatchObject({ level: "error", file: "odd/tsconfig.json" });
  });

  it("names an artifact store that is out of reach", async () => {
    const step = await world.run({ files: "good/*.json", artifacts: "run" });
    expectRefusal(step);
    expect(errorsOf(step)[0]).toMatch(/^Artifacts cannot be stored: the runner gives this step no access/);
  });

  it("refuses a run folder with other files and nothing to resume", async () => {
    expectRefusal(await world.run({ files: "good/*.json", "output-dir": "odd" }));
    const step = await world.run({ "resume-from": "good" });
    expectRefusal(step);
    expect(errorsOf(step)[0]).toMatch(
      /^Input resume-from: there is no run in .*good: it has no manifest\.json\. Name the folder of a run\.$/,
    );
  });

  it("names what an OAuth configuration lacks, and repeats none of it", async () => {
    const config = { name: "n", clientId: "c", jwk: { kty: "RSA", kid: "k", d: "private-exponent" } };
    const step = await world.run({
      files: "good/*.json",
      username: "",
      password: "",
      "oauth-config": JSON.stringify(config),
    });
    expectRefusal(step);
    expect(errorsOf(step)[0]).toMatch(
      /^Input oauth-config: jwk\.n of the OAuth configuration is missing\. Copy the configuration from the service again\.$/,
    );
    expect(step.lines.join("\n")).not.toContain("private-exponent");
  });
});

describe("a run with requests that the service refuses", () => {
  it("names refused credentials in one line, after one attempt for all files, also with fail-on: never", async () => {
    await using own = await createWorld();
    for (let file = 1; file <= 5; file += 1) own.write(`${file}.pa.json`, paRequest({ a: paUnit(file) }));
    const step = await own.run({ password: "wrong-secret", "fail-on": "never" });
    expect(step).toMatchObject({ code: 1, stderr: "", outputs: { status: "failure" } });
    expect(errorsOf(step)).toHaveLength(1);
    expect(errorsOf(step)[0]).toMatch(/401.*No job was sent\. Check the inputs username and password/);
    expect(own.simulator.requests).toHaveLength(1);
    expect(step.outputs).toMatchObject({ "job-ids": "{}" });
    expect(step.lines.join("\n")).not.toContain("wrong-secret");
    // The next try takes the same folder; the post step leaves it alone.
    expect(readdirSync(path.join(own.workspace, "analytics-run"))).toEqual([]);
    expect(await own.run({}, { post: step.state })).toMatchObject({ code: 0, raw: "" });
    expect(await own.run({ files: "1.pa.json" })).toMatchObject({ code: 0, outputs: { status: "success" } });
  });

  it("names the input of a host that does not exist", { tags: "full" }, async () => {
    await using own = await createWorld();
    for (let file = 1; file <= 5; file += 1) own.write(`${file}.pa.json`, paRequest({ a: paUnit(file) }));
    const step = await own.run({ "base-url": "https://no-such-host.invalid" });
    expect(step).toMatchObject({ code: 1, stderr: "", outputs: { status: "failure" } });
    expect(errorsOf(step)).toEqual([
      expect.stringMatching(/no-such-host\.invalid cannot be used: .*(ENOTFOUND|EAI_AGAIN).* the input base-url\.$/),
    ]);
    expect(own.simulator.requests).toEqual([]);
  });

  it("names the variable for an authority where TLS fails", {
    tags: "full",
  }, async () => {
    await using own = await createWorld();
    own.write("1.pa.json", paRequest({ a: paUnit(1) }));
    const step = await own.run({ "base-url": own.url.replace("http:", "https:") });
    expect(errorsOf(step)).toEqual([expect.stringMatching(/SSL.*No job was sent.*NODE_EXTRA_CA_CERTS/)]);
    expect(own.simulator.requests).toEqual([]);
  });

  it("annotates a refused unit at the value that the service names, and follows fail-on", async () => {
    await using own = await createWorld({ duplicates: "allow" });
    own.write("mixed.pa.json", paRequest({ good: paUnit(1), "not good": failingUnit(2) }));
    const steps = await Promise.all(
      ["error", "warning", "never"].map((failOn, index) =>
        own.run({ files: "*.pa.json", "fail-on": failOn, "output-dir": `run-${index}` }),
      ),
    );
    expect(steps.map(({ code }) => code)).toEqual([1, 1, 0]);
    for (const step of steps) {
      expect(step.outputs).toMatchObject({
        status: "failure",
        "unit-count": "2",
        "success-count": "1",
        "failure-count": "1",
      });
      // The value to correct, which can be far below the name of its unit.
      const line =
        own
          .read("mixed.pa.json")
          .split("\n")
          .findIndex((text) => text.includes("Client:/Nowhere/NOTHING.ACCT")) + 1;
      expect(step.annotations).toMatchObject([
        { level: "error", title: "Unit not good failed", file: "mixed.pa.json", line: `${line}` },
      ]);
      expect(step.annotations[0]?.message).toContain("Client:/Nowhere/NOTHING.ACCT");
      expect(step.summary).toContain("1 of 2 units succeeded");
    }
  });
});

describe("a defect of ours", () => {
  it("is reported as one, with its stack if debug logging is on", async () => {
    // A file system that breaks in a way of its own stands in for a defect.
    const breaks = `data:text/javascript,${encodeURIComponent('process.getBuiltinModule("node:fs").readdirSync=()=>{throw new Error("broken ::error::inside")}')}`;
    const quiet = await world.run(
      { files: "good/*.json", "output-dir": "good" },
      { env: { NODE_OPTIONS: `--import=${breaks}` } },
    );
    expect(quiet.raw).not.toContain("    at ");
    expect(errorsOf(quiet)).toEqual([
      "broken ::error::inside This looks like a defect of the action. Run the job again with debug logging to see where.",
    ]);
    const loud = await world.run(
      { files: "good/*.json", "output-dir": "good" },
      { env: { NODE_OPTIONS: `--import=${breaks}`, RUNNER_DEBUG: "1" } },
    );
    expect(loud.lines.join("\n")).toMatch(/Error: broken ::error::inside\n.* at prepare\w* \(.*dist\/run\.js:\d+/s);
    expect(errorsOf(loud)).toHaveLength(1);
  });
});

it("masks the password and the Basic text, and prints neither", async () => {
  const step = await world.run({ files: "none/*.json" });
  expect(step.masks).toEqual([user.password, Buffer.from(`${user.username}:${user.password}`).toString("base64")]);
  expect(step.lines.join("\n")).not.toContain(user.password);
});
