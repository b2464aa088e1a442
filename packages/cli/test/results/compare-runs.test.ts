import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { useBuiltCommand, type Workplace, workplace } from "../support/command.ts";
import { manifestFile, manifestOf } from "../support/manifest.ts";
import { numbers } from "../support/results.ts";

useBuiltCommand();

const digestOf = (content: string) => createHash("sha256").update(content).digest("hex");

/** A unit: the numbers of its table, or why it failed; and its parameters. */
interface Made {
  readonly values?: readonly number[];
  readonly failed?: string;
  readonly parameters?: string;
}

/** Writes a run folder whose only file has these units. */
function writeRun(place: Workplace, name: string, day: number, units: Readonly<Record<string, Made>>): void {
  const made = Object.entries(units).map(([id, { values, failed, parameters = id }], index) => {
    const unit = { id, warnings: [], parametersSha256: digestOf(parameters) };
    if (values === undefined) return { ...unit, status: "failure", errors: [{ title: failed }] };
    const text = JSON.stringify(numbers([...values]));
    const file = `book.pa/${index}.json`;
    place.write(`${name}/${file}`, text);
    const stored = { file, contentType: "application/json", bytes: text.length, sha256: digestOf(text) };
    return { ...unit, status: "success", ...stored, errors: [] };
  });
  const file = { ...manifestFile, path: "book.pa.json", parametersSha256: digestOf(name), units: made };
  place.write(`${name}/manifest.json`, manifestOf([file], { startedAt: `2026-11-${day}T09:00:00Z` }));
}

function twoRuns(): Workplace {
  const place = workplace();
  writeRun(place, "monday", 16, {
    same: { values: [1] },
    small: { values: [10] },
    large: { values: [10] },
    broken: { values: [1] },
    gone: { values: [1] },
    old: { values: [1], parameters: "renamed" },
  });
  writeRun(place, "tuesday", 17, {
    same: { values: [1] },
    small: { values: [10.01] },
    large: { values: [20] },
    broken: { failed: "Invalid \u001b[31maccount" },
    fresh: { values: [1] },
    new: { values: [1], parameters: "renamed" },
  });
  return place;
}

describe("two run folders", () => {
  test("name a unit new that only the later run has, also if it failed", async () => {
    const place = workplace();
    writeRun(place, "monday", 16, { both: { values: [1] }, broken: { failed: "Invalid account" } });
    writeRun(place, "tuesday", 17, {
      both: { values: [1] },
      broken: { failed: "Invalid account" },
      late: { failed: "Invalid benchmark" },
    });
    const { stdout } = await place.run(["compare", "monday", "tuesday"]);
    expect(stdout).toContain("3 units: 2 failed, 1 same\n");
    expect(stdout).toMatch(/^ {2}failed +book\.pa\.json#broken +failure: Invalid account$/m);
    expect(stdout).toMatch(/^ {2}new, failed +book\.pa\.json#late +failure: Invalid benchmark$/m);
    const markdown = await place.run(["compare", "monday", "tuesday", "--markdown"]);
    expect(markdown.stdout).toContain("| new, failed | book.pa.json");
    const { units } = JSON.parse((await place.run(["compare", "monday", "tuesday", "--json"])).stdout);
    expect(units.map(({ outcome }: { outcome: object }) => outcome)).toMatchObject([
      { kind: "failed", before: "failure" },
      { kind: "failed", isNew: true },
      { kind: "same" },
    ]);
    expect(units[0].outcome).not.toHaveProperty("isNew");
  });

  test("are the list of their units: what failed, then the largest moves", async () => {
    expect(await twoRuns().run(["compare", "monday", "tuesday/manifest.json"])).toEqual({
      code: 1,
      stderr: "",
      stdout: `Earlier  2026-11-16 09:00:00  monday
Later    2026-11-17 09:00:00  tuesday
Tolerance: none; percentages are of the earlier value
7 units: 1 failed, 2 moved, 1 gone, 1 new, 2 same
  failed  book.pa.json#broken  failure: Invalid \\u{1b}[31maccount
  moved  book.pa.json#large  0, Number  10     →  20     +10     +100 %    1 of 1 cell
  moved  book.pa.json#small  0, Number  10.00  →  10.01   +0.01    +0.1 %  1 of 1 cell
  gone  book.pa.json#gone
  new  book.pa.json#fresh
  same  book.pa.json#new (earlier #old)
`,
    });
  });

  test("are the tables of one unit on request", async () => {
    const place = twoRuns();
    const { code, stdout } = await place.run(["compare", "monday", "tuesday", "--unit", "small"]);
    expect([code, stdout]).toEqual([
      1,
      `table 1: changed: 1 cell changed in 1 row, 1 row matched by their position
  Largest moves:
    0  Number  10.00  →  10.01  +0.01  +0.1 %
`,
    ]);
    const tolerant = ["compare", "monday", "tuesday", "--unit", "book.pa.json#small", "--tolerance", "*=0.1"];
    expect((await place.run(tolerant)).code).toBe(0);
    expect((await place.run(["compare", "monday", "tuesday", "--unit", "new"])).code).toBe(0);
    for (const [unit, why] of [
      ["none", "tuesday has no unit none. Name one as PATH#UNIT."],
      ["broken", "tuesday: the unit broken of book.pa.json cannot be compared: it has no result. Name another unit."],
      ["fresh", "monday: the unit fresh of book.pa.json cannot be compared: it has no result. Name another unit."],
    ] as const)
      expect(await place.run(["compare", "monday", "tuesday", "--unit", unit])).toMatchObject({
        code: 2,
        stderr: expect.stringContaining(why),
      });
  });

  test("are JSON and Markdown in the same order", async () => {
    const place = twoRuns();
    const { stdout } = await place.run(["compare", "monday", "tuesday", "--json", "--tolerance", "*=0.05"]);
    const { same, units, tolerances } = JSON.parse(stdout);
    expect([same, tolerances]).toEqual([false, [{ columns: "*", absolute: 0.05 }]]);
    expect(units.map((one: { unit: string; outcome: { kind: string } }) => [one.unit, one.outcome.kind])).toEqual([
      ["broken", "failed"],
      ["large", "moved"],
      ["gone", "vanished"],
      ["fresh", "appeared"],
      ["same", "same"],
      ["small", "same"],
      ["new", "same"],
    ]);
    expect(units.at(-1).renamedFrom).toEqual({ path: "book.pa.json", unit: "old" });
    const markdown = (await place.run(["compare", "monday", "tuesday", "--markdown"])).stdout;
    expect(markdown).toContain(
      "| moved | book.pa.json&#35;<wbr>large | 0, Number | 10 | 20 | +10 (+100 %) | 1 of 1 cell |",
    );
    expect(markdown).not.toContain("\u001b");
  });

  test("with a result that was altered name the unit", async () => {
    const place = twoRuns();
    place.write("tuesday/book.pa/1.json", "{}");
    const { stdout } = await place.run(["compare", "monday", "tuesday"]);
    expect(stdout).toMatch(/altered {2}book\.pa\.json#small {2}The result of this run: /);
  });

  test("are refused with a file, and a folder without a run is wrong use", async () => {
    const place = twoRuns();
    expect(await place.run(["compare", "monday", "tuesday/book.pa/0.json"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("monday is a run folder and tuesday/book.pa/0.json is not."),
    });
    expect((await place.run(["compare", "monday", "."])).code).toBe(2);
    expect((await place.run(["compare", "monday", "tuesday", "--key", "n"])).code).toBe(2);
  });
});
