import { expect, it } from "vitest";
import { file, manifest, unit } from "../../test/support/runs.ts";
import { column, table } from "../../test/support/tables.ts";
import type { ViewedRun } from "../run/viewed-run.ts";
import { compareUnits } from "./compare-units.ts";
import { NOISE } from "./tolerances.ts";

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
  const units = await compareUnits(now, before, NOISE);
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
