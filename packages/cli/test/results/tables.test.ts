import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { createParquetReader } from "../../../core/test/support/tables/read-parquet.ts";
import { faultyFile, useBuiltCommand, validFile, workplace } from "../support/command.ts";
import { manifestFile, manifestOf } from "../support/manifest.ts";
import { contribution, numbers } from "../support/results.ts";

useBuiltCommand();

describe("a terminal", () => {
  test("shows the first rows, formatted and aligned, without hidden columns and without terminal escapes", async () => {
    const { write, run } = workplace();
    write("weights.json", JSON.stringify(contribution));
    expect(await run(["tables", "weights.json"])).toEqual({
      code: 0,
      stderr: "",
      stdout: `contribution: 3 rows, 4 columns (1 hidden), 2024-01-31 to 2024-02-29, EUR
Economic Sector   Portfolio | Weight  Note
Total                         100.00  =SUM(A1)
Energy, Oil                    60.12  say "x"
Häuser\\u{1b}[31m                  --
`,
    });
    const { stdout } = await run(["tables", "weights.json", "--hidden"]);
    expect(stdout).toMatch(/Note +Key\n/);
  });

  test("shows how many rows are left out", async () => {
    const { write, run } = workplace();
    write(
      "many.json",
      JSON.stringify(
        numbers(
          Array.from({ length: 1000 }, (_, n) => n + 0.5),
          [1],
        ),
      ),
    );
    const { stdout } = await run(["tables", "many.json"]);
    expect(stdout).toContain("table 1: 1000 rows, 1 column\nNumber\n   0.5\n   1.5\n");
    expect(stdout).toContain("  19.5\n… 980 rows more\n\ntable 2: 1 row, 1 column\n");
  });
});

describe("--csv", () => {
  test("writes one file, header first, in full precision, without hidden columns", async () => {
    const { folder, write, run } = workplace();
    write("weights.json", JSON.stringify(contribution));
    expect(await run(["tables", "weights.json", "--csv", "out/tables"])).toEqual({
      code: 0,
      stdout: "out/tables/weights.csv: 3 rows\n",
      stderr: "",
    });
    const csv = () => readFileSync(path.join(folder, "out/tables/weights.csv"), "utf8");
    expect(csv()).toBe(
      '\uFEFFEconomic Sector,Portfolio | Weight,Note\r\nTotal,100,\'=SUM(A1)\r\n"Energy, Oil",60.123456789,"say ""x"""\r\nHäuser\u001b[31m,,\r\n',
    );
    await run(["tables", "weights.json", "--csv", "out/tables", "--hidden", "--formatted", "--inert-formulas"]);
    expect(csv()).toBe(
      '\uFEFFEconomic Sector,Portfolio | Weight,Note,Key\r\nTotal,100.00,\'=SUM(A1),1\r\n"Energy, Oil",60.12,"say ""x""",2\r\nHäuser\u001b[31m,\'--,,3\r\n',
    );
    expect(readdirSync(path.join(folder, "out/tables"))).toEqual(["weights.csv"]);
  });

  test("makes formulas inert unless texts are to be exact", async () => {
    const { folder, write, run } = workplace();
    const formula = '=HYPERLINK("http://x.example")';
    write("note.json", JSON.stringify(contribution).replace("=SUM(A1)", formula.replaceAll('"', '\\"')));
    const note = async (...options: string[]) => {
      await run(["tables", "note.json", "--csv", ".", ...options]);
      return readFileSync(path.join(folder, "note.csv"), "utf8").split("\r\n")[1];
    };
    const quoted = formula.replaceAll('"', '""');
    expect(await note()).toBe(`Total,100,"'${quoted}"`);
    expect(await note("--inert-formulas")).toBe(`Total,100,"'${quoted}"`);
    expect(await note("--no-inert-formulas")).toBe(`Total,100,"${quoted}"`);
  });

  test("writes a file for each of several tables", async () => {
    const { folder, write, run } = workplace();
    write("two.json", JSON.stringify(numbers([1], [2, 3])));
    const { stdout } = await run(["tables", "two.json", "--csv", "."]);
    expect(stdout).toBe("two-1.csv: 1 row\ntwo-2.csv: 2 rows\n");
    expect(readFileSync(path.join(folder, "two-2.csv"), "utf8")).toBe("\uFEFFNumber\r\n2\r\n3\r\n");
  });

  const values = Array.from({ length: 40_000 }, (_, n) => n / 7);
  const large = (...tables: readonly (readonly number[])[]) =>
    JSON.stringify(numbers(...tables)).replaceAll('{"values"', `${" ".repeat(1000)}{"values"`);

  test("writes a large result whole, with one table or several", { tags: "full" }, async () => {
    const { folder, write, run } = workplace();
    write("large.json", large(values));
    write("several.json", large(values, [1]));
    expect(await run(["tables", "large.json", "--csv", "."])).toEqual({
      code: 0,
      stdout: "large.csv: 40000 rows\n",
      stderr: "reading large.json\n",
    });
    const { stdout } = await run(["tables", "several.json", "--csv", "."]);
    expect(stdout).toBe("several-1.csv: 40000 rows\nseveral-2.csv: 1 row\n");
    for (const name of ["large.csv", "several-1.csv"]) {
      const csv = readFileSync(path.join(folder, name), "utf8");
      expect(csv === `\uFEFFNumber\r\n${values.join("\r\n")}\r\n`).toBe(true);
    }
  });

  test("leaves nothing behind of a large result that breaks off", { tags: "full" }, async () => {
    const { folder, write, run } = workplace();
    write("large.json", large(values).slice(0, -20));
    const { code, stdout, stderr } = await run(["tables", "large.json", "--csv", "."]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain("error: large.json: ");
    expect(readdirSync(folder)).toEqual(["large.json"]);
  });

  test("leaves nothing behind where a file cannot be written, and says so", async () => {
    const { folder, write, run } = workplace();
    write("weights.json", JSON.stringify(contribution));
    mkdirSync(path.join(folder, "weights.csv/taken"), { recursive: true });
    const { code, stderr } = await run(["tables", "weights.json", "--csv", "."]);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining("weights.csv could not be written") });
    expect(readdirSync(folder).sort()).toEqual(["weights.csv", "weights.json"]);
  });
});

