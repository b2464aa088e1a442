import { isFamilyId } from "@analytics-engines/core/basics";
import {
  type ResolveDatesOptions,
  type ResolvedDate,
  readParameterFile,
  resolveDates,
} from "@analytics-engines/core/parameters";
import { getNodeValue } from "jsonc-parser";
import type { CheckedText } from "./checked-text.ts";
import { excerptOf, moveSpan } from "./excerpt.ts";
import { readTree } from "./tree.ts";

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
  const excerpt = excerptOf(checked, within);
  const part = readParameterFile(excerpt.text, { family: kind, unknownProperties: "warning" });
  // The request has the names of the model; with errors there is only the text.
  const request = part.request ?? valueIn(excerpt.text);
  return (await resolveDates(kind, request, options)).flatMap((date) => {
    const range = part.rangeOf(date.pointer);
    return range ? [moveSpan({ ...date, start: range.start.offset, end: range.end.offset }, excerpt)] : [];
  });
}

function valueIn(text: string): unknown {
  const root = readTree(text);
  return root && getNodeValue(root);
}

/** A day as people read it: `20261031` becomes `2026-10-31`. */
export function isoDay(day: string): string {
  return `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`;
}
