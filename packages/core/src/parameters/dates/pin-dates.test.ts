import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arbitraryOf } from "../../../test/support/parameters/arbitrary.ts";
import { type FamilyId, families, familyIds } from "../../families/families.ts";
import { fromPointer, isObject, type JsonObject } from "../../json/value.ts";
import { readParameterFile } from "../read/read.ts";
import { shapeOf } from "../shapes/shape.ts";
import { pinDates, type ResolvedDates } from "./pin-dates.ts";

const january = { start: "20251231", end: "20260130" };

function pin(family: FamilyId, request: JsonObject, resolved: ResolvedDates = january) {
  return pinDates(family, request, () => resolved);
}

const at = (value: unknown, pointer: string) =>
  (fromPointer(pointer) ?? []).reduce<unknown>((held, key) => Object(held)[key], value);

describe("the dates of a request", () => {
  it("become the days of its unit, in each family whose results name them", () => {
    const small = { startdate: "-1M", enddate: "0M", frequency: "Monthly" };
    const pinnedSmall = { startdate: "20251231", enddate: "20260130", frequency: "Monthly" };
    for (const family of ["pa", "spar", "vault", "pub"] as const) {
      expect(pin(family, { data: { a: { dates: small } } }).request).toEqual({ data: { a: { dates: pinnedSmall } } });
    }
    expect(pin("fiab", { dates: { startdate: "-1M", enddate: "0M" } })).toMatchObject({
      request: { dates: { startdate: "20251231", enddate: "20260130" } },
      pinnedDates: [{ unit: "result", pointer: "/dates/startdate", text: "-1M", day: "20251231" }, { unit: "result" }],
    });
    const quant = { source: "FdsDate", startDate: "-1M", endDate: "0M", frequency: "M", calendar: "FIVEDAY" };
    expect(pin("quant", { data: { a: { dates: quant } } }).request).toEqual({
      data: { a: { dates: { ...quant, startDate: "20251231", endDate: "20260130" } } },
    });
  });

  it("become the days of their own unit", () => {
    const request = { data: { a: { dates: { enddate: "0" } }, "b/c": { dates: { enddate: "0" } } } };
    const days: Record<string, ResolvedDates> = { a: { end: "20260130" }, "b/c": { end: "20251231" } };
    expect(pinDates("pa", request, (unit) => days[unit])).toEqual({
      request: { data: { a: { dates: { enddate: "20260130" } }, "b/c": { dates: { enddate: "20251231" } } } },
      pinnedDates: [
        { unit: "a", pointer: "/data/a/dates/enddate", text: "0", day: "20260130" },
        { unit: "b/c", pointer: "/data/b~1c/dates/enddate", text: "0", day: "20251231" },
      ],
      remainingDates: [],
    });
  });

  it("stay where they are days already, and are added where they were left to the service", () => {
    const dates = { startdate: "20240101", enddate: "", frequency: "Monthly" };
    expect(pin("pa", { data: { a: { dates } } })).toMatchObject({
      request: { data: { a: { dates: { startdate: "20240101", enddate: "20260130" } } } },
      pinnedDates: [{ text: "", day: "20260130" }],
    });
    expect(pin("pa", { data: { a: { dates: { enddate: "20240131" } } } }).request).toEqual({
      data: { a: { dates: { startdate: "20251231", enddate: "20240131" } } },
    });
    const without = { data: { a: { componentid: "X" } } };
    expect(pin("pa", without)).toEqual({ request: without, pinnedDates: [], remainingDates: [] });
  });

  it.each<[string, FamilyId, JsonObject, ResolvedDates, string[]]>([
    ["whose days are not known", "pa", { data: { a: { dates: { enddate: "-1M" } } } }, {}, ["-1M"]],
    ["whose end is not", "pa", { data: { a: { dates: { enddate: "-1M" } } } }, { start: "20260130" }, ["-1M"]],
    ["whose day is none", "pa", { data: { a: { dates: { enddate: "-1M" } } } }, { end: "20260230" }, ["-1M"]],
    [
      "that are listed",
      "quant",
      { data: { a: { dates: { source: "DateList", dates: ["0", "20240131", "-1D"] } } } },
      january,
      ["0", "-1D"],
    ],
    [
      "of settings",
      "fi",
      { data: { jobSettings: { asOfDate: "0", attribution: { startDate: "-1M", endDate: "20260101" } } } },
      january,
      ["0", "-1M"],
    ],
    [
      "of an optimization",
      "npo",
      { data: { optimization: { backtestDate: "0M", riskModelDate: "01/30/2026" } } },
      january,
      ["0M"],
    ],
    ["in words of the service", "pub", { data: { a: { dates: { enddate: "LATEST" } } } }, {}, ["LATEST"]],
  ])("%s are left unchanged, and reported", (_, family, request, resolved, texts) => {
    const { remainingDates, ...rest } = pin(family, request, resolved);
    expect(remainingDates.map(({ text }) => text)).toEqual(texts);
    for (const { pointer, text } of remainingDates) expect(at(request, pointer)).toBe(text);
    for (const { pointer, text } of remainingDates) expect(at(rest.request, pointer)).toBe(text);
  });

  it("takes the days in the forms that results have them in", () => {
    const ask = (end: string) => pin("pa", { data: { a: { dates: { enddate: "0" } } } }, { end }).request;
    for (const end of ["20260130", "2026-01-30", "01/30/2026"])
      expect(ask(end)).toEqual({ data: { a: { dates: { enddate: "20260130" } } } });
  });
});