test("--json prints columns and rows, formatted where that is asked for", async () => {
  const { write, run } = workplace();
  write("weights.json", JSON.stringify(contribution));
  const { code, stdout, stderr } = await run(["tables", "weights.json", "--json"]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).not.toContain("\u001b");
  expect(JSON.parse(stdout)).toMatchObject({
    version: 1,
    tables: [
      {
        id: "contribution",
        metadata: { startDate: "20240131", endDate: "20240229", currency: "EUR" },
        columns: [
          { name: "sector", header: ["Economic Sector"], type: "string", isDimension: true },
          { name: "weight", header: ["Portfolio", "Weight"], type: "real", format: "{0:0.00;-0.00;--}" },
          { name: "note" },
        ],
        rows: [
          ["Total", 100, "=SUM(A1)"],
          ["Energy, Oil", 60.123456789, 'say "x"'],
          ["Häuser\u001b[31m", null, null],
        ],
      },
    ],
  });
  const formatted = await run(["tables", "weights.json", "--json", "--formatted", "--hidden"]);
  expect(JSON.parse(formatted.stdout).tables[0].rows[2]).toEqual(["Häuser\u001b[31m", "--", "", "3"]);
});

test("--arrow writes files that are read again as the same tables", async () => {
  const { write, run } = workplace();
  write("weights.json", JSON.stringify(contribution));
  expect(await run(["tables", "weights.json", "--arrow", "out", "--hidden"])).toEqual({
    code: 0,
    stdout: "out/weights.arrow: 3 rows\n",
    stderr: "",
  });
  const json = await run(["tables", "weights.json", "--json", "--hidden"]);
  const again = await run(["tables", "out/weights.arrow", "--json", "--hidden"]);
  expect(JSON.parse(again.stdout)).toEqual(JSON.parse(json.stdout));
  expect((await run(["compare", "weights.json", "out/weights.arrow"])).code).toBe(0);
  await run(["tables", "weights.json", "--arrow", "visible"]);
  const shown = JSON.parse((await run(["tables", "visible/weights.arrow", "--json", "--hidden"])).stdout);
  expect(shown.tables[0].columns.map(({ name }: { name: string }) => name)).toEqual(["sector", "weight", "note"]);
});

