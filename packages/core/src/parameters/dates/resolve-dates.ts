import type { FamilyId } from "../../families/families.ts";
import { documentFields } from "../../families/fields.ts";
import { items, type JsonObject, property, toPointer } from "../../json/value.ts";
import { forEachField, payloads } from "../fields.ts";
import { calendarOf, formatDay, resolveDate } from "./days.ts";
import { type MovingDate, pinDates, type ResolvedDates } from "./pin-dates.ts";

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

/**
 * The units that would be computed today for the days of an earlier result. A unit is left out where one of its days is not known: the earlier
 * result does not name it, the service did not convert it today, or the request leaves it to the service (a first day that is left out is
 * known where the result is of one day). Units of a family without dates are all in.
 * @param request a family's request in the model's spelling, without errors
 * @param recorded the days that the earlier result of a unit names
 * @param resolved the relative dates of the request, with the days that they mean today
 * @returns ids; `result` in a family without units
 */
export function unitsOfSameDays(
  family: FamilyId,
  request: JsonObject,
  recorded: (unit: string) => ResolvedDates | undefined,
  resolved: readonly ResolvedDate[],
): ReadonlySet<string> {
  const { dates, spans } = documentFields[family];
  const units = payloads(family, request).map((payload) => ({ id: String(payload.path[1] ?? "result"), payload }));
  if (dates.length + spans.length === 0) return new Set(units.map(({ id }) => id));
  // The rule knows no holidays, so its days are not certain.
  const days = new Map(resolved.filter(({ by }) => by === "service").map(({ pointer, day }) => [pointer, day]));
  const { pinnedDates, remainingDates } = pinDates(family, request, recorded);
  const differing = new Set(remainingDates.map(({ unit }) => unit));
  const endNames = new Set(spans.map(([, , end]) => end));
  for (const { unit, pointer, text, day } of pinnedDates) {
    // Without a first day, the service computes one day, or a period that begins where its component says.
    const { start, end } = recorded(unit) ?? {};
    const isOneDay = text === "" && !endNames.has(pointer.slice(pointer.lastIndexOf("/") + 1)) && start === end;
    if (!isOneDay && days.get(pointer) !== day) differing.add(unit);
  }
  const hasSpans = ({ payload }: (typeof units)[number]) => {
    let count = 0;
    for (const [object] of spans) forEachField([payload], object, () => count++);
    return spans.length === 0 || count > 0;
  };
  const same = units.filter(
    (unit) => !differing.has(unit.id) && recorded(unit.id)?.end !== undefined && hasSpans(unit),
  );
  return new Set(same.map(({ id }) => id));
}
