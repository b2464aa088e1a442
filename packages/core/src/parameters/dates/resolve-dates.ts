import type { FamilyId } from "../../families/families.ts";
import { documentFields, type FieldPath } from "../../families/fields.ts";
import { isObject, items, type JsonObject, property, toPointer } from "../../json/value.ts";
import { forEachField, payloads, type ValueAtPath } from "../fields.ts";
import { calendarOf, formatDay, readDate, resolveDate } from "./days.ts";
import { isList, type MovingDate, type ResolvedDates, toDay } from "./pin-dates.ts";

/** A relative date of a request, with the day that it means today. */
export interface ResolvedDate extends MovingDate {
  /** `YYYYMMDD`. */
  readonly day: string;
  /**
   * `service`: the service converted it, by the calendar of the account. `rule`: computed here, by the calendar of the request
   * or else by week days, without holidays.
   */
  readonly by: "service" | "rule";
}

/** The part of a client that converts dates. `createClient()` gives one. */
export interface DateSource {
  readonly pa: { readonly dates: DateConverter };
  readonly vault: { readonly dates: DateConverter };
}

interface DateConverter {
  convert(
    query: DateQuery,
    options?: { readonly signal?: AbortSignal | undefined },
  ): Promise<{ readonly data: { readonly data?: unknown } }>;
}

/** What the service converts: the dates of a unit, for its component and its first account. */
export interface DateQuery {
  readonly startdate?: string;
  readonly enddate: string;
  readonly componentid: string;
  readonly account: string;
  readonly calendar?: string;
}

