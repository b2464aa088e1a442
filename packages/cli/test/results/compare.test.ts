import path from "node:path";
import { describe, expect, test } from "vitest";
import { useBuiltCommand, type Workplace, workplace } from "../support/command.ts";
import { contribution, numbers } from "../support/results.ts";

useBuiltCommand();

const original = JSON.stringify(contribution);
const moved = original.replace("60.123456789", "61").replace('"=SUM(A1)"', "null").replace("Häuser", "Haus");

function place(before: string, after: string): Workplace {
  const made = workplace();
  made.write("before.json", before);
  made.write("after.json", after);
  return made;
}

describe("a terminal", () => {
  test("shows what changed, moved, came and went", async () => {
    const { run } = place(original, moved);
    expect(await run(["compare", "before.json", "after.json"])).toEqual({
      code: 1,
      stderr: "",
      stdout: `contribution: changed: 2 cells changed in 2 rows, 1 row added, 1 row removed, 2 rows matched by Economic Sector
  Largest moves:
    Energy, Oil  Portfolio | Weight  60.12  →  61.00  +0.88  +1.5 %
  Cells that are not numbers on both sides:
    Total  Note  =SUM(A1)  →  null
  Rows added:
    Haus\\u{1b}[31m
  Rows removed:
    Häuser\\u{1b}[31m
`,
    });
  });

  test("shows in one line that results are the same", async () => {
    const { run } = place(original, original);
    expect(await run(["compare", "before.json", "after.json"])).toEqual({
      code: 0,
      stderr: "",
      stdout: "contribution: the same: 3 rows matched by Economic Sector\n",
    });
  });

  test("shows a long list cut, and says so", async () => {
    const many = Array.from({ length: 100 }, (_, n) => n);
    const { run } = place(JSON.stringify(numbers([])), JSON.stringify(numbers(many)));
    const { stdout } = await run(["compare", "before.json", "after.json"]);
    expect(stdout).toContain("100 rows added");
    expect(stdout).toContain("    … 80 more\n");
  });
});

describe("the exit code", () => {
  test.each([
    ["none", [], 1],
    ["one that suffices", ["*=0.5"], 0],
    ["one that does not", ["*=0.4"], 1],
    ["one of another column", ["other*=1", "m*=1"], 2],
    ["a relative one that suffices", ["number=50%"], 0],
    ["a relative one that does not", ["NUMBER=0.1,10%"], 1],
    ["the first that names the column counts", ["n=0", "n=1"], 1],
  ])("says what tolerances leave: %s", async (_, tolerances, code) => {
    const { run } = place(JSON.stringify(numbers([1])), JSON.stringify(numbers([1.5])));
    const options = tolerances.flatMap((tolerance) => ["--tolerance", tolerance]);
    expect((await run(["compare", "before.json", "after.json", ...options])).code).toBe(code);
  });
});

test("a key distinguishes rows that no visible text tells apart", async () => {
  const twice = original.replace("Energy, Oil", "Total").replace('say \\"x\\"', "=SUM(A1)");
  const { run } = place(twice, twice);
  const without = await run(["compare", "before.json", "after.json"]);
  expect(without).toMatchObject({ code: 1, stdout: expect.stringContaining("Rows with the same key") });
  expect((await run(["compare", "before.json", "after.json", "--key", "sector", "--key", "Key"])).code).toBe(0);
  expect(await run(["compare", "before.json", "after.json", "--key", "ticker"])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('"ticker" is not a column of both tables'),
  });
  const misspelt = await run(["compare", "before.json", "after.json", "--key", "sectr"]);
  expect(misspelt.stderr).toContain('The closest one is "Economic Sector".');
});

