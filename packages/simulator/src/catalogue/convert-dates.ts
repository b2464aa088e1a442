import { calendarOf, formatDay, resolveDate } from "@analytics-engines/core/parameters";
import { isAccountOrBenchmark } from "./accounts.ts";
import { findComponent } from "./components.ts";

/** The query of a date conversion. Newer deployments take the calendar, `FIVEDAY` or `SEVENDAY`. */
export type DateConversion = Partial<Record<"startdate" | "enddate" | "componentid" | "account" | "calendar", string>>;

/** Relative dates to `YYYYMMDD`, or what is wrong with the query. A snapshot component starts where it ends. */
export function convertDates(
  family: "pa" | "vault",
  { startdate, enddate = "", componentid = "", account = "", calendar }: DateConversion,
  today: Date,
): { startdate: string; enddate: string } | { problem: string; parameter: keyof DateConversion } {
  const component = findComponent(family, componentid);
  if (component === undefined)
    return { parameter: "componentid", problem: `Invalid component identifier: ${componentid}` };
  if (!isAccountOrBenchmark(account)) return { parameter: "account", problem: `Account name: ${account} fetch failed` };
  const rules = { today, calendar: calendarOf(calendar) };
  const end = resolveDate(enddate, rules);
  if (end === undefined) return { parameter: "enddate", problem: "Invalid end date input" };
  const start = startdate ? resolveDate(startdate, rules) : undefined;
  if (startdate && start === undefined) return { parameter: "startdate", problem: "Invalid start date input" };
  const from = component.snapshot ? end : (start ?? end);
  if (from > end) {
    const problem = `Start date ${formatDay(from)} is after end date ${formatDay(end)}`;
    return { parameter: "startdate", problem };
  }
  return { startdate: formatDay(from), enddate: formatDay(end) };
}
