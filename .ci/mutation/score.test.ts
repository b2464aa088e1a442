import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { areas } from "./areas.ts";
import { countReasons, type Mutant, scoreOf, staleSurvivors, unexplainedSurvivors, withoutSlowTests } from "./score.ts";

const mutant = (status: string, line = 1): Mutant => ({
  file: "packages/core/src/jobs/a.ts",
  line,
  code: "count > 5",
  replacement: "count >= 5",
  status,
});
const explained = { file: "packages/core/src/jobs/a.ts", code: "count > 5", replacement: "count >= 5", reason: "same" };

describe("the score of an area", () => {
  it("counts the changes that a test notices, by a failure or because it hangs", () => {
    const mutants = ["Killed", "Timeout", "Survived", "NoCoverage"].map((status) => mutant(status));
    expect(scoreOf(mutants)).toEqual({ noticed: 2, total: 4, percent: 50 });
  });

  it("leaves out the changes that cannot be tried", () => {
    const mutants = ["Killed", "Ignored", "CompileError", "RuntimeError"].map((status) => mutant(status));
    expect(scoreOf(mutants)).toEqual({ noticed: 1, total: 1, percent: 100 });
  });

  it("counts no change that has a reason to stay because its tests were slow", () => {
    const mutants = [mutant("Timeout"), mutant("Killed"), { ...mutant("Timeout"), replacement: "true" }];
    const statuses = withoutSlowTests(mutants, [explained]).map(({ status }) => status);
    expect(statuses).toEqual(["Survived", "Killed", "Timeout"]);
    expect(withoutSlowTests(mutants, [])).toEqual(mutants);
  });

  it("is no success where nothing could be tried", () => {
    expect(scoreOf([mutant("Ignored")])).toEqual({ noticed: 0, total: 0, percent: 0 });
  });
});

describe("the survivors", () => {
  it("need a reason, each for its own file, code and replacement", () => {
    const survivor = mutant("Survived");
    expect(unexplainedSurvivors([survivor, mutant("Killed"), mutant("NoCoverage", 2)], [])).toEqual([
      survivor,
      mutant("NoCoverage", 2),
    ]);
    expect(unexplainedSurvivors([survivor], [explained])).toEqual([]);
    for (const other of [{ file: "b.ts" }, { code: "count" }, { replacement: "true" }])
      expect(unexplainedSurvivors([survivor], [{ ...explained, ...other }])).toEqual([survivor]);
  });

  it("are counted by reason", () => {
    const mutants = [mutant("Survived"), mutant("NoCoverage", 2), mutant("Killed", 3)];
    expect(countReasons(mutants, [explained])).toEqual({ same: 2 });
    expect(countReasons(mutants, [])).toEqual({});
  });

  it("lose their reason when a test notices them, or the code is no longer there", () => {
    expect(staleSurvivors([mutant("Survived")], [explained])).toEqual([]);
    expect(staleSurvivors([mutant("Killed")], [explained])).toEqual([explained]);
    expect(staleSurvivors([mutant("Survived")], [{ ...explained, code: "gone" }])).toEqual([
      { ...explained, code: "gone" },
    ]);
    expect(staleSurvivors([mutant("Killed")], [{ ...explained, file: "of-another-area.ts" }])).toEqual([]);
  });
});

it("the figures and the workflow have each area", () => {
  const read = (file: string) => readFileSync(new URL(file, import.meta.url), "utf8");
  const names = areas.map(({ name }) => name);
  expect(Object.keys(JSON.parse(read("figures.json")))).toEqual(names);
  expect(parse(read("../../.github/workflows/mutation.yml")).jobs.mutation.strategy.matrix.area).toEqual(names);
});
