import { findAccount } from "./accounts.ts";
import { findBenchmark } from "./benchmarks.ts";
import type { DateConversion } from "./catalogue.ts";
import { findComponent } from "./components.ts";
import { calendarOf, formatDay, resolveDate } from "./dates.ts";

/** Relative dates to `YYYYMMDD`, or what is wrong with the query. A snapshot component starts where it ends. */
export function convertDates(
  family: "pa" | "vault",
  { startdate, enddate, componentid, account, calendar }: DateConversion,
  today: Date,
): { startdate: string; enddate: string } | { problem: string } {
  const component = findComponent(family, componentid);
  if (component === undefined) return { problem: `Invalid component identifier:${componentid}` };
  if (findAccount(account) === undefined && findBenchmark(account) === undefined) {
    return { problem: `Invalid account identifier:${account}` };
  }
  const rules = { today, calendar: calendarOf(calendar) };
  const end = resolveDate(enddate, rules);
  if (end === undefined) return { problem: `Invalid end date:${enddate}` };
  const start = startdate ? resolveDate(startdate, rules) : undefined;
  if (startdate && start === undefined) return { problem: `Invalid start date:${startdate}` };
  const from = component.snapshot ? end : (start ?? end);
  if (from > end) return { problem: `Start date ${formatDay(from)} is after end date ${formatDay(end)}` };
  return { startdate: formatDay(from), enddate: formatDay(end) };
}
