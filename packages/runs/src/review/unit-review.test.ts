import { describe, expect, it } from "vitest";
import type { ManifestFile } from "../folder/manifest/manifest.ts";
import { matchUnits, type UnitName } from "./unit-review.ts";

/** A file whose units have these parameters. */
function file(path: string, parameters: string, units: Readonly<Record<string, string | undefined>>): ManifestFile {
  return {
    path,
    family: "pa",
    sha256: "0",
    parametersSha256: parameters,
    requestKeys: [],
    status: "success",
    units: Object.entries(units).map(([id, parametersSha256]) => ({
      id,
      status: "success",
      warnings: [],
      errors: [],
      ...(parametersSha256 !== undefined && { parametersSha256 }),
    })),
  };
}

function matches(now: readonly ManifestFile[], before: readonly ManifestFile[], names?: readonly UnitName[]) {
  const { pairs, unmatchedUnits: left } = matchUnits(now, before, () => names ?? []);
  const name = (entry: (typeof left)[number] | undefined) => entry && `${entry.file.path}#${entry.unit.id}`;
  return { pairs: pairs.map((pair) => [name(pair.now), name(pair.before)]), left: left.map(name) };
}

describe("units of two runs are matched", () => {
  it("by file and id, whatever their parameters", () => {
    expect(matches([file("a", "2", { one: "x", two: "y" })], [file("a", "1", { two: "x", one: "y" })])).toEqual({
      pairs: [
        ["a#one", "a#one"],
        ["a#two", "a#two"],
      ],
      left: [],
    });
  });

  it("by the parameters of a file that has another path, also without digests of its units", () => {
    expect(matches([file("new", "1", { one: undefined })], [file("old", "1", { one: undefined })])).toEqual({
      pairs: [["new#one", "old#one"]],
      left: [],
    });
  });

  it("by the row of a sweep, whichever job it is in", () => {
    const jobOf = (path: string, rows: readonly string[]) => {
      const job = file(path, path, Object.fromEntries(rows.map((row) => [row, `of ${path}`])));
      return { ...job, units: job.units.map((unit) => ({ ...unit, row: { sweep: "a.pa.sweep.json", row: unit.id } })) };
    };
    const before = [jobOf("a.pa.sweep.json", ["x", "y"]), jobOf("a.pa.sweep.2.json", ["z"])];
    const now = [jobOf("a.pa.sweep.json", ["new", "x"]), jobOf("a.pa.sweep.2.json", ["y"])];
    expect(matches(now, before)).toEqual({
      pairs: [
        ["a.pa.sweep.json#new", undefined],
        ["a.pa.sweep.json#x", "a.pa.sweep.json#x"],
        ["a.pa.sweep.2.json#y", "a.pa.sweep.json#y"],
      ],
      left: ["a.pa.sweep.2.json#z"],
    });
  });

  it("by their parameters, if their ids differ", () => {
    expect(matches([file("a", "2", { one: "x", two: "y" })], [file("a", "1", { one: "x", zwei: "y" })])).toEqual({
      pairs: [
        ["a#one", "a#one"],
        ["a#two", "a#zwei"],
      ],
      left: [],
    });
  });

  it("by the former names that the caller knows", () => {
    const names = [
      { path: "a", unit: "never" },
      { path: "a", unit: "zwei" },
    ];
    expect(matches([file("a", "2", { two: "y" })], [file("a", "1", { zwei: "x" })], names).pairs).toEqual([
      ["a#two", "a#zwei"],
    ]);
  });

  it("not at all, if several units have the parameters or the family is another", () => {
    const twice = [file("a", "2", { one: "x", two: "x" })];
    expect(matches(twice, [file("a", "1", { old: "x" })])).toEqual({
      pairs: [
        ["a#one", undefined],
        ["a#two", undefined],
      ],
      left: ["a#old"],
    });
    const other = [{ ...file("b", "1", { old: "x" }), family: "spar" as const }];
    expect(matches([file("a", "1", { old: "x" })], other).left).toEqual(["b#old"]);
  });
});
