import type { PixelSpan } from "./draw/drawing.ts";

/** The whole of the days. */
export const wholeSpan: PixelSpan = [0, 1];
/** The smallest part of the days that a chart shows. */
const SMALLEST = 0.002;

/** The span around a place in it (from 0 to 1), larger or smaller by a factor. */
export function zoomed([from, to]: PixelSpan, factor: number, at = 0.5): PixelSpan {
  const size = Math.min(1, Math.max(SMALLEST, (to - from) * factor));
  const fixed = from + at * (to - from);
  return within(fixed - at * size, size);
}

/** The span moved by a share of itself. */
export function panned([from, to]: PixelSpan, share: number): PixelSpan {
  return within(from + share * (to - from), to - from);
}

export function showsAll([from, to]: PixelSpan): boolean {
  return to - from > 0.999;
}

function within(from: number, size: number): PixelSpan {
  const start = Math.max(0, Math.min(1 - size, from));
  return size >= 1 ? wholeSpan : [start, start + size];
}
