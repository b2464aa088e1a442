import { familyIds } from "@analytics-engines/core/basics";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { awkwardFound, writeAwkwardTree } from "../../../runs/test/support/awkward-tree.ts";
import { paRequest, paUnit } from "../support/parameters.ts";
import type { StepResult } from "../support/runner/runner.ts";
import { addExamples, createWorld, type World } from "../support/world.ts";

const faulty = `{
  "data": {
    "growth": {
      "componentId": "${"0A".repeat(32)}",
      "acounts": [{ "id": "CLIENT:/GROWTH.ACCT" }],
      "dates": { "enddate": "20240230", "frequency": "Monthly" }
    }
  }
}
`;
const warned = JSON.stringify({ data: { a: { componentid: "Weights" } } }, null, 2);
const hinted = JSON.stringify({ data: { a: { componentId: "0A".repeat(32) } } }, null, 2);

const errorsOf = (step: StepResult) =>
  step.annotations.filter(({ level }) => level === "error").map(({ message }) => message);
const pathsOf = (step: StepResult): string[] =>
  JSON.parse(step.outputs["files"] ?? "[]").map((file: { path: string }) => file.path);

let world: World;
beforeAll(async () => {
  world = await createWorld();
  addExamples(world, "good");
  world.write("bad/faulty.pa.json", faulty);
  world.write("bad/warned.pa.json", warned);
  world.write("bad/hinted.pa.json", hinted);
  world.write("odd/settings.json", { compilerOptions: {} });
  world.write("odd/risk/style.json", { data: { style: { componentid: "0A".repeat(32) } } });
});
afterAll(() => world[Symbol.asyncDispose]());

describe("valid files", () => {
  it("of all families: no annotation, and a summary and outputs that name every file", async () => {
    const step = await world.validate({ "working-directory": "good" });
    expect(step).toMatchObject({
      code: 0,
      stderr: "",
      annotations: [],
      state: {},
      outputs: { valid: "true", "error-count": "0", "warning-count": "0" },
    });
    const files: { family: string; valid: boolean }[] = JSON.parse(step.outputs["files"] ?? "[]");
    expect(new Set(files.map(({ family }) => family))).toEqual(new Set(familyIds));
    expect(files.every(({ valid }) => valid)).toBe(true);
    expect(step.summary).toContain("## ✅ Parameter files: valid");
    for (const file of world.list("good")) expect(step.summary).toContain(`<code>${file}</code>`);
    expect(step.lines.at(-1)).toBe(`${files.length} files checked, no issues`);
  });
});

describe("files with issues", () => {
  it("are annotated at line and column, from the root of the repository, errors first", async () => {
    const step = await world.validate({ "working-directory": "bad" });
    expect(step).toMatchObject({ code: 1, stderr: "" });
    expect(step.annotations).toEqual([
      {
        level: "error",
        title: "Parameter file: unknown-property",
        message: "There is no property `acounts` in `growth`. Did you mean `accounts`?",
        file: "bad/faulty.pa.json",
        line: "5",
        col: "7",
      },
      expect.objectContaining({
        level: "error",
        title: "Parameter file: impossible-date",
        file: "bad/faulty.pa.json",
        line: "6",
        col: "29",
      }),
      expect.objectContaining({ level: "warning", file: "bad/warned.pa.json", line: "4", col: "22" }),
      expect.objectContaining({ level: "notice", file: "bad/faulty.pa.json", line: "4", col: "7" }),
      expect.objectContaining({ level: "notice", file: "bad/hinted.pa.json", line: "4", col: "7" }),
    ]);
    expect(step.outputs).toMatchObject({ valid: "false", "error-count": "2", "warning-count": "1" });
    expect(JSON.parse(step.outputs["files"] ?? "")).toEqual([
      { path: "faulty.pa.json", family: "pa", valid: false, errors: 2, warnings: 0, hints: 1 },
      { path: "hinted.pa.json", family: "pa", valid: true, errors: 0, warnings: 0, hints: 1 },
      { path: "warned.pa.json", family: "pa", valid: true, errors: 0, warnings: 1, hints: 0 },
    ]);
    expect(step.summary).toContain("### <code>faulty.pa.json</code>");
    expect(step.summary).toMatch(/^\| 6:29 \| ❌ \|/m);
    expect(step.lines.at(-1)).toBe(
      "2 errors, 1 warning, 2 hints in 3 of 3 files. The command analytics-engines validate --fix can fix 2.",
    );
  });

  it.each([
    ["faulty", "error", 1],
    ["faulty", "never", 0],
    ["warned", "error", 0],
    ["warned", "warning", 1],
    ["hinted", "warning", 0],
  ])("%s with fail-on: %s ends with %i", async (name, failOn, code) => {
    const step = await world.validate({ files: `bad/${name}.pa.json`, "fail-on": failOn });
    expect(step.code).toBe(code);
    expect(step.outputs["valid"]).toBe(`${name !== "faulty"}`);
  });

  it("are annotated ten a severity; log and summary have all", async () => {
    await using own = await createWorld();
    const units = Object.fromEntries(
      Array.from({ length: 30 }, (_, index) => [`u${index}`, { ...paUnit(index + 1), zzz: 1 }]),
    );
    own.write("many.pa.json", paRequest(units));
    own.write("one.pa.json", paRequest({ a: { ...paUnit(), zzz: 1 } }));
    const step = await own.validate();
    expect(step.annotations).toHaveLength(10);
    expect(step.annotations[1]).toMatchObject({ file: "one.pa.json" });
    expect(step.lines).toContain("21 more errors: not annotated, listed above.");
    expect(step.lines.filter((line) => / error: .*\(unknown-property\)$/.test(line))).toHaveLength(31);
    expect(step.summary.match(/<code>unknown-property<\/code>/g)).toHaveLength(31);
  });
});

