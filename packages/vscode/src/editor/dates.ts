import { isFamilyId } from "@analytics-engines/core/families/facts";
import { isObject } from "@analytics-engines/core/json";
import { type ResolveDatesOptions, type ResolvedDate, resolveDates } from "@analytics-engines/core/parameters";
import { getNodeValue } from "jsonc-parser";
import type { CheckedText } from "./check.ts";
import { hasUnits } from "./kinds.ts";
import { objectMembers, readTree } from "./tree.ts";
import { placedUnits } from "./units.ts";

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
  checked: Pick<CheckedText, "text" | "kind" | "issues" | "file">,
  options: ResolveDatesOptions,
  within: Span = { start: 0, end: checked.text.length },
): Promise<PlacedDate[]> {
  const { kind, file } = checked;
  if (kind === undefined || file === undefined || !isFamilyId(kind)) return [];
  // The request has the names of the model; with errors there is only the text.
  const request = hasUnits(kind) ? requestOf(checked, within) : (file.request ?? valueIn(checked.text));
  return (await resolveDates(kind, request, options)).flatMap((date) => {
    const range = file.rangeOf(date.pointer);
    return range ? [{ ...date, start: range.start.offset, end: range.end.offset }] : [];
  });
}

/** The request with only the units that touch a span. */
function requestOf(checked: Pick<CheckedText, "text" | "kind" | "issues" | "file">, within: Span): unknown {
  const data = checked.file?.request?.["data"];
  const near = placedUnits(checked).filter(({ start, end }) => start <= within.end && end >= within.start);
  const units = near.map(({ id, start, end }) => {
    if (isObject(data) && Object.hasOwn(data, id)) return [id, data[id]];
    const [member] = objectMembers(readTree(`{${checked.text.slice(start, end)}}`));
    return [id, member?.value && getNodeValue(member.value)];
  });
  return { data: Object.fromEntries(units) };
}

function valueIn(text: string): unknown {
  const root = readTree(text);
  return root && getNodeValue(root);
}

/** A day as people read it: `20261031` becomes `2026-10-31`. */
export function isoDay(day: string): string {
  return `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`;
}
