import { createSimulator, knownGood } from "@analytics-engines/simulator";
import { describe, expect, onTestFinished, test } from "vitest";
import { useBuiltCommand, validFile, workplace } from "./support/command.ts";
import { connectClient } from "./support/mcp-client.ts";

useBuiltCommand();

const { accounts } = knownGood();

async function service() {
  const simulator = createSimulator({ jobSeconds: 0.1, maxAgeSeconds: 1, duplicates: "allow" });
  const { url, close } = await simulator.listen();
  onTestFinished(close);
  const env = { ANALYTICS_BASE_URL: url, ANALYTICS_USERNAME: "DEMO-1", ANALYTICS_API_KEY: "demo" };
  return { simulator, url, env };
}

describe("the server", () => {
  test.each(["auto", "legacy"] as const)(
    "lists its tools to the official client (%s), each as one that only reads",
    async (mode) => {
      const { folder } = workplace();
      const { client } = await connectClient({ folder, client: { versionNegotiation: { mode } } });
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toEqual(
        expect.arrayContaining([
          "describeFamily",
          "findNames",
          "validateFile",
          "explainIssue",
          "resolveDates",
          "readTable",
        ]),
      );
      for (const { name, description, inputSchema, annotations } of tools) {
        expect(annotations, name).toMatchObject({ readOnlyHint: true, idempotentHint: true, destructiveHint: false });
        expect(inputSchema, name).toMatchObject({ type: "object", additionalProperties: false });
        expect(description?.length, name).toBeGreaterThan(60);
      }
      expect(tools.filter(({ annotations }) => annotations?.openWorldHint).map(({ name }) => name)).toEqual([
        "findNames",
        "resolveDates",
      ]);
    },
  );

  test("answers about the files of its folder, by the project file as it is now", async () => {
    const { folder, write } = workplace();
    write("book/weights.json", validFile);
    const { ask } = await connectClient({ folder, args: ["--folder", "book"] });
    expect(await ask("validateFile", { path: "weights.json" })).toMatchObject({ valid: false });
    write("book/analytics-engines.json", JSON.stringify({ families: { "*.json": "pa" } }));
    expect(await ask("validateFile", { path: "weights.json" })).toMatchObject({ valid: true, family: "pa" });
    expect(await ask("describeFamily", { family: "pa" })).toMatchObject({ title: "Portfolio Analysis" });
    expect(String((await ask("explainIssue", { code: "secret" }))["explanation"])).toMatch(/credential/);
  });

  test("reads the runs of its folder, newest first", async () => {
    const { folder, write, run } = workplace();
    const { env } = await service();
    write(
      "weights.pa.json",
      JSON.stringify({
        data: { weights: { componentid: knownGood().components.pa.weights, accounts: [{ id: accounts.equity }] } },
      }),
    );
    for (const output of ["first", "nested/second"]) await run(["run", "--output", output, "--no-report"], env);
    const { ask } = await connectClient({ folder });
    expect(await ask("readTable")).toMatchObject({
      run: "nested/second",
      units: [{ unit: "weights", status: "success" }],
    });
    expect(await ask("compareRuns", { before: "first" })).toMatchObject({ same: true });
  });

  test("asks the service of the environment, and only reads", async () => {
    const { folder } = workplace();
    const { env, simulator } = await service();
    const { ask, stderr } = await connectClient({ folder, env });
    const answer = await ask("findNames", { kind: "account", text: "equity global" });
    expect(answer["found"]).toContainEqual({ id: accounts.equity });
    expect([...new Set(simulator.requests.map(({ method }) => method))]).toEqual(["GET"]);
    expect(stderr()).toBe("");
  });

  test("uses the connection of the project file that the option names, and no other", async () => {
    const { folder, write, run } = workplace();
    const { env, url } = await service();
    const connections = { test: { baseUrl: url }, other: { baseUrl: "https://other.example" } };
    write("analytics-engines.json", JSON.stringify({ connections }));
    const input = { kind: "account", text: "equity global" };
    const named = await connectClient({ folder, env, args: ["--connection", "test"] });
    expect(await named.call("findNames", input)).toMatchObject({ isError: false });
    const other = await connectClient({ folder, env, args: ["--connection", "other"] });
    const refusal = await other.call("findNames", input);
    expect(refusal).toMatchObject({ isError: true, text: expect.stringContaining("Nothing was sent") });
    expect(await run(["mcp", "--connection", "none"])).toMatchObject({
      code: 2,
      stdout: "",
      stderr: expect.stringContaining("Name one of these: test, other."),
    });
  });

  test("says what is missing if there is no connection, and what is wrong with an input", async () => {
    const { folder } = workplace();
    const { call } = await connectClient({ folder });
    expect(await call("findNames", { kind: "account", text: "x" })).toEqual({
      isError: true,
      text: "Name the service: --base-url https://..., or the variable ANALYTICS_BASE_URL.",
    });
    const refusals: [string, Record<string, unknown>, string][] = [
      ["validateFile", {}, '"path"'],
      ["validateFile", { path: "../secret.pa.json" }, "is not in an open folder"],
      ["readTable", { run: "none" }, "There is no run"],
    ];
    for (const [name, input, text] of refusals)
      expect(await call(name, input)).toMatchObject({ isError: true, text: expect.stringContaining(text) });
    await expect(call("dropTables")).rejects.toThrow('There is no tool "dropTables"');
  });

  test("repeats the mistakes of a project file in each answer, and goes on once they are corrected", async () => {
    const { folder, write } = workplace();
    write("weights.pa.json", validFile);
    write("analytics-engines.json", "{ 7 }");
    const { call } = await connectClient({ folder });
    expect(await call("validateFile", { path: "weights.pa.json" })).toMatchObject({
      isError: true,
      text: expect.stringMatching(/^analytics-engines\.json:1:3: /),
    });
    write("analytics-engines.json", "{}");
    expect(await call("validateFile", { path: "weights.pa.json" })).toMatchObject({ isError: false });
  });
});

describe("the session", () => {
  const initialize = `${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } } })}\n`;

  test("ends quietly with standard input, before and after its begin", async () => {
    const { start } = workplace();
    for (const input of ["", initialize]) {
      const { child, ended } = start(["mcp"], {}, "pipe");
      child.stdin?.end(input);
      expect(await ended).toMatchObject({ code: 0, stderr: "" });
    }
  });

  test("ends quietly with Ctrl-C", async () => {
    const { start } = workplace();
    const { child, ended, printed } = start(["mcp"], {}, "pipe");
    child.stdin?.write(initialize);
    await printed(/"serverInfo"/);
    child.kill("SIGINT");
    expect(await ended).toMatchObject({ code: 130, stderr: "" });
  });

  test("has nothing but messages of the protocol on standard output, whatever arrives", async () => {
    const { start } = workplace();
    const { child, ended } = start(["mcp"], {}, "pipe");
    child.stdin?.end(`${initialize}no JSON\n{"jsonrpc":"2.0"}\n[]\n{"jsonrpc":"2.0","id":2,"method":"tools/list"}\n`);
    const { stdout } = await ended;
    const messages = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(messages.every(({ jsonrpc }) => jsonrpc === "2.0")).toBe(true);
  });

  test("refuses a folder that is none", async () => {
    const { run } = workplace();
    expect(await run(["mcp", "--folder", "none"])).toEqual({
      code: 2,
      stdout: "",
      stderr: "error: --folder none is no folder: name the folder with the parameter files.\n",
    });
  });
});
