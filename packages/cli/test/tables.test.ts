import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { useBuiltCommand, workplace } from "./support/command.ts";
import { contribution, numbers } from "./support/results.ts";

useBuiltCommand();

describe("a terminal", () => {
  test("shows the first rows, formatted and aligned, without hidden columns and without terminal escapes", async () => {
    const { write, run } = workplace();
    write("weights.json", JSON.stringify(contribution));
    expect(await run(["tables", "weights.json"])).toEqual({
      code: 0,
      stderr: "",
      stdout: `contribution: 3 rows, 4 columns (1 hidden), 20240131 to 20240229, EUR
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
      'Economic Sector,Portfolio | Weight,Note\r\nTotal,100,=SUM(A1)\r\n"Energy, Oil",60.123456789,"say ""x"""\r\nHäuser\u001b[31m,,\r\n',
    );
    await run(["tables", "weights.json", "--csv", "out/tables", "--hidden", "--formatted", "--inert-formulas"]);
    expect(csv()).toBe(
      'Economic Sector,Portfolio | Weight,Note,Key\r\nTotal,100.00,\'=SUM(A1),1\r\n"Energy, Oil",60.12,"say ""x""",2\r\nHäuser\u001b[31m,\'--,,3\r\n',
    );
    expect(readdirSync(path.join(folder, "out/tables"))).toEqual(["weights.csv"]);
  });

  test("writes a file for each of several tables", async () => {
    const { folder, write, run } = workplace();
    write("two.json", JSON.stringify(numbers([1], [2, 3])));
    const { stdout } = await run(["tables", "two.json", "--csv", "."]);
    expect(stdout).toBe("two-1.csv: 1 row\ntwo-2.csv: 2 rows\n");
    expect(readFileSync(path.join(folder, "two-2.csv"), "utf8")).toBe("Number\r\n2\r\n3\r\n");
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
      expect(csv === `Number\r\n${values.join("\r\n")}\r\n`).toBe(true);
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

test.each([
  ["a file that there is not", "no.json", "error: no.json: no such file or directory"],
  ["a folder", ".", "error: . is a folder and not a file. Name a result"],
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
