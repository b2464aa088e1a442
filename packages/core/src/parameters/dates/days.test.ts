import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Calendar, calendarOf, dayOf, formatDay, periodEnds, resolveDate } from "./days.ts";

const at = (day: string) => new Date(`${day}T10:00:00Z`);
const friday = at("2026-11-20");
const sunday = at("2026-11-22");

function resolved(text: string, today = friday, calendar: Calendar = "FIVEDAY"): string | undefined {
  const day = resolveDate(text, { today, calendar });
  return day === undefined ? undefined : formatDay(day);
}

describe("absolute dates", () => {
  it.each(["20240229", "20231231", "19700101", "20000229"])("%s is itself", (text) => {
    expect(resolved(text)).toBe(text);
  });

  it.each([
    "20230229",
    "20240431",
    "20241301",
    "20240100",
    "2024",
    "240131",
    "2024-01-31",
    "01/31/2024",
    "x",
    "20240131 ",
  ])("%s is not an absolute date", (text) => {
    expect(resolved(text)).toBeUndefined();
  });

  it("take the other forms only where they are allowed", () => {
    const form = (text: string, also: "MM/DD/YYYY" | "YYYY-MM-DD") => {
      const day = resolveDate(text, { today: friday, also });
      return day && formatDay(day);
    };
    expect(form("09/01/2020", "MM/DD/YYYY")).toBe("20200901");
    expect(form("2/29/2024", "MM/DD/YYYY")).toBe("20240229");
    expect(form("02/30/2024", "MM/DD/YYYY")).toBeUndefined();
    expect(form("2000-01-31", "YYYY-MM-DD")).toBe("20000131");
    expect(form("2000-01-31", "MM/DD/YYYY")).toBeUndefined();
  });

  it("are read back as they are written", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 40_000 }), (day) => {
        expect(resolveDate(formatDay(day), { today: friday })).toBe(day);
      }),
    );
  });
});

describe("relative dates on week days", () => {
  it.each([
    ["0", "20261120"],
    ["-1", "20261119"],
    ["-5", "20261113"],
    ["0D", "20261120"],
    ["-1d", "20261119"],
    ["0W", "20261120"],
    ["-1W", "20261113"],
    ["0M", "20261030"],
    ["-1M", "20260930"],
    ["-3m", "20260731"],
    ["0Q", "20260930"],
    ["-3Q", "20251231"],
    ["0Y", "20251231"],
    ["-1Y", "20241231"],
    ["0AD", "20261120"],
    ["-6AD", "20261113"],
    ["-1AW", "20261113"],
    ["-1AM", "20261020"],
    ["-3AQ", "20260220"],
    ["-3AY", "20231120"],
  ])("%s on Friday 20 November 2026 is %s", (text, expected) => {
    expect(resolved(text)).toBe(expected);
  });

  it("go back to Friday on a weekend", () => {
    expect(resolved("0", sunday)).toBe("20261120");
    expect(resolved("-1", sunday)).toBe("20261119");
    expect(resolved("-1AD", sunday)).toBe("20261120");
    expect(resolved("0W", sunday)).toBe("20261120");
  });

  it("know a month end that is today", () => {
    expect(resolved("0M", at("2026-10-30"))).toBe("20261030");
    expect(resolved("0M", at("2026-10-29"))).toBe("20260930");
    expect(resolved("0Y", at("2026-12-31"))).toBe("20261231");
  });

  it("take the last day of a month that lacks the day", () => {
    expect(resolved("-1AM", at("2026-03-31"), "SEVENDAY")).toBe("20260228");
    expect(resolved("-1AY", at("2024-02-29"), "SEVENDAY")).toBe("20230228");
  });

  it("agree with a published conversion: two years before Monday 19 June 2023 is Friday 18 June 2021", () => {
    expect(resolved("-2AY", at("2023-06-19"))).toBe("20210618");
  });

  it.each(["1", "1M", "+1M", "-M", "M", "-1A", "0A", "-1X", "-1AMM", "--1", "-12345", ""])(
    "%j is not a relative date",
    (text) => {
      expect(resolved(text)).toBeUndefined();
    },
  );

  it("never fall on a weekend or after today, and never grow later with more periods back", () => {
    const today = fc.date({ min: at("1990-01-01"), max: at("2060-01-01"), noInvalidDate: true });
    const unit = fc.constantFrom("", "D", "W", "M", "Q", "Y", "AD", "AW", "AM", "AQ", "AY");
    fc.assert(
      fc.property(today, unit, fc.integer({ min: 0, max: 60 }), (now, suffix, count) => {
        const day = (back: number) =>
          resolveDate(back === 0 ? `0${suffix}` : `-${back}${suffix}`, { today: now }) ?? Number.NaN;
        const [nearer, farther] = [day(count), day(count + 1)];
        expect(nearer).toBeLessThanOrEqual(dayOf(now));
        expect(farther).toBeLessThanOrEqual(nearer);
        expect([0, 6]).not.toContain(new Date(nearer * 86_400_000).getUTCDay());
      }),
    );
  });
});