describe("the family", () => {
  it("that nothing tells is an error that says what to do; `families` tells it", async () => {
    const unknown = await world.validate({ files: "odd/**" });
    expect(unknown.code).toBe(1);
    expect(unknown.annotations).toContainEqual(
      expect.objectContaining({
        level: "error",
        title: "Parameter file: family-unknown",
        file: "odd/settings.json",
        line: "1",
      }),
    );
    const told = await world.validate({ "working-directory": "odd", families: "risk/*.json = spar" });
    expect(told).toMatchObject({ code: 0, outputs: { valid: "true" } });
    expect(JSON.parse(told.outputs["files"] ?? "")).toMatchObject([
      { path: "risk/style.json", family: "spar", valid: true },
    ]);
  });

  it("that there is not is refused in a line", async () => {
    const step = await world.validate({ families: "*.json=pax" });
    expect(step).toMatchObject({ code: 1, stderr: "", outputs: { valid: "false" } });
    expect(errorsOf(step)).toEqual([expect.stringMatching(/^Input families: entry 1 must be GLOB=FAMILY/)]);
  });
});

describe("which files are checked", () => {
  it("without `files`: those that the command checks without names", async () => {
    await using own = await createWorld();
    writeAwkwardTree(own.workspace);
    const families = "risk/**/*.json=spar";
    expect(pathsOf(await own.validate({ families }))).toEqual(awkwardFound);
    expect(pathsOf(await own.validate({ families, files: "!deep/**\n!risk/**\n!b/**" }))).toEqual([
      "a.pa.json",
      "with space.fi.json",
      "ü.spar.json",
    ]);
  });

  it.each([
    [
      "a pattern that matches nothing",
      { files: "none/*.json" },
      /^No files match the input files in .*: none\/\*\.json\. Check the patterns\.$/,
    ],
    [
      "a file that is not there",
      { files: "good/weights.pa.json\nnone.pa.json" },
      /^There is no parameter file none\.pa\.json in .*\. Check its path\.$/,
    ],
    [
      "no parameter files at all",
      { "working-directory": "odd/risk" },
      /^There are no parameter files in .*risk: their names end in \.FAMILY\.json/,
    ],
    [
      "no such folder",
      { "working-directory": "none" },
      /^Input working-directory: there is no folder .*none\. Name a folder of the repository, and check the repository out before this step\.$/,
    ],
  ])("%s is a failure in a line, whatever fail-on says", async (_, inputs, message) => {
    const step = await world.validate({ "fail-on": "never", ...inputs });
    expect(step).toMatchObject({ code: 1, stderr: "", outputs: { valid: "false" } });
    expect(errorsOf(step)).toEqual([expect.stringMatching(message)]);
    expect(step.raw).not.toMatch(/^\s+at |defect/m);
  });
});
