import { createServer } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { paRequest, paUnit } from "../support/parameters.ts";
import type { StepResult } from "../support/runner/runner.ts";
import { addExamples, createWorld, user, type World } from "../support/world.ts";

const errorsOf = (step: StepResult) =>
  step.annotations.filter(({ level }) => level === "error").map(({ message }) => message);
const stale = (account: string) => paRequest({ a: { ...paUnit(), accounts: [{ id: account }] } });
const faulty = '{\n  "data": {\n    "a": {\n      "acounts": []\n    }\n  }\n}\n';

let world: World;
beforeAll(async () => {
  world = await createWorld();
  addExamples(world);
  world.write("stale/one.pa.json", stale("Client:/Growth/GLOBAL_EQITY.ACCT"));
  world.write("stale/two.pa.json", paRequest({ a: { ...paUnit(), componentid: "0A".repeat(32) } }));
  world.write("faulty/a.pa.json", faulty);
});
afterAll(() => world[Symbol.asyncDispose]());

describe("with the service", () => {
  it("what it knows is fine, and every list, directory and component is asked for once", async () => {
    await using own = await createWorld();
    addExamples(own);
    for (let file = 0; file < 20; file += 1)
      own.write(`parameters/${file}.pa.json`, paRequest({ a: paUnit(file + 1) }));
    const step = await own.validate({ ...own.connection, online: "true" });
    expect(step).toMatchObject({
      code: 0,
      stderr: "",
      annotations: [],
      outputs: { valid: "true", "warning-count": "0" },
    });
    expect(JSON.parse(step.outputs["files"] ?? "")).toHaveLength(own.list("parameters").length);
    expect(step.lines).toContainEqual(expect.stringMatching(/^Asking http:.* about the references in the files$/));
    expect(step.lines).toContainEqual(expect.stringMatching(/^[1-9]\d+ references looked up$/));
    const asked = own.simulator.requests.map(({ method, path, query }) => `${method} ${path} ${JSON.stringify(query)}`);
    expect(asked.length).toBeGreaterThan(10);
    expect(asked.every((request) => request.startsWith("GET "))).toBe(true);
    expect(asked.length).toBe(new Set(asked).size);
    expect(own.simulator.jobs).toEqual([]);
    expect(`${step.lines.join("\n")}${step.summary}`).not.toContain(user.password);
    expect(step.masks).toContain(user.password);
  });

  it("what it does not know is a warning at its place, with the closest names", async () => {
    const step = await world.validate({ ...world.connection, online: "true", files: "stale/*" });
    expect(step).toMatchObject({ code: 0, stderr: "", outputs: { valid: "true", "warning-count": "2" } });
    const line = (file: string, text: string) =>
      `${
        world
          .read(file)
          .split("\n")
          .findIndex((each) => each.includes(text)) + 1
      }`;
    expect(step.annotations).toEqual([
      {
        level: "warning",
        title: "Parameter file: unknown-reference",
        message:
          "The service knows no account `Client:/Growth/GLOBAL_EQITY.ACCT`. Closest: `Client:/Growth/GLOBAL_EQUITY.ACCT`, `Client:/Growth/GLOBAL_EQUITY_HEDGED.ACCT`.",
        file: "stale/one.pa.json",
        line: line("stale/one.pa.json", "GLOBAL_EQITY"),
        col: "17",
      },
      expect.objectContaining({
        level: "warning",
        message: expect.stringMatching(/^The service knows no component `(0A){32}`\. .*look it up again\.$/),
        file: "stale/two.pa.json",
        line: line("stale/two.pa.json", "componentid"),
      }),
    ]);
    expect(step.summary).toContain("<code>unknown-reference</code>");
    expect(
      (await world.validate({ ...world.connection, online: "true", files: "stale/*", "fail-on": "warning" })).code,
    ).toBe(1);
  });

  it("answers that try to do harm are shown as text", { tags: "full" }, async () => {
    await using own = await createWorld();
    own.write("a.pa.json", stale("Client:/Growth/\r\n::error::GLOBAL_EQUITY.ACCT"));
    const step = await own.validate({ ...own.connection, online: "true" });
    expect(step.commands.filter((name) => !["add-mask", "warning"].includes(name))).toEqual([]);
    expect(step.annotations[0]?.message).toContain("`Client:/Growth/\\r\\n::error::GLOBAL_EQUITY.ACCT`");
  });
});