export interface ResolveDatesOptions {
  /** The day that dates are relative to, in UTC. */
  readonly today: Date;
  /** The service; without it, or if it does not answer, the rule counts. */
  readonly source?: DateSource | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * The days of all relative dates in a request, in the order of its units. Other texts, such as `20240131`, are left out.
 * @param request a family's request in the model's spelling; it may have errors
 * @throws the reason of the signal when aborted. An error of the service is not thrown: the rule counts.
 * @example
 * ```ts
 * import { resolveDates } from "@analytics-engines/core/parameters";
 *
 * const request = { data: { u: { componentid: "A", dates: { startdate: "-1M", enddate: "0M" } } } };
 * const resolved = await resolveDates("pa", request, { today: new Date("2026-11-23") });
 * console.log(resolved.map(({ text, day }) => `${text} is ${day}`)); // ["-1M is 20260930", "0M is 20261030"]
 * ```
 */
export async function resolveDates(
  family: FamilyId,
  request: unknown,
  options: ResolveDatesOptions,
): Promise<ResolvedDate[]> {
  const { dates, spans } = documentFields[family];
  const units = payloads(family, request).map(async (payload) => {
    const relativeDates: { readonly date: MovingDate; readonly name: string }[] = [];
    const unit = String(payload.path[1] ?? "result");
    const add = (text: unknown, path: readonly (string | number)[]) => {
      if (typeof text === "string" && isRelative(text, options.today))
        relativeDates.push({ date: { unit, pointer: toPointer(path), text }, name: String(path.at(-1)) });
    };
    for (const way of dates) forEachField([payload], way, add);
    for (const [object, start, end] of spans)
      for (const name of [start, end]) forEachField([payload], [...object, name], add);
    if (relativeDates.length === 0) return [];
    const converted = await convert(family, payload.value, options);
    const calendar = calendarIn(payload.value);
    return relativeDates.map(({ date, name }): ResolvedDate => {
      const day = property(converted, name);
      if (typeof day === "string" && /^\d{8}$/.test(day)) return { ...date, day, by: "service" };
      const rules = { today: options.today, calendar: calendarOf(calendar) };
      return { ...date, day: formatDay(resolveDate(date.text.trim(), rules) ?? 0), by: "rule" };
    });
  });
  return (await Promise.all(units)).flat();
}

/** Whether a text is a date that is counted from today. */
function isRelative(text: string, today: Date): boolean {
  return !/^\d{5,}$/.test(text.trim()) && resolveDate(text.trim(), { today }) !== undefined;
}

function calendarIn(payload: unknown): string | undefined {
  const calendar = property(property(payload, "dates"), "calendar");
  return typeof calendar === "string" && calendar !== "" ? calendar : undefined;
}

/** The service's answer about the dates of a unit; undefined if it cannot be asked or does not answer. */
async function convert(family: FamilyId, payload: unknown, { source, signal }: ResolveDatesOptions): Promise<unknown> {
  const query = dateQuery(family, payload);
  if (source === undefined || query === undefined || (family !== "pa" && family !== "vault")) return undefined;
  try {
    return (await source[family].dates.convert(query, { signal })).data.data;
  } catch {
    signal?.throwIfAborted();
    return undefined;
  }
}

/** The dates of a unit as the service converts them; undefined without an end, a component or an account. */
export function dateQuery(family: FamilyId, payload: unknown): DateQuery | undefined {
  const dates = property(payload, "dates");
  const [startdate, enddate] = [property(dates, "startdate"), property(dates, "enddate")];
  const componentid = property(payload, "componentid");
  const [first] = items(property(payload, "accounts"));
  const account = property(property(payload, "account") ?? first, "id");
  const calendar = family === "pa" ? calendarIn(payload) : undefined;
  if (!isText(enddate) || !isText(componentid) || !isText(account)) return undefined;
  return {
    ...(isText(startdate) ? { startdate } : {}),
    enddate,
    componentid,
    account,
    ...(calendar === undefined ? {} : { calendar }),
  };
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

/** What an earlier run knows of the days of a unit. */
export interface EarlierDays {
  /** When that run began: its relative dates are counted from then. */
  readonly startedAt: Date;
  /** The days that its result names. */
  readonly dates?: ResolvedDates | undefined;
}

/** Why a unit may be computed for other days than an earlier result. */
export type DayDifference = "other-days" | "decided-by-service";

/**
 * The units that would be computed today for other days than an earlier result, or for days that are not certain.
 *
 * An absolute date is the same day. A relative date is the same day where it means today the day that the earlier result names. Where that
 * names none, the date must mean the same day by the rules of relative dates, counted from then and from now. A day that the request leaves to
 * the service is not certain; a first day that is left out is, where the result is of one day.
 * @param request a family's request in the model's spelling, without errors
 * @param earlier what the earlier run knows of a unit
 * @param resolved the relative dates of the request, with the days that they mean today
 * @returns by id (`result` in a family without units); a unit that is left out has the same days
 */
export function differingDays(
  family: FamilyId,
  request: JsonObject,
  earlier: (unit: string) => EarlierDays,
  resolved: readonly ResolvedDate[],
): ReadonlyMap<string, DayDifference> {
  const { dates, decidedDates, spans } = documentFields[family];
  const today = new Map(resolved.map((date) => [date.pointer, date]));
  const differences = new Map<string, DayDifference>();
  for (const payload of payloads(family, request)) {
    const unit = String(payload.path[1] ?? "result");
    const { startedAt, dates: recorded } = earlier(unit);
    const rules = { today: startedAt, calendar: calendarOf(calendarIn(payload.value)) };
    const compare = (text: string, pointer: string, recordedDay?: string): DayDifference | undefined => {
      const { form } = readDate(text.trim());
      if (form !== "relative" && form !== "unknown") return undefined;
      const now = today.get(pointer);
      if (form === "unknown" || now === undefined) return "decided-by-service";
      const byRule = formatDay(resolveDate(text.trim(), rules) ?? 0);
      // The rule knows no holidays, so where the result names a day, the rule must agree with it, unless the service itself has converted the date.
      const isRuleRight = recordedDay === undefined || now.by === "service" || byRule === recordedDay;
      return isRuleRight && now.day === (recordedDay ?? byRule) ? undefined : "other-days";
    };
    const note = (difference: DayDifference | undefined) => {
      if (difference !== undefined) differences.set(unit, difference);
    };
    const visitDate = (text: unknown, path: readonly (string | number)[]) => {
      if (typeof text === "string" && text.trim() !== "") note(compare(text, toPointer(path)));
    };
    for (const way of dates) forEachField([payload], way, visitDate);
    for (const way of decidedDates) if (!hasText(payload, way)) note("decided-by-service");
    for (const [object, startName, endName] of spans) {
      const isNamed = object.length === 1 && object[0] === "dates";
      let isThere = false;
      forEachField([payload], object, (span, path) => {
        isThere = true;
        if (!isObject(span) || isList(span)) return;
        const [start = "", end = ""] = [property(span, startName), property(span, endName)];
        if (typeof end !== "string" || typeof start !== "string" || end.trim() === "")
          return note("decided-by-service");
        const days = isNamed ? { start: toDay(recorded?.start), end: toDay(recorded?.end) } : {};
        note(compare(end, toPointer([...path, endName]), days.end));
        if (start.trim() !== "") note(compare(start, toPointer([...path, startName]), days.start));
        // Without a first day, the service computes one day, or a period that begins where its component says.
        else if (days.start === undefined || days.start !== days.end) note("decided-by-service");
      });
      if (isNamed && !isThere) note("decided-by-service");
    }
  }
  return differences;
}

function hasText(payload: ValueAtPath, way: FieldPath): boolean {
  let isThere = false;
  forEachField([payload], way, (text) => {
    isThere = typeof text === "string" && text.trim() !== "";
  });
  return isThere;
}
