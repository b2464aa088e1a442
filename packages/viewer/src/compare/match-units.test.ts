import { tolerancesText } from "@analytics-engines/core/basics";
import { describe, expect, it } from "vitest";
import { file, manifest, unit } from "../../test/support/runs.ts";
import { column, table } from "../../test/support/tables.ts";
import type { ViewedRun } from "../run/viewed-run.ts";
import { compareUnits, listedOutcome, noiseTolerances, typedTolerances, unitsOfFileFirst } from "./match-units.ts";

/** A run whose units have one weight each; a unit with the weight undefined failed. */
function run(weights: Readonly<Record<string, number | undefined>>): ViewedRun {
  const units = Object.entries(weights).map(([id, weight]) =>
    weight === undefined
      ? unit(id, { status: "failure", errors: [{ title: "Invalid account" }] })
      : unit(id, { file: `${id}.json` }),
  );
  return {
    manifest: manifest([file("book.pa.json", units)]),
    open: async (_, { id }) => ({
      kind: "tables",
      tables: [table([column("Sector", ["Energy"]), column("Weight", [weights[id] ?? 0])])],
    }),
  };
}

it("units of two runs are in the order of what failed, the largest moves, gone, new and same", async () => {
  const before = run({ noise: 10, small: 10, gone: 1, large: 10, broken: 1 });
  const now = run({ noise: 10 + 1e-7, small: 10.01, large: 20, broken: undefined, fresh: 1 });
  const units = await compareUnits({ now, before, tolerances: noiseTolerances });
  expect(units.map((each) => [each.unit, each.outcome.kind])).toEqual([
    ["broken", "failed"],
    ["large", "moved"],
    ["small", "moved"],
    ["gone", "vanished"],
    ["fresh", "appeared"],
    ["noise", "same"],
  ]);
  expect(units[0]?.outcome).toMatchObject({ message: "Invalid account", before: "success" });
  expect(units[2]?.outcome).toMatchObject({ moves: [{ text: { before: "10.00", after: "10.01" } }] });
});

it("a renamed unit is compared with the unit of its parameters, and its old name is kept", async () => {
  const parametersSha256 = "d".repeat(64);
  const named = (id: string, weight: number): ViewedRun => ({
    ...run({ [id]: weight }),
    manifest: manifest([
      file("book.pa.json", [unit(id, { file: `${id}.json`, parametersSha256 })], { parametersSha256: id }),
    ]),
  });
  const [renamed, ...others] = await compareUnits({
    now: named("new", 11),
    before: named("old", 10),
    tolerances: noiseTolerances,
  });
  expect(renamed).toMatchObject({
    unit: "new",
    renamedFrom: { path: "book.pa.json", unit: "old" },
    outcome: { kind: "moved", cause: "neither", changedCells: 1 },
  });
  expect(others).toEqual([]);
});

it("a result that cannot be read leaves the other units compared", async () => {
  const before = run({ bad: 1, good: 1 });
  const now = run({ bad: 2, good: 2 });
  const open: ViewedRun["open"] = async (ref, one) => {
    if (one.id === "bad") throw new Error("The file is gone.");
    return now.open(ref, one);
  };
  const units = await compareUnits({ now: { ...now, open }, before, tolerances: noiseTolerances });
  expect(units.map((each) => [each.unit, each.outcome])).toEqual([
    ["good", expect.objectContaining({ kind: "moved" })],
    ["bad", { kind: "not-compared", reason: "The file is gone." }],
  ]);
});

describe("tolerances as text", () => {
  it.each([
    ["", []],
    ["0.01", [{ columns: "*", absolute: 0.01 }]],
    [
      "*weight*=0.01; *=1e-9,0.1%",
      [
        { columns: "*weight*", absolute: 0.01 },
        { columns: "*", absolute: 1e-9, relative: 0.001 },
      ],
    ],
    ["much", undefined],
  ])("read %j", (text, tolerances) => {
    expect(typedTolerances(text)).toEqual(tolerances);
  });

  it("read as they were written", () => {
    expect(tolerancesText(noiseTolerances)).toBe("*=0.000001,0.0001%");
    expect(typedTolerances(tolerancesText(noiseTolerances))).toEqual(noiseTolerances);
  });
});

it("a unit that was canceled is no failure in the list", async () => {
  const canceled: ViewedRun = {
    ...run({ late: 1 }),
    manifest: manifest([
      file("book.pa.json", [unit("late", { status: "canceled" }), unit("bad", { status: "failure" })]),
    ]),
  };
  const units = await compareUnits({ now: canceled, before: run({ late: 1, bad: 1 }), tolerances: noiseTolerances });
  expect(units.map((reviewed) => [reviewed.unit, listedOutcome(reviewed.outcome)])).toEqual([
    ["late", "canceled"],
    ["bad", "failed"],
  ]);
});

it("the units of a file come before the others, those of a sweep whichever job has them", () => {
  const same = { kind: "same", withinTolerance: 0 } as const;
  const units = [
    { path: "a.pa.json", unit: "u", outcome: same },
    { path: "b.pa.sweep.2.json", unit: "v", row: { path: "b.pa.sweep.json", unit: "v" }, outcome: same },
    { path: "b.pa.sweep.json", unit: "w", row: { path: "b.pa.sweep.json", unit: "w" }, outcome: same },
  ];
  expect(unitsOfFileFirst(units, "b.pa.sweep.json").map(({ unit: id }) => id)).toEqual(["v", "w", "u"]);
  expect(unitsOfFileFirst(units, undefined)).toBe(units);
});
