import { isFamilyId } from "@analytics-engines/core/families/facts";
import { isObject } from "@analytics-engines/core/json";
import { type ResolveDatesOptions, type ResolvedDate, resolveDates } from "@analytics-engines/core/parameters";
import { getNodeValue } from "jsonc-parser";
import type { CheckedText } from "./check.ts";
import { hasUnits } from "./kinds.ts";
import { readTree } from "./tree.ts";
import { findUnits } from "./units.ts";

/** A relative date of a document with its day, and the offsets of its text, which include the quotes. */
export interface PlacedDate extends ResolvedDate {
  readonly start: number;
  readonly end: number;
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * Resolves the relative dates of a document, even with errors in it.
 * @param within only the units that touch this span; by default all, so that a long document need not send hundreds of requests
 */
export async function placedDates(
  { text, kind, file }: Pick<CheckedText, "text" | "kind" | "file">,
  options: ResolveDatesOptions,
  within: Span = { start: 0, end: text.length },
): Promise<PlacedDate[]> {
  if (kind === undefined || file === undefined || !isFamilyId(kind)) return [];
  const root = readTree(text);
  if (root === undefined) return [];
  // The request has the names of the model; with errors there is only the text.
  let request: unknown = file.request ?? getNodeValue(root);
  if (hasUnits(kind) && isObject(request)) {
    const data = request["data"];
    const near = findUnits(root, kind).filter(({ start, end }) => start <= within.end && end >= within.start);
    const units = near.flatMap(({ id }) => (isObject(data) && Object.hasOwn(data, id) ? [[id, data[id]]] : []));
    request = { data: Object.fromEntries(units) };
  }
  return (await resolveDates(kind, request, options)).flatMap((date) => {
    const range = file.rangeOf(date.pointer);
    return range ? [{ ...date, start: range.start.offset, end: range.end.offset }] : [];
  });
}

/** A day as people read it: `20261031` becomes `2026-10-31`. */
export function isoDay(day: string): string {
  return `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`;
}
