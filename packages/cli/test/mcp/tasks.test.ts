import { createSimulator, knownGood } from "@analytics-engines/simulator";
import { expect, onTestFinished, test } from "vitest";
import { faultyFile, useBuiltCommand, workplace } from "../support/command.ts";
import { connectClient } from "./client.ts";

useBuiltCommand();

const { accounts, benchmarks, components, documents } = knownGood();
const weights = {
  componentid: components.pa.weights,
  accounts: [{ id: accounts.equity, holdingsmode: "B&H" }],
  benchmarks: [{ id: benchmarks.world, holdingsmode: "B&H" }],
  dates: { enddate: "20240131", frequency: "Single" },
  currencyisocode: "USD",
};
const fileOf = (unit: object) => JSON.stringify({ data: { weights: unit } });
const containing = (item: object) => expect.arrayContaining([expect.objectContaining(item)]);

/** What a person asks, the call that answers it, and the facts of the answer. */
const tasks: readonly (readonly [string, string, Record<string, unknown>, Record<string, unknown>])[] = [
  ["What is a pa file?", "describeFamily", { family: "pa" }, { title: "Portfolio Analysis", kind: "calculation" }],
  [
    "What must a unit of pa have?",
    "describeFamily",
    { family: "pa", property: "data.*" },
    { properties: containing({ path: "data.*.componentid", required: true }) },
  ],
  ["How is a fi file named?", "describeFamily", { family: "fi" }, { files: "NAME.fi.json, such as bonds.fi.json" }],
  [
    "Which account is Global Equity?",
    "findNames",
    { kind: "account", text: "global equity", place: "Client:/Growth/" },
    { found: containing({ id: accounts.equity }) },
  ],
  [
    "Where is the weekly review?",
    "findNames",
    { kind: "document", text: "weekly_review", place: "Client:/Growth/" },
    { found: containing({ id: documents.pa }) },
  ],
  [
    "Which component shows weights?",
    "findNames",
    { kind: "component", text: "weights", place: documents.pa },
    { found: containing({ id: components.pa.weights, name: "Weights" }) },
  ],
  [
    "And risk statistics in spar?",
    "findNames",
    { kind: "component", text: "risk stat", family: "spar", place: documents.spar },
    { found: [expect.objectContaining({ id: components.spar.statistics })] },
  ],
  [
    "What is this benchmark?",
    "findNames",
    { kind: "benchmark", text: benchmarks.europe },
    { found: [expect.objectContaining({ id: benchmarks.europe })] },
  ],
  ["Is the book valid?", "validateFile", { path: "book.pa.json" }, { valid: true, family: "pa", units: ["weights"] }],
  [
    "What is wrong here?",
    "validateFile",
    { path: "drafts/faulty.pa.json" },
    { valid: false, issues: containing({ code: "unknown-property", line: 5, column: 7 }) },
  ],
  [
    "May I write this date?",
    "validateFile",
    { path: "new.pa.json", text: fileOf({ ...weights, dates: { enddate: "20240230" } }) },
    { issues: containing({ code: "impossible-date" }) },
  ],
  [
    "Did the last run succeed?",
    "readTable",
    {},
    { run: "runs/may", status: "success", units: containing({ unit: "weights" }) },
  ],
  [
    "Show the first two rows.",
    "readTable",
    { unit: "weights", rows: 2 },
    { currency: "USD", rowCount: expect.any(Number), columns: containing({ type: "real" }), next: { offset: 2 } },
  ],
  ["And the next one?", "readTable", { unit: "weights", rows: 1, offset: 2 }, { offset: 2, rows: [expect.any(Array)] }],
  [
    "What moved since April?",
    "compareRuns",
    { earlier: "runs/april" },
    { same: false, counts: { moved: 1 }, units: containing({ outcome: "moved", cause: "parameters" }) },
  ],
  [
    "Do its numbers pass the checks?",
    "runChecks",
    {},
    { passed: false, findings: containing({ unit: "weights", status: "failed" }) },
  ],
];

test("the tasks of a day on the simulator have the answers that are known", async () => {
  const { folder, write, run } = workplace();
  const simulator = createSimulator({ jobSeconds: 0.1, maxAgeSeconds: 1, duplicates: "allow" });
  const { url, close } = await simulator.listen();
  onTestFinished(close);
  const env = { ANALYTICS_BASE_URL: url, ANALYTICS_USERNAME: "DEMO-1", ANALYTICS_API_KEY: "demo" };
  write("drafts/faulty.pa.json", faultyFile);
  write("book.checks.json", JSON.stringify({ checks: [{ rowCount: { min: 100_000 } }] }));
  for (const [month, account] of [
    ["april", accounts.equity],
    ["may", accounts.europe],
  ] as const) {
    write("book.pa.json", fileOf({ ...weights, accounts: [{ id: account }] }));
    await run(["run", "book.pa.json", "--output", `runs/${month}`, "--write", "csv"], env);
  }
  const sent = simulator.requests.length;
  const { ask } = await connectClient({ folder, env });
  for (const [question, tool, input, facts] of tasks)
    expect.soft(await ask(tool, input).catch(String), question).toMatchObject(facts);
  expect(simulator.requests.slice(sent).filter(({ method }) => method !== "GET")).toEqual([]);
});
