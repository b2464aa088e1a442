import { existsSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { createSimulator } from "@analytics-engines/simulator";
import { expect, onTestFinished, test } from "vitest";
import { useBuiltCommand, workplace } from "../support/command.ts";

useBuiltCommand();

/** A folder with a parameter file of one unit, and a service. */
async function reportPlace() {
  const simulator = createSimulator({ jobSeconds: 0.1, maxAgeSeconds: 1, duplicates: "allow" });
  const { url, close } = await simulator.listen();
  onTestFinished(close);
  const place = workplace();
  const prices = {
    universe: { source: "IdentifierUniverse", universeType: "Equity", identifiers: ["ALDR"] },
    dates: { source: "FdsDate", startDate: "-2M", endDate: "0M", frequency: "M", calendar: "FIVEDAY" },
    formulas: [{ source: "FqlExpression", expr: "P_PRICE(0)", name: "Price" }],
  };
  place.write("growth.quant.json", JSON.stringify({ data: { prices } }));
  const env = { ANALYTICS_USERNAME: "DEMO-1", ANALYTICS_API_KEY: "demo", ANALYTICS_BASE_URL: url };
  return { ...place, env, manifestIn: (run: string) => JSON.parse(place.read(`${run}/manifest.json`)) };
}

/** What a page says about its runs. */
function indexOf(page: string): Record<string, unknown> {
  const [, block = ""] = /id="analytics-engines-run">([^<]*)</.exec(page) ?? [];
  return JSON.parse(gunzipSync(Buffer.from(block, "base64")).toString("utf8"));
}

test("run writes the tables as CSV and a report, and says where it is", async () => {
  const { run, env, read, manifestIn } = await reportPlace();
  const ended = await run(["run"], env);
  expect(ended).toMatchObject({
    code: 0,
    stdout: `success: 1 of 1 unit in 1 file succeeded. Run folder: analytics-run\nReport: analytics-run/report.html\n`,
  });
  const [unit] = manifestIn("analytics-run").files[0].units;
  expect(read(`analytics-run/${unit.tables[0].csv}`).split("\n").length).toBeGreaterThan(unit.tables[0].rows);
  const { manifest } = indexOf(read("analytics-run/report.html"));
  expect(manifest).toMatchObject({ files: [{ path: "growth.quant.json" }] });
  expect(await run(["verify", "analytics-run"])).toMatchObject({ code: 0 });
});

test("report names each result that is missing or was altered, on the page and with the code 1", async () => {
  const { run, env, write, manifestIn, folder } = await reportPlace();
  await run(["run"], env);
  const [unit] = manifestIn("analytics-run").files[0].units;
  write(`analytics-run/${unit.file}`, "{}");
  const altered = `growth.quant.json#prices: ${unit.file} was changed after the run stored it: it has 2 bytes, and ${unit.bytes} were stored. It is not shown.`;
  const ended = await run(["report", "analytics-run"]);
  expect(ended).toMatchObject({ code: 1, stderr: expect.stringContaining(altered) });
  rmSync(path.join(folder, "analytics-run", unit.file));
  const missing = `The result is not in the run folder: ${unit.file}: the file is missing.`;
  const json = await run(["report", "analytics-run", "--json"]);
  expect(json.code).toBe(1);
  expect(JSON.parse(json.stdout)).toMatchObject({ unproved: [{ unit: "growth.quant.json#prices", reason: missing }] });
});

test("run writes neither with --write none, and none of them for a run without results", async () => {
  const { run, env, folder, manifestIn } = await reportPlace();
  const ended = await run(["run", "--write", "none", "--output", "bare"], env);
  expect(ended.stdout).toBe("success: 1 of 1 unit in 1 file succeeded. Run folder: bare\n");
  expect(existsSync(path.join(folder, "bare/report.html"))).toBe(false);
  expect(manifestIn("bare").files[0].units[0].tables[0]).not.toHaveProperty("csv");
  expect(await run(["submit", "--output", "later"], env)).toMatchObject({ code: 0 });
  expect(existsSync(path.join(folder, "later/report.html"))).toBe(false);
  const collected = await run(["run", "--resume", "--output", "later"], env);
  expect(collected.stdout).toContain("Report: later/report.html\n");
});

test("report writes the page of a run, beside an earlier one, with what checks found", async () => {
  const { run, env, folder, write, read } = await reportPlace();
  for (const output of ["earlier", "run"])
    expect(await run(["run", "--write", "csv", "--output", output], env)).toMatchObject({ code: 0 });
  write("rows.checks.json", '{"checks": [{"rowCount": {"min": 1000000}}]}');
  expect(await run(["check", "run"])).toMatchObject({ code: 1 });
  const alone = await run(["report", "run"]);
  expect(alone).toMatchObject({ code: 0, stdout: expect.stringMatching(/report\.html: \d/), stderr: "" });
  const index = indexOf(read("run/report.html"));
  expect(index["checks"]).toMatchObject({ findings: [{ file: "rows.checks.json", status: "failed" }] });
  expect(index).not.toHaveProperty("earlier");
  const both = await run(["report", "run", "--earlier", "earlier", "--output", "both.html", "--json"]);
  expect(both).toMatchObject({ code: 0, stderr: "" });
  const { version, file, bytes } = JSON.parse(both.stdout);
  expect([version, path.relative(folder, file)]).toEqual([1, "both.html"]);
  expect(Buffer.byteLength(read("both.html"))).toBe(bytes);
  expect(indexOf(read("both.html"))["earlier"]).toMatchObject({ manifest: { status: "success" } });
});

test("report refuses what is no run folder or no page, and changes nothing", async () => {
  const { run, env, write, read, folder } = await reportPlace();
  expect(await run(["run", "--write", "csv"], env)).toMatchObject({ code: 0 });
  write("notes.txt", "mine");
  const wrongName = await run(["report", "analytics-run", "--output", "notes.txt"]);
  expect(wrongName).toMatchObject({
    code: 2,
    stderr: "error: notes.txt is not the name of a page: give --output a name that ends in .html.\n",
  });
  expect(read("notes.txt")).toBe("mine");
  expect(await run(["report", "nothing"])).toMatchObject({ code: 2, stderr: expect.stringMatching(/^error: /) });
  writeFileSync(path.join(folder, "analytics-run/checks.json"), "{");
  expect(await run(["report", "analytics-run"])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("checks.json"),
  });
  expect(existsSync(path.join(folder, "analytics-run/report.html"))).toBe(false);
});

test("a page that cannot be written leaves the run as it is, with a warning", async () => {
  const { run, env, folder, write } = await reportPlace();
  // A folder of this name cannot be replaced by a page.
  write("analytics-run/.keep", "");
  rmSync(path.join(folder, "analytics-run/.keep"));
  expect(await run(["run", "--write", "csv"], env)).toMatchObject({ code: 0 });
  write("analytics-run/report.html/file", "");
  const ended = await run(["run", "--resume"], env);
  expect(ended).toMatchObject({
    code: 0,
    stderr: expect.stringContaining("Warning: report.html could not be written"),
  });
  expect(ended.stdout).not.toContain("Report:");
});
