import type { FamilyId } from "../../families/families.ts";
import { documentFields } from "../../families/fields.ts";
import type { JsonObject } from "../../json/value.ts";
import { forEachField, payloads } from "../fields.ts";
import { pinDates, type ResolvedDates } from "./pin-dates.ts";
import type { ResolvedDate } from "./resolve-dates.ts";

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
