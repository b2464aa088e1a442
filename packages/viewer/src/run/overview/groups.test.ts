import type { UnitStatus } from "@analytics-engines/core";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { file, manifest, unit } from "../../../test/support/runs.ts";
import { runNames, statusOrder } from "../text.ts";
import { type Grouping, groupings, matchesByFile, overviewGroups, runCounts, searchRun } from "./groups.ts";

const run = manifest([
  file("books/a.pa.json", [unit("fine"), unit("old", { warnings: ["old prices"] })]),
  file("books/trades.fpo.json", [unit("result", { status: "lost" })], { family: "fpo" }),
  file("books/more.npo.json", [unit("result", { tables: [{ id: "t", rows: 60, columns: 3 }] })], { family: "npo" }),
  file("books/late.pa.json", [], { status: "unknown", problem: { code: "job-deadline", message: "Too late." } }),
]);

function groupsOf(grouping: Grouping, of = run) {
  return overviewGroups(searchRun(of, ""), grouping, runNames(of)).map(({ title, note, rows }) => [
    title,
    note,
    rows.map(({ key }) => key.replace("books/", "")),
  ]);
}

describe("the groups of an overview", () => {
  it("begin with what needs attention: failures before warnings", () => {
    const urgent = ["trades.fpo.json#result", "late.pa.json#", "a.pa.json#old"];
    expect(groupsOf("family")).toEqual([
      ["Needs attention", "failures and warnings first", urgent],
      ["Portfolio Analysis", "1 unit in 1 file", ["a.pa.json#fine"]],
      ["Optimizers", "1 unit in 1 file", ["more.npo.json#result"]],
    ]);
    expect(groupsOf("file").map(([title]) => title)).toEqual(["Needs attention", "a.pa", "more.npo"]);
  });

  it("by status begin with failures", () => {
    expect(groupsOf("status").map(([title, , rows]) => [title, rows?.length])).toEqual([
      ["Lost", 1],
      ["Unknown", 1],
      ["Succeeded", 3],
    ]);
  });

  it("have each unit once, however the run is", () => {
    const anyUnit = fc.record({ status: fc.constantFrom(...statusOrder), hasWarning: fc.boolean() });
    const anyGrouping = fc.constantFrom(...Object.keys(groupings).filter((key): key is Grouping => key in groupings));
    fc.assert(
      fc.property(fc.array(fc.array(anyUnit, { maxLength: 4 }), { maxLength: 5 }), anyGrouping, (files, grouping) => {
        const made = manifest(
          files.map((units, place) =>
            file(
              `f${place}.pa.json`,
              units.map(({ status, hasWarning }: { status: UnitStatus; hasWarning: boolean }, index) =>
                unit(`u${index}`, { status, warnings: hasWarning ? ["w"] : [] }),
              ),
            ),
          ),
        );
        const keys = groupsOf(grouping, made).flatMap(([, , rows]) => rows);
        const expected = files.flatMap((units, place) =>
          units.length === 0 ? [`f${place}.pa.json#`] : units.map((_, index) => `f${place}.pa.json#u${index}`),
        );
        expect(keys.toSorted()).toEqual(expected.toSorted());
      }),
    );
  });

  it("have the jobs of a sweep as one file", () => {
    const jobs = ["f/book.pa.sweep.json", "f/book.pa.sweep.2.json"];
    const swept = manifest([
      ...jobs.map((path, job) => file(path, [unit(`unit-${job}`)])),
      file("f/a.pa.json", [unit("alone")]),
    ]);
    expect(groupsOf("file", swept).map(([title, note]) => [title, note])).toEqual([
      ["book.pa.sweep", "2 units"],
      ["a.pa", "1 unit"],
    ]);
    expect(groupsOf("family", swept).map(([, note]) => note)).toEqual(["3 units in 2 files"]);
    expect(runCounts(swept).files).toBe(2);
    expect(matchesByFile(searchRun(swept, "")).map((ofFile) => ofFile.length)).toEqual([2, 1]);
  });

  it("count units, files, warnings and rows", () => {
    expect(runCounts(run)).toEqual({ units: 4, files: 4, warnings: 1, rows: 60 });
  });
});
