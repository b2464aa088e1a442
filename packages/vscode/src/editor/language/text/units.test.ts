import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { prepareFile } from "../../../jobs/start/prepare.ts";
import { checkParameterText } from "./checked-text.ts";
import { checkedUnits, unitNameProblem, unitsAround } from "./units.ts";

describe("checkedUnits", () => {
  const text = JSON.stringify(
    {
      data: {
        one: { componentid: "A1B2C3", accounts: [{ id: "Client:/A.ACCT", holdingsmode: "B&H" }] },
        two: { componentid: "D4E5F6", dates: { startdate: "-1M", enddate: "0M", frequency: "Monthly" } },
      },
      meta: { format: "JsonStach" },
    },
    undefined,
    2,
  );
  const path = "a.pa.json";
  /** The units that the editor offers to run. */
  const offered = (content: string) => {
    const { units, isBlocked, errorsIn } = checkedUnits(checkParameterText(content, { path }));
    return units.filter((unit) => !isBlocked && errorsIn(unit).length === 0).map(({ id }) => id);
  };
  const runs = async (content: string, unit: string) => {
    const source = { text: content, path, families: {} };
    return prepareFile(source, unit).then(
      () => true,
      () => false,
    );
  };

  it.each([
    ["of a whole file", text, ["one", "two"]],
    ["beside one with errors", text.replace("startdate", "startdat"), ["one"]],
    ["of a file that was cut in its last unit", text.slice(0, text.indexOf("enddate")), []],
    ["of a file that was cut after its units", text.slice(0, text.indexOf("meta")), []],
    ["of a file that was cut by one character", text.slice(0, -1), []],
    ["of a file with a comment", text.replace("{", "{ // all"), []],
    ["of a file with a mistake that counts for all units", text.replace('"JsonStach"', "7"), []],
    ["of a file with another root", text.replace('"meta"', '"metta"'), []],
    ["of an empty file", "", []],
  ])("offers to run the units %s", async (_title, content, units) => {
    expect(offered(content)).toEqual(units);
    for (const unit of ["one", "two"]) expect(await runs(content, unit), unit).toBe(units.includes(unit));
  });

  it("offers to run exactly the units that run, whatever happened to the text", async () => {
    const damage = fc.record({
      at: fc.nat(text.length),
      remove: fc.nat(30),
      insert: fc.constantFrom("", "", ",", "}", '"', "{}", "7", '"x": 1,', "// note\n", "\uFEFF"),
      isCut: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(damage, async ({ at, remove, insert, isCut }) => {
        const content = text.slice(0, at) + insert + (isCut ? "" : text.slice(at + remove));
        for (const unit of offered(content)) expect(await runs(content, unit), content).toBe(true);
        const known = checkedUnits(checkParameterText(content, { path })).units.map(({ id }) => id);
        for (const unit of known.filter((id) => !offered(content).includes(id)))
          expect(await runs(content, unit), content).toBe(false);
      }),
      { numRuns: 400 },
    );
  });
});

describe("unitsAround", () => {
  const units = [10, 20, 30, 40].map((start) => ({ id: `${start}`, start, keyEnd: start + 2, end: start + 8 }));

  it.each([
    [22, 25, 0, [1, 2]],
    [28, 30, 0, [1, 3]],
    [22, 25, 1, [0, 3]],
    [0, 5, 0, [0, 0]],
    [0, 5, 2, [0, 2]],
    [60, 70, 0, [4, 4]],
    [60, 70, 1, [3, 4]],
    [0, 70, 5, [0, 4]],
  ])("finds the units that touch %i to %i, and %i more on each side", (start, end, margin, expected) => {
    expect(unitsAround(units, start, end, margin)).toEqual(expected);
  });
});

describe("unitNameProblem", () => {
  it.each([
    ["new", undefined],
    ["taken", "taken"],
    ["", "unusable"],
    ["..", "unusable"],
    ["__proto__", "unusable"],
    ["\ud800", "unusable"],
  ])("of %j is %s", (name, problem) => {
    expect(unitNameProblem(name, ["taken"])).toBe(problem);
  });
});