describe("--parquet", () => {
  test("writes a file for each table, without hidden columns unless they are asked for", async () => {
    const { folder, write, run } = workplace();
    const parquet = await createParquetReader();
    onTestFinished(() => parquet.close());
    write("weights.json", JSON.stringify(contribution));
    expect(await run(["tables", "weights.json", "--parquet", "out"])).toEqual({
      code: 0,
      stdout: "out/weights.parquet: 3 rows\n",
      stderr: "",
    });
    const file = path.join(folder, "out/weights.parquet");
    expect(await parquet.readFile(file)).toMatchObject({
      names: ["Economic Sector", "Portfolio | Weight", "Note"],
      types: ["VARCHAR", "DOUBLE", "VARCHAR"],
      columns: [
        ["Total", "Energy, Oil", "Häuser\u001b[31m"],
        [100, 60.123456789, null],
        ["=SUM(A1)", 'say "x"', null],
      ],
    });
    await run(["tables", "weights.json", "--parquet", "out", "--hidden"]);
    expect((await parquet.readFile(file)).names).toContain("Key");
  });

  test("refuses another form at the same time", async () => {
    const { write, run } = workplace();
    write("weights.json", JSON.stringify(contribution));
    expect(await run(["tables", "weights.json", "--parquet", "out", "--csv", "out"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("cannot be used with"),
    });
  });

  test("writes a large result with several tables", { tags: "full" }, async () => {
    const { folder, write, run } = workplace();
    const parquet = await createParquetReader();
    onTestFinished(() => parquet.close());
    const values = Array.from({ length: 40_000 }, (_, n) => n / 7);
    write("large.json", JSON.stringify(numbers(values, [1])).replaceAll('{"values"', `${" ".repeat(1000)}{"values"`));
    const { stdout } = await run(["tables", "large.json", "--parquet", "."]);
    expect(stdout).toBe("large-1.parquet: 40000 rows\nlarge-2.parquet: 1 row\n");
    expect((await parquet.readFile(path.join(folder, "large-1.parquet"))).columns[0]).toEqual(values);
  });
});

test.each([
  ["a file that there is not", "no.json", "error: no.json: no such file or directory"],
  ["a folder that is no run folder", ".", "error: . is not a run folder: it has no manifest.json."],
  ["no JSON", "broken.json", "error: broken.json: "],
  ["no result", "other.json", "error: other.json: "],
  ["damaged Arrow", "broken.arrow", "error: broken.arrow: "],
  ["no result, in a place that is named", "rows.json", "rows[1]"],
])("%s is reported in one line", async (_, file, message) => {
  const { write, run } = workplace();
  write("broken.json", '{"data":{"tables":');
  write("broken.arrow", "ARROW1\0\0 and no more");
  write("other.json", '{"name":"x"}');
  write("rows.json", JSON.stringify(numbers([1, 2])).replace('{"values":{"n":2}}', "7"));
  const { code, stdout, stderr } = await run(["tables", file]);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain(message);
  expect(stderr.trimEnd()).not.toContain("\n");
});

describe("a run folder", () => {
  const digestOf = (text: string) => createHash("sha256").update(text).digest("hex");
  const stored = (text: string) => ({
    contentType: "application/json",
    bytes: Buffer.byteLength(text),
    sha256: digestOf(text),
    warnings: [],
    errors: [],
  });
  const text = JSON.stringify(contribution);
  const dates = { start: "20261030", end: "20261030" };
  const table = (id: string, rows: number) => ({ id, rows, columns: 4 });
  const success = { status: "success", ...stored(text) };
  const units = [
    { id: "weights", ...success, file: "a/weights.json", dates, tables: [table("contribution", 3)] },
    { id: "two", ...success, file: "a/two.json", tables: [table("first", 1), table("second", 20)] },
    { id: "page", ...success, file: "a/page.pdf", contentType: "application/pdf", bytes: 2000 },
    { id: "bad\u001b[31m", status: "failure", warnings: [], errors: [{ title: "Invalid account identifier: X" }] },
  ];
  function placed() {
    const place = workplace();
    const files = [
      { ...manifestFile, path: "a.pa.json", units },
      { ...manifestFile, path: "b.pa.json", units: [{ ...units[0], file: "b/weights.json" }] },
      { ...manifestFile, path: "c.pa.json", units: [], status: "failure", problem: { code: "x", message: "Refused." } },
    ];
    place.write("run/manifest.json", manifestOf(files, { status: "failure" }));
    for (const file of ["a/weights.json", "a/two.json", "b/weights.json"]) place.write(`run/${file}`, text);
    return place;
  }

  test("lists its units with their tables, or why they have none", async () => {
    expect(await placed().run(["tables", "run"])).toEqual({
      code: 0,
      stderr: "",
      stdout: `run: failure, 4 of 5 units succeeded
a.pa.json
  weights        contribution   3 rows  4 columns  2026-10-30
  two            first          1 row   4 columns
                 second        20 rows  4 columns
  page           no tables: application/pdf, 2 kB
  bad\\u{1b}[31m  failure: Invalid account identifier: X
b.pa.json
  weights  contribution  3 rows  4 columns  2026-10-30
c.pa.json
  failure: Refused
Show one: analytics-engines tables run a.pa.json#weights
`,
    });
  });

  test("says once what the units of a job wait for", async () => {
    const place = workplace();
    const waiting = { status: "unknown", warnings: [], errors: [{ detail: "The job is still running." }] };
    const submitted = ["a", "b", "c"].map((id) => ({ id, ...waiting }));
    const lost = { id: "d", status: "lost", warnings: [], errors: [{ detail: "The result was read before." }] };
    place.write(
      "run/manifest.json",
      manifestOf([{ ...manifestFile, path: "a.pa.json", units: [...submitted, lost] }], {}),
    );
    expect((await place.run(["tables", "run"])).stdout.split("\n").slice(1, -1)).toEqual([
      "a.pa.json",
      "  3 units  unknown: The job is still running",
      "  d        lost: The result was read before",
    ]);
  });

  test("gives the same as JSON", async () => {
    const { stdout } = await placed().run(["tables", "run/manifest.json", "--json"]);
    const listed = JSON.parse(stdout);
    expect(listed).toMatchObject({ version: 1, status: "failure" });
    expect(listed.units.map(({ path: file, unit }: { path: string; unit: string }) => [file, unit])).toEqual([
      ["a.pa.json", "weights"],
      ["a.pa.json", "two"],
      ["a.pa.json", "page"],
      ["a.pa.json", "bad\u001b[31m"],
      ["b.pa.json", "weights"],
    ]);
    expect(listed.units[1].tables).toEqual([table("first", 1), table("second", 20)]);
  });

  test("shows the tables of one unit, in each form", async () => {
    const { folder, run } = placed();
    expect((await run(["tables", "run", "two"])).stdout).toMatch(/^contribution: 3 rows, 4 columns/);
    expect((await run(["tables", "run", "b.pa.json#weights"])).stdout).toMatch(/^contribution: 3 rows, 4 columns/);
    expect((await run(["tables", "run", "two", "--csv", "out"])).stdout).toBe("out/two.csv: 3 rows\n");
    expect(readdirSync(path.join(folder, "out"))).toEqual(["two.csv"]);
  });

  test.each([
    [["run", "weights"], "error: several files have a unit weights. Name one of a.pa.json#weights, b.pa.json#weights."],
    [["run", "none"], "error: run has no unit none. Name one as PATH#UNIT."],
    [["run", "bad\u001b[31m"], "a.pa.json#bad\\u{1b}[31m has no result: failure: Invalid account identifier: X."],
    [["run", "page"], "error: run: the result of a.pa.json#page must not be used: the file is missing."],
    [["run", "--csv", "out"], "error: run is a run folder: also name one of its units."],
    [["run/a/weights.json", "weights"], "error: run/a/weights.json is not a run folder, so it has no unit weights."],
  ])("refuses %j in one line", async (names, message) => {
    const { code, stdout, stderr } = await placed().run(["tables", ...names]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(message);
    expect(stderr.trimEnd()).not.toContain("\n");
  });

  test("does not show a result that was altered", async () => {
    const { write, run } = placed();
    write("run/a/two.json", text.replace("60.12", "61.12"));
    expect(await run(["tables", "run", "two"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("must not be used: its SHA-256 is not that of the bytes that were stored"),
    });
  });
});

/** The request of a template that only its content shows. */
const template = JSON.stringify({
  data: {
    directory: "Personal:TEMPLATES",
    parentComponentId: "0123456789abcdef".repeat(4),
    description: "for the book",
    content: { mandatory: ["accounts"], optional: [], locked: [] },
  },
});

test.each([
  ["weights.pa.json", validFile, "it is a parameter file (Portfolio Analysis (pa)) with 1 unit, not a result."],
  ["any.json", validFile, "it is a parameter file, not a result."],
  ["faulty.pa.json", faultyFile, "it is a parameter file"],
  ["new.linked-template.json", '{"data":{"name":"x"}}', "it is the request of a template, not a result."],
  ["valid.json", template, "it is the request of a template, not a result."],
])("a parameter file is called one: %s", async (name, content, message) => {
  const { write, run } = workplace();
  write(name, content);
  const { code, stderr } = await run(["tables", name]);
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(`error: ${name}: ${message}`) });
  expect(stderr.trimEnd()).not.toContain("\n");
});

test.each([
  ["columns and views", '{"columns":"a","views":[],"name":"x"}'],
  ["the description of a gateway", '{"name":"gateway","version":"3.2.1","description":"x"}'],
  ["a version alone", '{"version":"3.0","data":{}}'],
  ["an answer", '{"data":{"name":"x","directory":5,"content":{}}}'],
])("JSON of an unknown form is not called a template or a parameter file: %s", async (_what, content) => {
  const { write, run } = workplace();
  write("result.json", content);
  const { code, stderr } = await run(["tables", "result.json"]);
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr:
      "error: result.json: the result has no tables. Name a result with tables, such as analytics-run/weights.pa/weights.json.\n",
  });
});