const relative = fc.constantFrom("0", "0M", "-1M", "-3AY", "-10D", "LATEST", " -1 ", "");
const day = fc
  .date({ min: new Date("1990-01-01"), max: new Date("2030-12-31"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10).replaceAll("-", ""));
const named = familyIds.filter((family) => families[family].answers !== "single");

describe("any request", () => {
  it("whose days are known has no relative date left, no other value changed, and is still the family's", () => {
    const folder = new URL("../../../../../docs/examples/", import.meta.url);
    const examples = readdirSync(folder)
      .map((name) => readParameterFile(readFileSync(new URL(name, folder), "utf8"), { path: name }))
      .filter(({ family, template }) => template === undefined && family !== undefined && named.includes(family));
    expect(new Set(examples.map(({ family }) => family)).size).toBe(named.length);
    fc.assert(
      fc.property(
        fc.constantFrom(...examples),
        fc.tuple(fc.oneof(relative, day), fc.oneof(relative, day)),
        fc.tuple(day, day).map(([one, other]) => (one < other ? [one, other] : [other, one])),
        ({ family = "pa", request = {} }, [first, last], [start = "", end = ""]) => {
          const moved = withSpans(request, first, last);
          const before = structuredClone(moved);
          const { request: made, pinnedDates, remainingDates } = pinDates(family, moved, () => ({ start, end }));
          expect(moved).toEqual(before);
          expect(remainingDates).toEqual([]);
          for (const { pointer, text, day: stands } of pinnedDates) {
            expect([at(before, pointer), at(made, pointer)]).toEqual([text, stands]);
            expect(stands).toMatch(/^\d{8}$/);
          }
          expect(pinDates(family, made, () => undefined)).toEqual({
            request: made,
            pinnedDates: [],
            remainingDates: [],
          });
          const errors = readParameterFile(JSON.stringify(made), { family }).issues.filter(
            ({ severity, code }) => severity === "error" && code !== "dates-reversed",
          );
          expect(errors).toEqual([]);
          expect(withSpans(made, "", "")).toEqual(withSpans(before, "", ""));
        },
      ),
    );
  });

  it("never makes pinDates throw, whatever it contains", () => {
    const requests = fc
      .constantFrom(...familyIds)
      .chain((family) => arbitraryOf(shapeOf(family)).map((request) => ({ family, request })));
    fc.assert(
      fc.property(
        requests,
        fc.option(fc.record({ start: fc.string(), end: day }), { nil: undefined }),
        (made, days) => {
          if (!isObject(made.request)) return;
          const before = structuredClone(made.request);
          const { pinnedDates, remainingDates } = pinDates(made.family, made.request, () => days);
          expect(made.request).toEqual(before);
          for (const { pointer, text } of [...pinnedDates, ...remainingDates])
            expect(at(before, pointer) ?? "").toBe(text);
        },
      ),
    );
  });
});

/** The request with these texts in each of its spans of dates. */
function withSpans(request: JsonObject, first: string, last: string): JsonObject {
  return JSON.parse(
    JSON.stringify(request, (key, value: unknown) => {
      if (key !== "dates" || !isObject(value) || value["source"] === "DateList") return value;
      const [start, end] = "source" in value ? ["startDate", "endDate"] : ["startdate", "enddate"];
      return { ...value, [start]: first, [end]: last };
    }),
  );
}
