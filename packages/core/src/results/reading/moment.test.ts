import { describe, expect, it } from "vitest";
import { parseMoment } from "./types.ts";

/** The first and last day of a moment as ISO. */
function daysOf(text: string): string | undefined {
  const moment = parseMoment(text);
  if (moment === undefined) return undefined;
  const iso = (time: number) => new Date(time).toISOString().slice(0, 10);
  return moment.start === undefined ? iso(moment.end) : `${iso(moment.start)} to ${iso(moment.end)}`;
}

describe("a moment", () => {
  it.each([
    ["28-APR-2026", "2026-04-28"],
    ["28 Apr 2026", "2026-04-28"],
    ["1 September 2026", "2026-09-01"],
    ["April 28, 2026", "2026-04-28"],
    ["04/28/2026", "2026-04-28"],
    ["11/11/2015", "2015-11-11"],
    ["2026-04-28", "2026-04-28"],
    ["20260428", "2026-04-28"],
    ["as of 28-APR-2026", "2026-04-28"],
    ["09-JUN-2026 to 10-JUN-2026", "2026-06-09 to 2026-06-10"],
    ["12/31/2025 - 01/31/2026", "2025-12-31 to 2026-01-31"],
    ["Jan 2026 to Mar 2026", "2026-01-01 to 2026-03-31"],
    ["2026 Q1", "2026-01-01 to 2026-03-31"],
    ["Q4 2026", "2026-10-01 to 2026-12-31"],
    ["1Q 2026", "2026-01-01 to 2026-03-31"],
    ["Feb 2028", "2028-02-01 to 2028-02-29"],
    ["2026-01", "2026-01-01 to 2026-01-31"],
    ["2026", "2026-01-01 to 2026-12-31"],
    ["2026 YTD", "2026-01-01 to 2026-12-31"],
    ["2199", "2199-01-01 to 2199-12-31"],
  ])("%j is %s", (text, days) => {
    expect(daysOf(text)).toBe(days);
    expect(parseMoment(text)?.text).toBe(text.replace("as of ", ""));
  });

  it.each([
    ...["", "Total", "2200", "1899", "12", "30-FEB-2026", "28-FOO-2026", "2026-13", "Q5 2026", "13/45/2026"],
    ...["10-JUN-2026 to 09-JUN-2026", "Fund 2026", "Weight 28-APR-2026", "3 Month", `2026${" ".repeat(100)}x`],
  ])("is not in %j", (text) => {
    expect(parseMoment(text)).toBeUndefined();
  });
});