describe("a version that is not read is named with those that are", () => {
  const table =
    '"columns":[{"name":"primary_key"},{"name":"0"}],"table":{},"views":[],"rows":[{"primary_key":"a","0":1}]';
  const files = [
    ["version-3.json", `{"version":"3.0",${table}}`, "STACH version 3.0"],
    ["envelope.json", `{"data":{${table},"version":"3.1"}}`, "STACH version 3.1"],
    ["unmarked.json", `{${table}}`, "a table in the form of STACH version 3 that states no version"],
    ["new.linked-template.json", `{"version":"3.0",${table}}`, "STACH version 3.0"],
  ] as const;

  test.each(files)("%s", async (name, content, form) => {
    const { folder, write, run, pipe } = workplace();
    write(name, content);
    const message = (file: string) =>
      `error: ${file}: it is ${form}, which this version does not read (it reads STACH versions 1 and 2 as JSON, and Arrow without metadata of another scheme). The bytes are kept as they came. Read the file with a newer version, or with another program.\n`;
    for (const args of [
      ["tables", name],
      ["tables", name, "--json"],
      ["tables", name, "--csv", "out"],
      ["compare", name, name],
    ])
      expect(await run(args)).toEqual({ code: 2, stdout: "", stderr: message(name) });
    expect(await pipe(content, ["tables", "-"])).toMatchObject({ code: 2, stdout: "", stderr: message("-") });
    expect(readdirSync(folder)).toEqual([name]);
    expect(readFileSync(path.join(folder, name), "utf8")).toBe(content);
  });
});

test("two forms at once are refused", async () => {
  const { run } = workplace();
  expect(await run(["tables", "a.json", "--json", "--csv", "."])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("cannot be used with"),
  });
});

test.runIf(process.platform !== "win32")("a pipe is refused at once, and does not wait for a writer", async () => {
  const { folder, run } = workplace();
  execFileSync("mkfifo", [path.join(folder, "pipe.json")]);
  for (const parameters of [
    ["tables", "pipe.json"],
    ["compare", "pipe.json", "pipe.json"],
    ["tables", "/dev/zero"],
  ])
    expect(await run(parameters)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("is a pipe, a socket or a device and not a file"),
    });
});