describe("relative dates on all days", () => {
  it.each([
    ["0", "20261122"],
    ["-1", "20261121"],
    ["0W", "20261122"],
    ["0M", "20261031"],
    ["0Q", "20260930"],
    ["-1AM", "20261022"],
    ["-1AW", "20261115"],
    ["-10AD", "20261112"],
  ])("%s on Sunday 22 November 2026 is %s", (text, expected) => {
    expect(resolved(text, sunday, "SEVENDAY")).toBe(expected);
  });

  it("are chosen by the calendar's name in any letter case", () => {
    expect(calendarOf("sevenday")).toBe("SEVENDAY");
    expect(calendarOf("FIVEDAY")).toBe("FIVEDAY");
    expect(calendarOf(undefined)).toBe("FIVEDAY");
  });
});

describe("periods", () => {
  const day = (text: string) => resolveDate(text, { today: friday }) ?? 0;
  const ends = (start: string, end: string, unit: "D" | "W" | "M" | "Q" | "S" | "Y") =>
    periodEnds(day(start), day(end), unit, "FIVEDAY").map(formatDay);

  it("end on the calendar's period ends and with the end itself", () => {
    expect(ends("20251231", "20260331", "M")).toEqual(["20260130", "20260227", "20260331"]);
    expect(ends("20260115", "20260310", "M")).toEqual(["20260130", "20260227", "20260310"]);
    expect(ends("20251231", "20261120", "Q")).toEqual(["20260331", "20260630", "20260930", "20261120"]);
    expect(ends("20241231", "20261231", "S")).toEqual(["20250630", "20251231", "20260630", "20261231"]);
    expect(ends("20231229", "20261120", "Y")).toEqual(["20241231", "20251231", "20261120"]);
    expect(ends("20261113", "20261120", "D")).toEqual(["20261116", "20261117", "20261118", "20261119", "20261120"]);
    expect(ends("20261102", "20261118", "W")).toEqual(["20261106", "20261113", "20261118"]);
    expect(ends("20261120", "20261120", "M")).toEqual(["20261120"]);
  });

  it("rise, lie within the span, and miss no end between", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 10_000, max: 20_000 }),
        fc.integer({ min: 0, max: 2000 }),
        fc.constantFrom("D", "W", "M", "Q", "S", "Y"),
        (start, length, unit) => {
          const found = periodEnds(start, start + length, unit, "FIVEDAY");
          expect(found.at(-1)).toBe(start + length);
          expect(found).toEqual([...new Set(found)].sort((a, b) => a - b));
          const longest = { D: 3, W: 7, M: 34, Q: 95, S: 187, Y: 369 }[unit];
          let before = start;
          for (const end of found) {
            expect(end - before).toBeLessThanOrEqual(longest);
            before = end;
          }
        },
      ),
    );
  });
});
