import type { Span } from "./draw/drawing.ts";

/** The whole of the days. */
export const WHOLE: Span = [0, 1];
/** No part of the days is smaller. */
const SMALLEST = 0.002;

/** The span around a place in it (from 0 to 1), larger or smaller by a factor. */
export function zoomed([from, to]: Span, factor: number, at = 0.5): Span {
  const size = Math.min(1, Math.max(SMALLEST, (to - from) * factor));
  const fixed = from + at * (to - from);
  return within(fixed - at * size, size);
}

/** The span moved by a share of itself. */
export function panned([from, to]: Span, share: number): Span {
  return within(from + share * (to - from), to - from);
}

export function isWhole([from, to]: Span): boolean {
  return to - from > 0.999;
}

function within(from: number, size: number): Span {
  const start = Math.max(0, Math.min(1 - size, from));
  return size >= 1 ? WHOLE : [start, start + size];
}
