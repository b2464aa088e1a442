import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { createSimulator, knownGood, type Simulator, type SimulatorOptions } from "@analytics-engines/simulator";
import type { ElicitResult } from "@modelcontextprotocol/client";
import { describe, expect, onTestFinished, test } from "vitest";
import { faultyFile, useBuiltCommand, validFile, workplace } from "../support/command.ts";
import { connectClient, type ServerOptions } from "./client.ts";

useBuiltCommand();

const { accounts } = knownGood();

async function service(options: SimulatorOptions = {}) {
  const simulator = createSimulator({ jobSeconds: 0.1, maxAgeSeconds: 1, duplicates: "allow", ...options });
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
      expect(tools.map(({ name }) => name)).toEqual([
        "describeFamily",
        "findNames",
        "validateFile",
        "readTable",
        "compareRuns",
        "runChecks",
      ]);
      for (const { name, description, inputSchema, annotations } of tools) {
        expect(annotations, name).toMatchObject({ readOnlyHint: true, idempotentHint: true, destructiveHint: false });
        expect(inputSchema, name).toMatchObject({ type: "object", additionalProperties: false });
        expect(description?.length, name).toBeGreaterThan(60);
      }
      expect(tools.filter(({ annotations }) => annotations?.openWorldHint).map(({ name }) => name)).toEqual([
        "findNames",
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
    for (const output of ["first", "nested/second"]) await run(["run", "--output", output, "--write", "csv"], env);
    const { ask } = await connectClient({ folder });
    expect(await ask("readTable")).toMatchObject({
      run: "nested/second",
      units: [{ unit: "weights", status: "success" }],
    });
    expect(await ask("compareRuns", { earlier: "first" })).toMatchObject({ same: true });
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
    // The variables of a connection follow from its name.
    const own = Object.fromEntries(
      Object.entries(env).map(([name, value]) => [name.replace("ANALYTICS_", "ANALYTICS_TEST_"), value]),
    );
    const named = await connectClient({ folder, env: own, args: ["--connection", "test"] });
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

test("each entry of the table of clients starts the server", async () => {
  const page = readFileSync(path.join(import.meta.dirname, "../../../../docs/agents.md"), "utf8");
  const entries = [...page.matchAll(/`(\{"(?:mcpServers|servers)": .*?\})` \|/g)].map(([, json = ""]) =>
    JSON.parse(json),
  );
  expect(entries.length).toBeGreaterThanOrEqual(3);
  for (const entry of entries) {
    const { command, args } = (entry.servers ?? entry.mcpServers)["analytics-engines"];
    expect([command, args[0]]).toEqual(["analytics-engines", "mcp"]);
    const { folder } = workplace();
    const rest = args.slice(1).map((arg: string) => (arg.startsWith("/") ? folder : arg));
    const { client } = await connectClient({ folder, args: rest });
    expect((await client.listTools()).tools.length).toBe(6);
  }
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

describe.each(["auto", "legacy"] as const)("a run (%s)", (mode) => {
  const book = JSON.stringify({
    data: {
      weights: { componentid: knownGood().components.pa.weights, accounts: [{ id: accounts.equity }] },
      other: { componentid: knownGood().components.pa.weights, accounts: [{ id: accounts.europe }] },
    },
  });
  const creates = (simulator: Simulator) => simulator.requests.filter(({ method }) => method !== "GET").length;

  /** A client whose user gives the answers, and what it was asked. */
  async function connectUser(options: ServerOptions, ...answers: readonly ElicitResult[]) {
    const questions: string[] = [];
    const capabilities = { elicitation: { form: {} } };
    const connected = await connectClient({ ...options, client: { versionNegotiation: { mode }, capabilities } });
    connected.client.setRequestHandler("elicitation/create", ({ params }) => {
      questions.push(params.message);
      return answers[questions.length - 1] ?? { action: "cancel" };
    });
    return { ...connected, questions };
  }
  const agree: ElicitResult = { action: "accept", content: { run: true } };

  test("is only there with --allow-run, and is not called read-only", async () => {
    const { folder } = workplace();
    const without = await connectClient({ folder, client: { versionNegotiation: { mode } } });
    expect((await without.client.listTools()).tools.map(({ name }) => name)).not.toContain("run");
    await expect(without.call("run", { files: ["book.pa.json"] })).rejects.toThrow('There is no tool "run"');
    const { client } = await connectUser({ folder, args: ["--allow-run"] });
    const { tools } = await client.listTools();
    expect(tools.find(({ name }) => name === "run")?.annotations).toMatchObject({
      readOnlyHint: false,
      openWorldHint: true,
    });
  });

  test("asks with connection, files and units, keeps its results in the folder, and each question counts once", async () => {
    const { folder, write, run } = workplace();
    const { env, url, simulator } = await service();
    write("book.pa.json", book);
    const { ask, questions } = await connectUser({ folder, env, args: ["--allow-run"] }, agree, { action: "decline" });
    const answer = await ask("run", { files: ["book.pa.json"] });
    expect(questions).toEqual([
      `Run 1 file with 2 units on the connection at ${url} for a language model?\nbook.pa.json: weights, other`,
    ]);
    expect(answer).toMatchObject({
      run: expect.stringMatching(/^analytics-runs\/2/),
      status: "success",
      units: [{ unit: "weights" }, { unit: "other" }],
    });
    expect(await ask("readTable", { unit: "weights", rows: 1 })).toMatchObject({ run: answer["run"] });
    expect(await run(["verify", String(answer["run"])])).toMatchObject({ code: 0 });
    const sent = creates(simulator);
    expect(await ask("run", { files: ["book.pa.json"] })).toMatchObject({ started: false });
    expect(questions).toHaveLength(2);
    expect(creates(simulator)).toBe(sent);
  });

  test.each<ElicitResult>([{ action: "decline" }, { action: "cancel" }, { action: "accept", content: { run: false } }])(
    "that the user does not want (%j) sends nothing",
    async (refusal) => {
      const { folder, write } = workplace();
      const { env, simulator } = await service();
      write("book.pa.json", book);
      const { ask } = await connectUser({ folder, env, args: ["--allow-run"] }, refusal);
      expect(await ask("run", { files: ["book.pa.json"] })).toMatchObject({
        started: false,
        message: expect.stringContaining("the user declined"),
      });
      expect(simulator.requests).toEqual([]);
    },
  );

  test("on production needs the name of the connection on the command line, and the question says so", async () => {
    const { folder, write } = workplace();
    const { env, url, simulator } = await service();
    write("book.pa.json", book);
    write("analytics-engines.json", JSON.stringify({ connections: { live: { baseUrl: url, isProduction: true } } }));
    const unnamed = await connectUser({ folder, env, args: ["--allow-run"] }, agree);
    expect(await unnamed.call("run", { files: ["book.pa.json"] })).toMatchObject({
      isError: true,
      text: expect.stringMatching(/is production.*Nothing was sent.*--connection NAME/),
    });
    const own = { ANALYTICS_LIVE_BASE_URL: url, ANALYTICS_LIVE_USERNAME: "DEMO-1", ANALYTICS_LIVE_API_KEY: "demo" };
    const named = await connectUser(
      { folder, env: own, args: ["--allow-run", "--connection", "live"] },
      { action: "decline" },
    );
    await named.ask("run", { files: ["book.pa.json"] });
    expect(named.questions[0]).toContain(`on the PRODUCTION connection "live" at ${url}`);
    expect(simulator.requests).toEqual([]);
  });

  test("is refused where the user cannot be asked, and where a file has errors or is elsewhere", async () => {
    const { folder, write } = workplace();
    const { env, simulator } = await service();
    write("book.pa.json", book);
    write("faulty.pa.json", faultyFile);
    const silent = await connectClient({
      folder,
      env,
      args: ["--allow-run"],
      client: { versionNegotiation: { mode } },
    });
    expect(await silent.call("run", { files: ["book.pa.json"] })).toMatchObject({
      isError: true,
      text: expect.stringContaining("this client cannot ask the user"),
    });
    const { call, questions } = await connectUser({ folder, env, args: ["--allow-run"] }, agree);
    const refusals: [string, string][] = [
      ["faulty.pa.json", "Nothing was sent. faulty.pa.json:5:"],
      ["../book.pa.json", "is not in an open folder"],
      ["none.pa.json", "Nothing was sent. none.pa.json"],
    ];
    for (const [file, text] of refusals)
      expect(await call("run", { files: [file] })).toMatchObject({
        isError: true,
        text: expect.stringContaining(text),
      });
    expect(questions).toEqual([]);
    expect(simulator.requests).toEqual([]);
  });

  test("of files that change after the question is refused", async () => {
    const { folder, write } = workplace();
    const { env, simulator } = await service();
    write("book.pa.json", book);
    const { call, client } = await connectUser({ folder, env, args: ["--allow-run"] });
    client.setRequestHandler("elicitation/create", () => {
      write("book.pa.json", book.replace('"other"', '"another"'));
      return agree;
    });
    expect(await call("run", { files: ["book.pa.json"] })).toMatchObject({
      isError: true,
      text: expect.stringContaining("the files changed after the question"),
    });
    expect(simulator.requests).toEqual([]);
  });

  test("goes on behind the answer, and stays on the service when the client leaves", async () => {
    const { folder, write, run } = workplace();
    const { env } = await service({ jobSeconds: 1 });
    write("book.pa.json", book);
    const { ask, client } = await connectUser({ folder, env, args: ["--allow-run"] }, agree);
    const answer = await ask("run", { files: ["book.pa.json"], waitSeconds: 0 });
    expect(answer).toMatchObject({ started: true, state: "running" });
    await expect.poll(() => existsSync(path.join(folder, String(answer["run"]), "manifest.json"))).toBe(true);
    await client.close();
    expect(await run(["run", "--resume", "--output", String(answer["run"])], env)).toMatchObject({ code: 0 });
  });
});
