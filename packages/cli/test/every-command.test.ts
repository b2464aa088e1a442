import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { stripVTControlCharacters } from "node:util";
import { createSimulator } from "@analytics-engines/simulator";
import { Ajv } from "ajv";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { gitEnv } from "../../runs/test/support/repository.ts";
import { commandsWithAction, createProgram } from "../src/command.ts";
import { useBuiltCommand, workplace } from "./support/command.ts";
import { keyringVariables } from "./support/keyring.ts";
import { pricesSweep } from "./support/sweep.ts";

useBuiltCommand();

const packages = path.resolve(import.meta.dirname, "../..");
const schemaOf = (file: string) => JSON.parse(readFileSync(path.join(packages, file), "utf8"));

const ajv = new Ajv({ strict: true, allErrors: true, validateFormats: false, allowUnionTypes: true });
// Those of the package, to which the build adds what the schema of the output refers to.
beforeAll(() => {
  for (const name of ["manifest.schema.json", "checks-report.schema.json", "output.schema.json"])
    ajv.addSchema(schemaOf(`cli/schemas/${name}`), name);
});

/** What each command prints with --json: command lines in an order in which they work, with their exit codes. */
const commandLines: readonly (readonly [string, 0 | 1])[] = [
  ["init --yes", 0],
  ["login --oauth-config oauth.json", 0],
  ["logout", 0],
  ["validate", 0],
  ["validate broken/weights.pa.json", 1],
  ["expand book/prices.quant.sweep.json", 0],
  ["expand book/prices.quant.sweep.json --out expanded", 0],
  ["expand book/prices.quant.sweep.json --out expanded --check", 0],
  ["list accounts Client:/Growth --csv growth.csv", 0],
  ["list currencies", 0],
  ["plan weights.pa.json --shards 1 --output plan.txt", 0],
  ["run weights.pa.json --output before", 0],
  ["run --plan plan.txt --shard 1/1 --output shards", 0],
  ["reproduce before --output again", 0],
  ["merge shards --output merged", 0],
  ["submit weights.pa.json --output later", 0],
  ["jobs before later", 0],
  ["run --resume --output later", 0],
  ["cancel later", 0],
  ["commentary before", 1],
  ["tables before", 0],
  ["tables before weights", 0],
  ["compare before again", 0],
  ["compare before again --unit weights", 0],
  ["check before", 0],
  ["verify before", 0],
  ["report before", 0],
  ["review main HEAD --run before --earlier merged", 0],
  ["history add before again --store store", 0],
  ["history show --store store", 0],
  ["history show --store store --html history.html", 0],
  ["history list-changes --store store", 0],
  ["doctor", 0],
];

/** A place in which the command lines work. */
async function placeForAll() {
  const simulator = createSimulator({ jobSeconds: 0, maxAgeSeconds: 1, duplicates: "allow" });
  const { url, close } = await simulator.listen();
  onTestFinished(close);
  const { folder, write, run, start } = workplace();
  const env = {
    ...keyringVariables(path.join(folder, "keyring.json")),
    ANALYTICS_USERNAME: "DEMO-1",
    ANALYTICS_API_KEY: "demo",
    ANALYTICS_BASE_URL: url,
  };
  write("oauth.json", JSON.stringify(await simulator.oauthConfiguration(url)));
  const example = readFileSync(path.resolve(packages, "../docs/examples/weights.pa.json"), "utf8");
  write("weights.pa.json", example);
  write("broken/weights.pa.json", "{");
  write("book/prices.quant.sweep.json", pricesSweep);
  write("book/names.csv", "ticker,start\nALDR,\nBRKN,\n");
  write("rows.checks.json", JSON.stringify({ checks: [{ rowCount: { min: 1 } }] }));
  const git = (...args: string[]) => execFileSync("git", args, { cwd: folder, env: gitEnv });
  git("init", "--quiet", "--initial-branch=main");
  git("add", "weights.pa.json");
  git("commit", "--quiet", "--message", "Begin");
  return { run, start, env };
}

test("each command prints with --json what its schema says", async () => {
  const { run, env } = await placeForAll();
  const namesOfAll = commandsWithAction(createProgram()).map((command) =>
    command.parent?.parent ? `${command.parent.name()} ${command.name()}` : command.name(),
  );
  const names = new Set<string>();
  const failures: unknown[] = [];
  for (const [line, expectedCode] of commandLines) {
    const { code, stdout, stderr } = await run([...line.split(" "), "--json"], env);
    if (code !== expectedCode) failures.push({ line, code, stderr });
    const name = namesOfAll.find((one) => `${line} `.startsWith(`${one} `)) ?? line;
    names.add(name);
    const validate = ajv.getSchema(`output.schema.json#/definitions/${encodeURIComponent(name)}`);
    expect(validate, `the schema has no definition of ${name}`).toBeDefined();
    const isValid = stdout !== "" && validate?.(JSON.parse(stdout)) === true;
    if (!isValid) failures.push({ line, errors: validate?.errors });
  }
  expect(failures).toEqual([]);
  // The script of completion is for a shell, and standard output of mcp for the protocol.
  expect(namesOfAll.filter((name) => !names.has(name))).toEqual(["mcp", "completion"]);
});

describe("each command ends quietly where nobody reads", () => {
  async function expectQuiet(name: "stdout" | "stderr") {
    const { start, env } = await placeForAll();
    const failures: unknown[] = [];
    for (const [line, expectedCode] of [...commandLines, ["--help", 0], ["completion bash", 0]] as const) {
      const { child, ended } = start(line.split(" "), env);
      child[name]?.destroy();
      const { code, stdout, stderr } = await ended;
      if (code !== expectedCode || /EPIPE|^ {4}at |unsettled/m.test(stdout + stderr))
        failures.push({ line, code, stderr });
    }
    expect(failures).toEqual([]);
  }
  test("its standard output", () => expectQuiet("stdout"));
  test("its standard error", { tags: "full" }, () => expectQuiet("stderr"));
});

test("tables fit the width, and name what they leave out; a pipe without a width gets all", async () => {
  const { run, env } = await placeForAll();
  const lines = [
    "run weights.pa.json --output before",
    "run weights.pa.json --output again",
    "history add before again --store store",
  ];
  for (const line of lines) expect(await run(line.split(" "), env)).toMatchObject({ code: 0 });
  const withWidth = async (line: string, width: string) => {
    const { stdout } = await run(line.split(" "), { ...env, COLUMNS: width });
    // A title is a sentence, and not cut.
    return stdout
      .split("\n")
      .slice(1)
      .filter((text) => !text.startsWith("Show one:"));
  };
  const tables = ["jobs before", "tables before", "tables before weights", "history show --store store"];
  for (const line of tables) {
    const all = await withWidth(line, "");
    const colored = await run(line.split(" "), { ...env, COLUMNS: "80", FORCE_COLOR: "1" });
    const plain = await run(line.split(" "), { ...env, COLUMNS: "80", NO_COLOR: "1" });
    expect(stripVTControlCharacters(colored.stdout), line).toBe(plain.stdout);
    for (const width of [50, 80, 200]) {
      const printed = await withWidth(line, String(width));
      const isTitle = (text: string) => line.startsWith("history") && !text.startsWith(" ");
      expect(
        printed.filter((text) => text.length > width && !isTitle(text)),
        line,
      ).toEqual([]);
      expect(printed.join("\n") === all.join("\n") || printed.some((text) => text.includes("…")), line).toBe(true);
    }
    expect(
      all.filter((text) => text.includes("…") && !/… \d+ rows? more/.test(text)),
      line,
    ).toEqual([]);
  }
});
