import fc from "fast-check";
import { expect, test } from "vitest";
import { parseTolerance } from "./parse-tolerance.ts";

test.each([
  ["*=0.01", { columns: "*", absolute: 0.01 }],
  ["*weight*=1e-6,0.5%", { columns: "*weight*", absolute: 1e-6, relative: 0.005 }],
  ["Return=2%", { columns: "Return", relative: 0.02 }],
  ["a=b=0", { columns: "a=b", absolute: 0 }],
  ["Portfolio | Weight=.5", { columns: "Portfolio | Weight", absolute: 0.5 }],
])("%s", (text, tolerance) => {
  expect(parseTolerance(text)).toEqual(tolerance);
});

test.each([
  "",
  "0.01",
  "=0.01",
  "a=",
  "a=,",
  "a=x",
  "a=-1",
  "a=1%,2",
  "a=1,2",
  "a=1,%",
  "a=0x10",
  "a=1e999",
  "a=NaN",
  "a=1%%",
])("%j is not a tolerance", (text) => {
  expect(parseTolerance(text)).toBeUndefined();
});

test("any pattern and any distances are read as they were written", () => {
  const distance = fc.double({ min: 0, noNaN: true, noDefaultInfinity: true });
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), distance, distance, (columns, absolute, percent) => {
      expect(parseTolerance(`${columns}=${absolute},${percent}%`)).toEqual({
        columns,
        absolute,
        relative: percent / 100,
      });
    }),
  );
});
