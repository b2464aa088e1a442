import { printable } from "@analytics-engines/core/basics";
import { compareTables, decodeResult } from "@analytics-engines/core/results";
import { checkText } from "@analytics-engines/runs/files";
import fc from "fast-check";
import { expect, test } from "vitest";
import { fileReport } from "../../src/files/report-issues.ts";
import { comparisonReport } from "../../src/results/compare-report.ts";
import { preview } from "../../src/results/read-tables.ts";
import { tablesToJson } from "../../src/results/tables.ts";
import { plain, printableJson } from "../../src/terminal/output.ts";
import { useBuiltCommand, workplace } from "../support/command.ts";

useBuiltCommand();

/** What a terminal obeys, or a reader is deceived by; the line feed that ends our own lines aside. */
const hidden = /(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]/u;
const runnerCommand = /^\s*::|##\[/m;

const nasty = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom(
    "\u001b[31m",
    "\u009b31m",
    "\u001b]0;x\u0007",
    "\r\n::error::x",
    "::add-mask::x",
    "##[group]",
    "\u202e",
    "\u0000",
    "\ud800",
  ),
);
const text = fc.array(nasty, { maxLength: 4 }).map((parts) => parts.join(""));

test("whatever a file is called and holds, its report has no hidden characters and no line of its own", () => {
  fc.assert(
    fc.property(text, text, text, fc.boolean(), (path, key, value, isJson) => {
      const object = { data: { [key]: { componentId: value, [value]: key } }, [key]: value };
      const content = isJson ? JSON.stringify(object) : `{"data":{"${key}":"${value}",}}`;
      const file = { ...checkText(path, content, {}), fixed: [] };
      const report = fileReport(file, plain);
      expect(report).not.toMatch(hidden);
      expect(report).not.toMatch(runnerCommand);
      const printed = printableJson({ path, issues: file.issues });
      expect(printed).not.toMatch(hidden);
      expect(printed).not.toMatch(runnerCommand);
      expect(JSON.parse(printed)).toEqual(JSON.parse(JSON.stringify({ path, issues: file.issues })));
    }),
    { numRuns: 300 },
  );
});

test("no text of a result shows hidden characters or starts a line", () => {
  fc.assert(
    fc.property(text, text, text, (id, name, value) => {
      const result = (cell: string) =>
        decodeResult({
          tables: {
            [id]: {
              definition: { columns: [{ id: "c", name, description: name, type: "string", isDimension: true }] },
              data: { rows: [{ values: { c: cell } }, { values: { c: name } }] },
            },
          },
        });
      const [before] = result("x");
      const [after] = result(value);
      if (before === undefined || after === undefined) throw new Error("a table is expected");
      const shown = [
        preview(after, { includeHidden: true, width: 80, paint: plain }),
        comparisonReport(compareTables(before, after), plain, 80),
        [...tablesToJson([after], { includeHidden: true, formatted: false })].join(""),
      ];
      for (const printed of shown) {
        expect(printed).not.toMatch(hidden);
        expect(printed).not.toMatch(runnerCommand);
      }
    }),
    { numRuns: 300 },
  );
});

test("visible text stays as it is, and hidden text can be told apart", () => {
  expect(printable("Größe 10% 日本 a:b #1")).toBe("Größe 10% 日本 a:b #1");
  expect(printable("a\u001b[31m\n\u202e")).toBe("a\\u{1b}[31m\\n\\u{202e}");
});

test("a hostile file name, found or typed, does not control the terminal", async () => {
  const names = [
    "\u001b[2J\u0007.pa.json",
    "a\n::error::b.pa.json",
    "::add-mask::x.pa.json",
    "##[group]x.pa.json",
    "\u202egpj.pa.json",
  ];
  const { write, run } = workplace();
  for (const name of names) write(name, "{");
  const found = await run(["validate"]);
  const typed = await run(["validate", ...names.map((name) => `no ${name}`)]);
  const options = await Promise.all(names.map((name) => run(["validate", `--${name}`])));
  const values = await Promise.all(names.map((name) => run(["validate", "--fail-on", name])));
  expect(found.code).toBe(1);
  expect(found.stdout).toContain("a\\n::error::b.pa.json:1:2: error");
  for (const { stdout, stderr } of [found, typed, ...options, ...values]) {
    expect(stdout + stderr).not.toMatch(hidden);
    expect(stdout + stderr).not.toMatch(runnerCommand);
  }
  for (const { code } of [typed, ...options, ...values]) expect(code).toBe(2);
});

test("what looks like a secret is not shown, be the file JSON or not", async () => {
  const secret = `ghp_${"a1B2".repeat(10)}`;
  const { write, run } = workplace();
  write("json.pa.json", JSON.stringify({ data: { a: { componentid: secret, acounts: secret } } }));
  write("broken.pa.json", `{"data":{"a":{"componentid":"${secret}"},}`);
  write("far.pa.json", `{"data":{"a":{"componentid":"${secret}",${" ".repeat(20)}}}}`);
  write("key.pa.json", JSON.stringify({ data: { a: { componentid: "", [secret]: 1 } } }));
  const { code, stdout } = await run(["validate"]);
  expect(code).toBe(1);
  expect(stdout).toContain("•••");
  expect(stdout).not.toContain("a1B2");
});
