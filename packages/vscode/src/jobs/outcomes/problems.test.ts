import { readParameterFile } from "@analytics-engines/core/parameters";
import type { CheckFinding } from "@analytics-engines/runs/review";
import { describe, expect, it } from "vitest";
import type { RunJobView, UnitView } from "../store/run.ts";
import { placeFailedChecks, placeProblems } from "./problems.ts";

const unit = (id: string, parts: Partial<UnitView>): UnitView => ({
  id,
  status: "success",
  warnings: [],
  errors: [],
  ...parts,
});
const job = (units: readonly UnitView[], parts: Partial<RunJobView> = {}): RunJobView => ({
  path: "a.pa.json",
  family: "pa",
  requestKeys: [],
  status: "failure",
  units,
  ...parts,
});

const text = JSON.stringify(
  {
    Data: {
      one: { componentid: "A1B2C3", Dates: { StartDate: "-1Mo", enddate: "0" } },
      two: { componentid: "D4E5F6", benchmarks: [{ id: "BMK:WORLDD" }] },
      "a/b~c": { componentid: "D4E5F6" },
    },
    meta: { format: "JsonStach" },
  },
  undefined,
  2,
);
const file = readParameterFile(text, { path: "a.pa.json" });

/** The unit, the text and the marked part of each problem. */
function marks(shown: RunJobView, fileOf: Parameters<typeof placeProblems>[1] = () => file) {
  return placeProblems(shown, fileOf).map(({ unitId, message, range }) => {
    return [unitId, message, range && text.slice(range.start.offset, range.end.offset)];
  });
}

describe("the problems of a file", () => {
  it("have the words of the service, at the values that they speak of, or at the names of the units", () => {
    const errors = [
      { code: "400", title: "Bad date", detail: "after the end", source: { pointer: "/data/one/dates/startdate" } },
      { code: "400", detail: "Invalid start date:-1Mo" },
      { code: "400", detail: "Account not found" },
    ];
    const shown = job([
      unit("one", { status: "failure", errors }),
      unit("a/b~c", { warnings: ["No holdings"] }),
      unit("two", { status: "lost" }),
    ]);
    expect(placeProblems(shown, () => file).map(({ severity, code }) => [severity, code])).toEqual([
      ["error", "400"],
      ["error", "400"],
      ["error", "400"],
      ["warning", undefined],
      ["error", undefined],
    ]);
    expect(marks(shown)).toEqual([
      ["one", "Bad date: after the end", '"-1Mo"'],
      ["one", "Invalid start date:-1Mo", '"-1Mo"'],
      ["one", "Account not found", '"one"'],
      ["a/b~c", "No holdings", '"a/b~c"'],
      ["two", "lost", '"two"'],
    ]);
  });

  it("appear once if the service refuses the request as a whole because of one value", () => {
    const refusals = [
      { detail: "Invalid benchmark identifier:BMK:WORLDD" },
      { detail: "Bad", source: { pointer: "/CalculationParametersDictionary[1]/Value/Benchmarks[0]/Id" } },
      { detail: "Invalid start date:-1Mo" },
    ];
    for (const [index, owner] of [
      [0, "two"],
      [1, "two"],
      [2, "one"],
    ] as const) {
      const errors = refusals.slice(index, index + 1);
      const all = file.units.map((id) => unit(id, { status: "failure", errors }));
      expect(marks(job(all)).map(([id]) => id)).toEqual([owner]);
    }
    const common = [{ detail: "The service is closed" }];
    const all = file.units.map((id) => unit(id, { status: "failure", errors: common }));
    expect(marks(job(all)).map(([, , marked]) => marked)).toEqual(['"one"', '"two"', '"a/b~c"']);
  });

  it("contain the end of the job for a unit without errors, and nothing for a canceled unit", () => {
    const units = [unit("one", { status: "unknown" }), unit("two", { status: "canceled" })];
    expect(marks(job(units, { problem: "The job took too long." }))).toEqual([
      ["one", "The job took too long.", '"one"'],
    ]);
  });

  it("do not contain those of a unit that has changed since", () => {
    const shown = job(file.units.map((id) => unit(id, { status: "failure", errors: [{ detail: id }] })));
    expect(marks(shown, (id) => (id === "two" ? undefined : file)).map(([id]) => id)).toEqual(["one", "a/b~c"]);
  });

  it("have no place in a file without units, unless the service names a value", () => {
    const batch = { fiabdocument: "DOC1", account: { id: "A" }, dates: { startdate: "0", enddate: "0" } };
    const whole = readParameterFile(JSON.stringify(batch), { family: "fiab" });
    const failed = (detail: string) =>
      job([unit("result", { status: "failure", errors: [{ detail }] })], { family: "fiab" });
    expect(placeProblems(failed("Out of memory"), () => whole).map(({ range }) => range)).toEqual([undefined]);
    expect(placeProblems(failed("Unknown document DOC1"), () => whole)[0]?.range?.start.column).toBe(17);
  });
});

describe("the checks of a file that failed", () => {
  it("are at their units, with value, limit and reason, unless the unit has changed", () => {
    const finding = (unitId: string, more: Partial<CheckFinding> = {}): CheckFinding => ({
      ...{ file: "book.checks.json", check: 0, line: 7, id: "sum of Weight", rule: "sum", severity: "error" },
      ...{
        status: "failed",
        path: "a.pa.json",
        unit: unitId,
        message: "The sum is 99; expected: 100.",
        cells: 12,
        ...more,
      },
    });
    const findings = [
      finding("two", { severity: "warning" }),
      finding("one", { because: "All of it." }),
      finding("one", { status: "passed" }),
      finding("a/b~c"),
      finding("two", { path: "other.pa.json" }),
    ];
    const placed = placeFailedChecks(findings, "a.pa.json", (id) => (id === "a/b~c" ? undefined : file));
    expect(
      placed.map(({ severity, code, message, range }) => [
        severity,
        code,
        message,
        range && text.slice(range.start.offset, range.end.offset),
      ]),
    ).toEqual([
      ["error", "sum", "The sum is 99; expected: 100. All of it. (12 cells, book.checks.json:7)", '"one"'],
      ["warning", "sum", "The sum is 99; expected: 100. (12 cells, book.checks.json:7)", '"two"'],
    ]);
  });
});