describe("a tolerance that matches no column", () => {
  const message = "The tolerance of `*weihgt*` matches no column of the compared results.";

  test("is wrong use on the command line, which names the closest one", async () => {
    const { run } = place(original, moved);
    const ended = await run(["compare", "before.json", "after.json", "--tolerance", "*weihgt*=1"]);
    expect(ended).toMatchObject({ code: 2, stdout: "" });
    expect(ended.stderr).toContain(`--tolerance: ${message} The closest one is \`Portfolio | Weight\`.`);
  });

  test("is a warning in the project file, because it is for all results", async () => {
    const { run, write } = place(original, moved);
    write("analytics-engines.json", JSON.stringify({ tolerances: ["*weihgt*=1", "portfolio |+WEIGHT=1"] }));
    const ended = await run(["compare", "before.json", "after.json", "--json"]);
    expect(ended).toMatchObject({ code: 1, stderr: expect.stringContaining(`Warning: ${message}`) });
    expect(JSON.parse(ended.stdout)).toMatchObject({
      unmatchedTolerances: [{ columns: "*weihgt*", closest: "Portfolio | Weight" }],
      tables: [{ cells: { withinTolerance: 1 } }],
    });
  });
});

test("rows of a universe without dimensions are matched by what identifies them: two are new, and no number moved", async () => {
  const shapes = path.resolve(import.meta.dirname, "../../../core/test/results/real-shapes");
  const { run } = workplace();
  const files = ["before", "after"].map((name) => path.join(shapes, `universe-${name}.feather`));
  const { code, stdout } = await run(["compare", ...files]);
  expect({ code, stdout }).toMatchObject({ code: 1, stdout: expect.stringContaining("changed: 2 rows added, ") });
  expect(stdout).not.toMatch(/Largest moves|removed|by their position/);
});

test("several tables are paired by id, else in their order; one that came or went is a difference", async () => {
  const two = JSON.stringify(numbers([1], [2]));
  const renamed = two.replaceAll("table 1", "x").replaceAll("table 2", "y");
  const { run, write } = place(two, renamed);
  expect((await run(["compare", "before.json", "after.json"])).code).toBe(0);
  write("one.json", JSON.stringify(numbers([1])));
  expect(await run(["compare", "before.json", "one.json"])).toMatchObject({
    code: 1,
    stdout: expect.stringContaining("table 2: the table is gone"),
  });
  expect(await run(["compare", "one.json", "before.json"])).toMatchObject({
    code: 1,
    stdout: expect.stringContaining("table 2: the table is new"),
  });
});

test("--json and --markdown print the comparison in these forms", async () => {
  const { run } = place(original, moved);
  const json = await run(["compare", "before.json", "after.json", "--json"]);
  expect(json.code).toBe(1);
  expect(json.stdout).not.toContain("\u001b");
  expect(JSON.parse(json.stdout)).toMatchObject({
    version: 1,
    same: false,
    tablesAdded: [],
    tablesRemoved: [],
    tables: [
      {
        key: ["Economic Sector"],
        rows: { matched: 2, added: [["Haus\u001b[31m"]], removed: [["Häuser\u001b[31m"]] },
        largestMoves: [{ row: ["Energy, Oil"], column: "Portfolio | Weight", before: 60.123456789, after: 61 }],
      },
    ],
  });
  const markdown = await run(["compare", "before.json", "after.json", "--markdown"]);
  expect(markdown).toMatchObject({ code: 1, stdout: expect.stringMatching(/^\*\*Changed\*\*: 2 cells in 2 rows/) });
  expect(markdown.stdout).not.toContain("\u001b");
});

test.each([
  ["a tolerance that is none", ["--tolerance", "*=much"], "Expected PATTERN=ABS"],
  ["two outputs", ["--json", "--markdown"], "cannot be used with"],
])("%s is wrong use", async (_, options, message) => {
  const { run } = place(original, original);
  const ended = await run(["compare", "before.json", "after.json", ...options]);
  expect(ended).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining(message) });
});

test("a file that cannot be read is no difference: it ends with 2", async () => {
  const { run } = place(original, "no JSON");
  expect(await run(["compare", "before.json", "after.json"])).toMatchObject({ code: 2, stdout: "" });
  expect(await run(["compare", "none.json", "before.json"])).toMatchObject({ code: 2, stdout: "" });
});