describe("if the service cannot be reached, the step fails and reports the offline findings", () => {
  const inputs = { online: "true", files: "faulty/*\nstale/*", "fail-on": "never" };

  it("refused credentials: one line, one request", async () => {
    await using own = await createWorld();
    for (let file = 0; file < 20; file += 1) own.write(`${file}.pa.json`, stale(`Client:/Folder ${file}/A.ACCT`));
    own.write("faulty.pa.json", faulty);
    const step = await own.validate({
      ...own.connection,
      password: "wrong-secret",
      online: "true",
      "fail-on": "never",
    });
    expect(step).toMatchObject({ code: 1, stderr: "", outputs: { valid: "false" } });
    expect(errorsOf(step).at(-1)).toMatch(/401.*Check the credentials/);
    expect(errorsOf(step).filter((message) => message.includes("401"))).toHaveLength(1);
    expect(step.annotations).toContainEqual(expect.objectContaining({ file: "faulty.pa.json", line: "4", col: "7" }));
    expect(step.summary).toContain("faulty.pa.json");
    expect(own.simulator.requests).toHaveLength(1);
    expect(step.raw).not.toMatch(/^\s+at |defect/m);
  });

  it("a service that is out of reach: one line", async () => {
    const step = await world.validate({ ...inputs, ...world.connection, "base-url": "http://127.0.0.1:9" });
    expect(step).toMatchObject({ code: 1, stderr: "", outputs: { valid: "false" } });
    expect(errorsOf(step).filter((message) => message.includes("GET "))).toHaveLength(1);
    expect(step.raw).not.toMatch(/^\s+at |defect/m);
  });

  it("no credentials, as for a pull request from a fork: one line, nothing sent", async () => {
    await using own = await createWorld();
    own.write("a.pa.json", paRequest({ a: paUnit() }));
    const step = await own.validate({ online: "true", "base-url": own.url });
    expect(errorsOf(step)).toEqual([expect.stringMatching(/^Credentials are missing/)]);
    expect(own.simulator.requests).toEqual([]);
  });
});

describe("a question that is not answered is a warning that says why, and no unknown reference", () => {
  it("where the service fails at it", { tags: "full" }, async () => {
    await using own = await createWorld({ faults: ["accounts.list=500"] });
    own.write("a.pa.json", stale("Client:/Growth/GLOBAL_EQITY.ACCT"));
    own.write("b.pa.json", paRequest({ a: { ...paUnit(), componentid: "0A".repeat(32) } }));
    const step = await own.validate({ ...own.connection, online: "true" });
    expect(step).toMatchObject({ code: 0, stderr: "", outputs: { valid: "true", "warning-count": "2" } });
    expect(step.annotations).toMatchObject([
      { level: "warning", message: expect.stringMatching(/^2 references could not be checked: .*500/) },
      { level: "warning", title: "Parameter file: unknown-reference", file: "b.pa.json" },
    ]);
    expect(step.summary).toContain("2 references could not be checked");
  });

  it("where the user may not ask it, also the first of all", { tags: "full" }, async () => {
    const server = createServer((_, response) => response.writeHead(403).end());
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    const port = typeof address === "object" ? address?.port : undefined;
    const inputs = { ...world.connection, online: "true", files: "stale/one.pa.json" };
    const step = await world.validate({ ...inputs, "base-url": `http://127.0.0.1:${port}` });
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    expect(step).toMatchObject({ code: 0, stderr: "" });
    expect(step.annotations.length).toBeGreaterThan(0);
    for (const { message } of step.annotations) expect(message).toMatch(/^1 reference could not be checked: .*403/);
  });
});
