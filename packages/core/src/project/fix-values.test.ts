import { describe, expect, test } from "vitest";
import { canonicalText } from "../parameters/digest.ts";
import { readParameterFile } from "../parameters/read/read.ts";
import { readSweep } from "../parameters/sweep/read-sweep.ts";
import { fixValues } from "./fix-values.ts";

const unit = { componentid: "0A".repeat(32), dates: { startdate: "-1Y", enddate: "0", frequency: "Monthly" } };
const dates = { startdate: "20260101", enddate: "20260131" };

describe("the dates and the currency of a set", () => {
  test("replace those of every unit, and the digest is of the changed request", () => {
    const file = readParameterFile(JSON.stringify({ data: { a: unit, b: unit } }), { path: "a.pa.json" });
    const result = fixValues(file, { dates, currency: "EUR" });
    const changed = { ...unit, dates: { ...dates, frequency: "Monthly" }, currencyisocode: "EUR" };
    expect(result).toMatchObject({ file: { path: "a.pa.json", request: { data: { a: changed, b: changed } } } });
    if (!("file" in result)) throw new Error("not changed");
    const same = readParameterFile(JSON.stringify({ data: { a: changed, b: changed } }), { family: "pa" });
    expect(canonicalText(result.file)).toBe(canonicalText(same));
    // The file as it was read stays.
    expect(file.request).toEqual({ data: { a: unit, b: unit } });
  });

  test("have the names of the family", () => {
    const data = {
      prices: {
        universe: { source: "IdentifierUniverse", universeType: "Equity", identifiers: ["A"] },
        dates: { source: "FdsDate", startDate: "-2M", endDate: "0M", frequency: "M", calendar: "FIVEDAY" },
        formulas: [{ source: "FqlExpression", expr: "P_PRICE(0)", name: "Price" }],
      },
    };
    const file = readParameterFile(JSON.stringify({ data }), { family: "quant" });
    expect(fixValues(file, { dates, currency: "EUR" })).toMatchObject({
      file: { request: { data: { prices: { dates: { startDate: "20260101", endDate: "20260131" } } } } },
    });
  });

  test("leave a family without them, and a file with errors, as they are", () => {
    const bonds = readParameterFile('{"data": {"securities": [], "calculations": []}}', { family: "fi" });
    const broken = readParameterFile("{", { family: "pa" });
    for (const file of [bonds, broken]) {
      const result = fixValues(file, { dates, currency: "EUR" });
      expect("file" in result && result.file.request).toEqual(file.request);
    }
  });

  test("are refused where a unit has no place for them, or makes them wrong", () => {
    const { dates: _, ...without } = unit;
    const file = readParameterFile(JSON.stringify({ data: { a: without, b: unit } }), { family: "pa" });
    expect(fixValues(file, { dates })).toEqual({
      problems: ["`a` has no `dates` that the set can fix. Add them, with a frequency."],
    });
    const early = { ...unit, dates: { ...unit.dates, enddate: "20250101" } };
    const reversed = readParameterFile(JSON.stringify({ data: { a: early } }), { family: "pa" });
    expect(fixValues(reversed, { dates: { startdate: "20260101" } })).toEqual({
      problems: [expect.stringContaining("/data/a/dates")],
    });
  });
});

describe("the dates and the currency of a set in a sweep", () => {
  const readJobs = (template: object, fill: object) =>
    readSweep(
      JSON.stringify({
        template,
        rows: "s.csv",
        id: "{id}",
        fill,
      }),
      "s.pa.sweep.json",
      {
        files: new Map([["s.csv", { text: "id,day\na,-2M\nb,-3M\n" }]]),
      },
    ).jobs;

  test("replace those of the template and of the rows, and the digest is that of the parameter file with them", () => {
    const [job] = readJobs(unit, { "/dates/startdate": { column: "day" } });
    if (job === undefined) throw new Error("no job");
    const result = fixValues(job, { dates, currency: "EUR" });
    if (!("file" in result)) throw new Error("not changed");
    const changed = { ...unit, dates: { ...dates, frequency: "Monthly" }, currencyisocode: "EUR" };
    const same = readParameterFile(JSON.stringify({ data: { a: changed, b: changed } }), { family: "pa" });
    expect(canonicalText(result.file)).toBe(canonicalText(same));
    expect(result.file).toMatchObject({ path: "s.pa.sweep.json", units: ["a", "b"] });
    expect(result.file.rowOf(1)).toEqual({ id: "b", file: "s.csv", line: 3 });
    // The job as it was read stays.
    expect(job.request).toMatchObject({
      data: { a: { dates: { startdate: "-2M" } }, b: { dates: { startdate: "-3M" } } },
    });
  });

  test("are refused where the template has no place for them", () => {
    const { dates: _, ...without } = unit;
    const [job] = readJobs(without, { "/currencyisocode": "US{id}" }).slice(0, 1);
    if (job === undefined) throw new Error("no job");
    expect(fixValues(job, { dates })).toEqual({
      problems: ["a", "b"].map((id) => `\`${id}\` has no \`dates\` that the set can fix. Add them, with a frequency.`),
    });
  });
});
