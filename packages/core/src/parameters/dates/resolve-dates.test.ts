import { describe, expect, it } from "vitest";
import type { FamilyId } from "../../families/families.ts";
import { type DateQuery, type DateSource, resolveDates } from "./resolve-dates.ts";

const today = new Date("2026-11-23T10:00:00Z");
const unit = { componentid: "C", accounts: [{ id: "A" }], dates: { startdate: "-1M", enddate: "0M" } };

const shown = async (family: FamilyId, request: unknown, source?: DateSource) =>
  (await resolveDates(family, request, { today, source })).map(
    ({ pointer, text, day, by }) => `${pointer} ${text} ${day} ${by}`,
  );

function sourceOf(answer: (query: DateQuery) => unknown) {
  const queries: DateQuery[] = [];
  const dates = {
    convert: async (query: DateQuery) => {
      queries.push(query);
      return { data: { data: answer(query) } };
    },
  };
  return { queries, source: { pa: { dates }, vault: { dates } } };
}

describe("resolveDates", () => {
  it("computes relative dates without a service, and leaves out days and other texts", async () => {
    const request = { data: { a: unit, b: { dates: { startdate: "20240131", enddate: "LATEST" } }, c: null } };
    expect(await shown("pa", request)).toEqual([
      "/data/a/dates/startdate -1M 20260930 rule",
      "/data/a/dates/enddate 0M 20261030 rule",
    ]);
  });

  it("counts by the calendar of the request", async () => {
    const request = { data: { a: { dates: { enddate: "0M", calendar: "SEVENDAY" } } } };
    expect(await shown("pa", request)).toEqual(["/data/a/dates/enddate 0M 20261031 rule"]);
  });

  it("finds the dates of each family", async () => {
    expect(await shown("axp", { data: { optimization: { riskModelDate: "0M" } } })).toHaveLength(1);
    expect(await shown("quant", { data: { u: { dates: { dates: ["0", "-1"] } } } })).toHaveLength(2);
    expect(await shown("fiab", { dates: { startdate: "-1", enddate: "0" } })).toHaveLength(2);
  });

  it("asks the service with component, account and calendar, and uses its answer", async () => {
    const { queries, source } = sourceOf(() => ({ startdate: "20260929", enddate: "20261029" }));
    const request = { data: { a: { ...unit, dates: { ...unit.dates, calendar: "FIVEDAY" } } } };
    expect(await shown("pa", request, source)).toEqual([
      "/data/a/dates/startdate -1M 20260929 service",
      "/data/a/dates/enddate 0M 20261029 service",
    ]);
    const query = { startdate: "-1M", enddate: "0M", componentid: "C", account: "A" };
    expect(queries).toEqual([{ ...query, calendar: "FIVEDAY" }]);
    const vault = { data: { a: { componentid: "C", account: { id: "A" }, dates: unit.dates } } };
    expect(await shown("vault", vault, source)).toContain("/data/a/dates/enddate 0M 20261029 service");
    expect(queries.at(-1)).toEqual(query);
  });

  it("computes what the service does not answer, or not as a day", async () => {
    const odd = sourceOf(() => ({ startdate: null, enddate: "October" })).source;
    expect((await shown("pa", { data: { a: unit } }, odd)).every((line) => line.endsWith("rule"))).toBe(true);
    const failing = sourceOf(() => {
      throw new Error("404");
    }).source;
    expect(await shown("pa", { data: { a: unit } }, failing)).toHaveLength(2);
  });

  it("does not ask without an account, a component or a relative date", async () => {
    const { queries, source } = sourceOf(() => ({}));
    const days = { startdate: "20240101", enddate: "20240131" };
    const data = { a: { ...unit, accounts: [] }, b: { ...unit, componentid: "" }, c: { ...unit, dates: days } };
    await shown("pa", { data }, source);
    expect(queries).toEqual([]);
  });
});
