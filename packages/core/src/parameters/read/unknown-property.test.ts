import { applyEdits } from "jsonc-parser";
import { describe, expect, test } from "vitest";
import { applyFixes } from "../issues/fixes.ts";
import { readParameterFile } from "./read.ts";

const componentid = `"componentid": "${"0A".repeat(32)}"`;
const file = (...members: readonly string[]) => `{"data": {"u": {${[componentid, ...members].join(", ")}}}}`;
const read = (text: string) => readParameterFile(text, { path: "a.pa.json" });

/** The messages of a text, and what the first fix makes of it. */
function firstFix(text: string): { readonly messages: readonly string[]; readonly fixed: string } {
  const { issues } = read(text);
  const [fix] = issues[0]?.fixes ?? [];
  return { messages: issues.map(({ message }) => message), fixed: fix ? applyEdits(text, [...fix.edits]) : "" };
}

describe("a property at another level", () => {
  test("is moved into the object beside it", () => {
    expect(firstFix(file('"startdate": "-1M"', '"dates": {"enddate": "0", "frequency": "Monthly"}'))).toEqual({
      messages: ["There is no property `startdate` in `u`. It belongs in `dates`."],
      fixed: file('"dates": {"enddate": "0", "frequency": "Monthly", "startdate": "-1M"}'),
    });
  });

  test("is no missing property of that object", () => {
    const { messages, fixed } = firstFix(
      file('"dates": {"startdate": "-1M", "frequency": "Monthly"}', '"end_date": "0"'),
    );
    expect(messages).toEqual(["There is no property `end_date` in `u`. It belongs in `dates`."]);
    expect(read(fixed).issues).toEqual([]);
  });

  test("is put into an object of its own, and into the only item of a list", () => {
    expect(firstFix(file('"enddate": "0"')).fixed).toBe(file('"dates": { "enddate": "0" }'));
    const { messages, fixed } = firstFix(file('"accounts": [{"id": "Client:/A.ACCT"}]', '"holdingsmode": "B&H"'));
    expect(messages[0]).toBe(
      "There is no property `holdingsmode` in `u`. It belongs in `accounts`, or in `benchmarks`.",
    );
    expect(fixed).toBe(file('"accounts": [{"id": "Client:/A.ACCT", "holdingsmode": "B&H"}]'));
  });

  test("is moved out of an object", () => {
    const dates = '"startdate": "-1M", "enddate": "0", "frequency": "Monthly"';
    const text = `{"data": {"u": {"dates": {${dates}, ${componentid}}}}}`;
    const { messages, fixed } = firstFix(text);
    expect(messages).toEqual(["There is no property `componentid` in `dates`. It belongs beside `dates`."]);
    expect(read(fixed).issues).toEqual([]);
  });
});

test("a name with underscores is the one of the model: a safe fix", () => {
  const text = file(
    '"dates": {"start_date": "-1M", "end_date": "20240230", "frequency": "Monthly"}',
    '"currency_iso_code": "USD"',
  );
  const { issues } = read(text);
  expect(issues.filter(({ code }) => code !== "impossible-date").map(({ message }) => message)).toEqual([
    "There is no property `start_date` in `dates`. The model spells it `startdate`.",
    "There is no property `end_date` in `dates`. The model spells it `enddate`.",
    "There is no property `currency_iso_code` in `u`. The model spells it `currencyisocode`.",
  ]);
  expect(issues.map(({ code, pointer }) => `${code} ${pointer}`)).toContain("impossible-date /data/u/dates/end_date");
  const fixed = applyFixes(text, issues);
  expect(read(fixed).issues.map(({ code }) => code)).toEqual(["impossible-date"]);
});

test("what a misspelled name holds is checked", () => {
  const { issues } = read(file('"acounts": [{"idd": "Client:/A.ACCT"}]'));
  expect(issues.map(({ pointer }) => pointer)).toEqual(["/data/u/acounts", "/data/u/acounts/0/idd"]);
});

test("as many unknown names as a file can hold are read in a time that grows with their number", () => {
  const names = Array.from({ length: 30_000 }, (_, at) => `"x${at}": 0`).join(",");
  const accounts = Array.from({ length: 30_000 }, () => "{}").join(",");
  const started = performance.now();
  const { issues } = read(file(`"accounts": [${accounts}]`, names));
  expect(issues.length).toBeGreaterThan(10_000);
  expect(performance.now() - started).toBeLessThan(20_000);
});
