import type { FamilyId } from "../../families/families.ts";
import { documentFields } from "../../families/fields.ts";
import { isObject, type JsonObject, property, toPointer } from "../../json/value.ts";
import { forEachField, payloads } from "../fields.ts";
import { readDate } from "./days.ts";

/** The first and the last day for which a unit was computed, as its result states them. */
export interface ResolvedDates {
  readonly start?: string;
  readonly end?: string;
}

/** A date of a request whose day depends on when the request is computed. */
export interface MovingDate {
  /** The unit's id; `result` in a family without units. */
  readonly unit: string;
  /** JSON pointer into the request. */
  readonly pointer: string;
  /** The date as the request had it; empty if the request left the day to the service. */
  readonly text: string;
}

export interface PinnedDate extends MovingDate {
  /** The day that replaces the date, `YYYYMMDD`. */
  readonly day: string;
}

export interface PinnedRequest {
  /** A copy of the given request with the days. */
  readonly request: JsonObject;
  readonly pinnedDates: readonly PinnedDate[];
  /** Relative dates without a known day: they are unchanged. */
  readonly remainingDates: readonly MovingDate[];
}

/**
 * Replaces relative dates by the days that they resolved to. A result states the first and the last day of its unit's `dates`. A day that
 * these `dates` leave out is added. Other dates, such as those in an optimization's settings, are not in the result: they stay relative.
 * @param request a family's request in the model's spelling, without errors; it is not changed
 * @param resolved the days of a unit; undefined if they are not known. A text that is not a day counts as not known.
 * @example
 * ```ts
 * import { pinDates } from "@analytics-engines/core/parameters";
 *
 * const request = { data: { u: { componentid: "A", dates: { startdate: "-1M", enddate: "0" } } } };
 * const { pinnedDates } = pinDates("pa", request, () => ({ start: "20240131", end: "20240229" }));
 * console.log(pinnedDates.map(({ text, day }) => `${text} is ${day}`)); // ["-1M is 20240131", "0 is 20240229"]
 * ```
 */
export function pinDates(
  family: FamilyId,
  request: JsonObject,
  resolved: (unit: string) => ResolvedDates | undefined,
): PinnedRequest {
  const copy = structuredClone(request);
  const pinnedDates: PinnedDate[] = [];
  const remainingDates: MovingDate[] = [];
  const { dates, spans } = documentFields[family];
  for (const payload of payloads(family, copy)) {
    const unit = String(payload.path[1] ?? "result");
    const days = resolved(unit);
    const leave = (text: unknown, path: readonly (string | number)[]) => {
      if (typeof text === "string" && moves(text)) remainingDates.push({ unit, pointer: toPointer(path), text });
    };
    for (const way of dates) forEachField([payload], way, leave);
    for (const [object, start, end] of spans) {
      forEachField([payload], object, (span, path) => {
        if (!isObject(span) || isList(span)) return;
        const isNamed = object.length === 1 && object[0] === "dates";
        for (const [name, text] of [
          [start, days?.start],
          [end, days?.end],
        ] as const) {
          const was = property(span, name) ?? "";
          const day = isNamed ? toDay(text) : undefined;
          if (typeof was !== "string" || (was !== "" && !moves(was))) continue;
          if (day === undefined) leave(was, [...path, name]);
          else {
            span[name] = day;
            pinnedDates.push({ unit, pointer: toPointer([...path, name]), text: was, day });
          }
        }
      });
    }
  }
  return { request: copy, pinnedDates, remainingDates };
}

/** Whether a date is not a fixed day: it is relative, or a word that only the service knows. */
function moves(text: string): boolean {
  const { form } = readDate(text.trim());
  return text.trim() !== "" && (form === "relative" || form === "unknown");
}

/** Dates that are listed one by one have no first and no last day to set. */
export function isList(dates: JsonObject): boolean {
  return property(dates, "source") === "DateList";
}

/** Converts a day from the form that the result has to `YYYYMMDD`. */
export function toDay(text: string | undefined): string | undefined {
  const date = readDate(text ?? "");
  return "day" in date && date.day !== undefined ? String(date.day).padStart(8, "0") : undefined;
}
