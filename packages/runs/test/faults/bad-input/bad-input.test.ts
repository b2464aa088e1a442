import { readdirSync, readFileSync } from "node:fs";
import { cp, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { basicAuth, createClient } from "@analytics-engines/core";
import { canonicalText } from "@analytics-engines/core/basics";
import { compareParameters } from "@analytics-engines/core/files";
import { applyFixes, readParameterFile } from "@analytics-engines/core/parameters";
import { decodeResult, decodeResultBytes, decodeResultStream, tableToCsv } from "@analytics-engines/core/results";
import { createVirtualClock } from "@analytics-engines/core/testing";
import { expect, it } from "vitest";
import { createWorld, ORIGIN, requests } from "../../../../core/test/support/world.ts";
import { readJournal } from "../../../src/folder/journal/journal-file.ts";
import { writeCsvFiles } from "../../../src/folder/results/table-files.ts";
import { cancelRun, type RunFile, readManifest, runToFolder } from "../../../src/index.ts";
import { checkRun } from "../../../src/verify/check-run.ts";
import { temporaryFolder } from "../../support/folders.ts";
import { runFileOf } from "../../support/run-file.ts";
import { feed } from "./feed.ts";
import { withoutText } from "./mutate.ts";

const read = (folder: string): [string, ...string[]] => {
  const base = new URL(folder, import.meta.url);
  const [first = "", ...rest] = readdirSync(base)
    .filter((name) => name.endsWith(".json"))
    .map((name) => readFileSync(new URL(name, base), "utf8"));
  return [first, ...rest];
};
const parameterFiles = read("../../../../../docs/examples/");
const results = read("../../../../core/test/results/");
const families = ["pa", "quant", "fi", "fiab", "npo"] as const;

it("parameter files: issues with their places, never an exception; what is fixed can be read again", async () => {
  const wrong = await feed(4000, (mutator) => {
    const text = mutator.mutate(mutator.pick(parameterFiles));
    const name = mutator.pick([...families, "unknown"]);
    const file = readParameterFile(text, { path: `a/b.${name}.json` });
    for (const { message, range } of file.issues) {
      if (message.length < 5 || range.start.line < 1) throw new Error(`an issue that says nothing: ${message}`);
      if (range.start.offset < 0 || range.end.offset > text.length)
        throw new Error(`an issue outside of the text: ${message}`);
    }
    if (file.request === undefined && file.issues.length === 0) throw new Error("no request and no issue");
    if (file.request !== undefined) canonicalText(file);
    const other = readParameterFile(mutator.pick(parameterFiles), { path: `a/b.${name}.json` });
    if (file.request !== undefined && other.request !== undefined) compareParameters(other, file);
    readParameterFile(applyFixes(text, file.issues), { path: `a/b.${name}.json` });
  });
  expect(wrong).toEqual([]);
});

it("results: tables or an error that names the place, the same by every way", async () => {
  const wrong = await feed(3000, (mutator) => readResult(mutator.mutate(mutator.pick(results))));
  expect(wrong).toEqual([]);
});

it("results and parameter files with an object for any value: read, or an error that names the place", async () => {
  const changed = results.flatMap(withoutText);
  expect(changed.length).toBeGreaterThan(100);
  for (const text of changed) await readResult(text).catch(oursOnly);
  for (const file of parameterFiles.flatMap(withoutText)) readParameterFile(file, { path: "a/b.json" });
});

async function readResult(text: string): Promise<void> {
  const bytes = new TextEncoder().encode(text);
  const tables = await decodeResultBytes(bytes, "application/json").catch(oursOnly);
  await decodeResultStream(new Blob([bytes]).stream()).catch(oursOnly);
  for (const table of tables ?? []) tableToCsv(table, { inertFormulas: true });
  if (parsed(text) !== undefined) decodeResult(parsed(text));
}

it("answers of the service: read, or an error of the client", async () => {
  const wrong = await feed(2700, async (mutator, index) => {
    const id = "0".repeat(32);
    const status = JSON.stringify({
      data: {
        calculationid: id,
        status: "Completed",
        units: {
          one: {
            status: "Failed",
            errors: [{ id, code: "400", title: "t", detail: "d" }],
            progress: "100",
            warnings: ["w"],
          },
        },
      },
      meta: { units: { one: { info: `${ORIGIN}/info` } } },
    });
    const bodies = [
      status,
      '{"errors":[{"id":"1","code":"BadRequest","title":"t","detail":"d (0123)","source":{"pointer":"/data"}}]}',
      '{"data":{"x":{"name":"n","category":"c"}}}',
      `{"id":"${id}","status":"Done","progress":100,"batchevents":[{"type":"t","message":"m"}]}`,
    ] as const;
    const body = mutator.mutate(mutator.pick([...bodies, ...results]));
    const headers = new Headers({
      "content-type": mutator.pick(["application/json", "text/html", "", "application/json; charset=x"]),
    });
    for (const name of [
      "retry-after",
      "location",
      "cache-control",
      "x-vendor-api-ratelimit-remaining",
      "x-vendor-api-ratelimit-reset",
      "x-vendor-api-pickup-progress",
      "content-length",
      "content-encoding",
    ]) {
      const value = mutator.pick([
        "",
        "",
        "-1",
        "1e9",
        "NaN",
        "max-age=99999999999999999999",
        "//elsewhere.example/x",
        "\\\\x",
        "http://[",
        "Thu, 01 Jan 1970",
        "é",
      ]);
      if (value !== "") headers.set(name, value);
    }
    const code = mutator.pick([200, 200, 201, 202, 202, 204, 302, 400, 404, 409, 429, 500, 503]);
    const clock = createVirtualClock();
    const client = createClient({
      baseUrl: ORIGIN,
      auth: basicAuth("user", "password"),
      clock,
      totalTimeoutSeconds: 20,
      attemptTimeoutSeconds: 5,
      fetch: async () => new Response(code === 204 ? null : body, { status: code, headers }),
    });
    const calls = [
      () => client.pa.calculations.createOrUpdate(id, { data: {} }),
      () => client.pa.calculations.status(id),
      () => client.fi.calculations.status(id),
      () => client.fiab.calculations.status(id),
      () => client.pa.calculations.result(id, "one"),
      () => client.pa.columns.list(),
      () => client.quant.calculations.list(),
      () => client.pa.calculations.cancel(id),
    ];
    const answer = await clock.run(async () => calls[index % calls.length]?.());
    const data: unknown = answer?.data;
    if (typeof data !== "object" || data === null || !("bytes" in data) || typeof data.bytes !== "function") return;
    const { bytes } = data;
    await clock.run(async () => bytes.call(data));
  });
  expect(wrong).toEqual([]);
});

it("manifests, journals and results of a run folder: read, or an error that names the place", async () => {
  const world = createWorld();
  const { client, clock } = world;
  const folder = path.join(await temporaryFolder(), "run");
  const files: RunFile[] = [requests.pa(), requests.quant(), requests.fi(), requests.fiab()].map(runFileOf);
  const run = (to: string) =>
    runToFolder(files, { client, clock, folder: to, tool: "test/1", service: ORIGIN, resume: true });
  await clock.run(() => run(folder));
  const names = ["manifest.json", "journal.jsonl", "weights.pa/weights.json"] as const;
  const texts = new Map(
    await Promise.all(names.map(async (name) => [name, await readFile(path.join(folder, name), "utf8")] as const)),
  );
  const other = path.join(await temporaryFolder(), "run");
  await cp(folder, other, { recursive: true });
  const wrong = await feed(300, async (mutator, index) => {
    const name = names[index % 3] ?? "manifest.json";
    const text = texts.get(name) ?? "";
    const lines = text.split("\n");
    const at = index % Math.max(1, lines.length);
    const changed =
      name === "journal.jsonl" ? lines.with(at, mutator.mutate(lines[at] ?? "")).join("\n") : mutator.mutate(text);
    for (const [file, content] of texts) await writeFile(path.join(other, file), file === name ? changed : content);
    await readManifest(other).catch(oursOnly);
    await readJournal(other).catch(oursOnly);
    await checkRun(other, () => {}).catch(oursOnly);
    await writeCsvFiles(other).catch(oursOnly);
    await clock.run(() => cancelRun(other, client, { timeoutSeconds: 5, clock })).catch(oursOnly);
    if (index % 6 === 1) await clock.run(() => run(other)).catch(oursOnly);
  });
  expect(wrong).toEqual([]);
});

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Ignores an error that the project defines, and throws any other again. */
function oursOnly(error: unknown): undefined {
  if (error instanceof Error && ["ResultDecodeError", "UnreadVersionError", "UserError"].includes(error.name))
    return undefined;
  throw error;
}
