/** The data at the mouse, or at the place that a reader reached with the arrow keys. */
export interface Hit {
  /** The place of the data, in pixels of the drawing. */
  readonly x: number;
  readonly y: number;
  readonly title: string;
  readonly lines: readonly { readonly color: string; readonly name: string; readonly text: string }[];
}

export interface Drawing {
  readonly element: SVGSVGElement;
  readonly width: number;
  readonly height: number;
  readonly hit: (x: number, y: number) => Hit | undefined;
  /** The places that the arrow keys reach, in order. */
  readonly readings: Readings;
  /** The area between the axes, if the chart is of dates and can be zoomed. */
  readonly timeBox?: Box;
}

interface Readings {
  readonly count: number;
  readonly at: (index: number) => Hit | undefined;
  /** How many places the up and down keys move; by default one. */
  readonly stride?: number;
}

export interface DrawingSize {
  readonly width: number;
  /** The height of the view; many bars make the drawing higher. */
  readonly height: number;
  /** For high contrast: series differ by more than their colour. */
  readonly patterned?: boolean;
  /** The part of the days that a chart over time shows: from and to, each from 0 to 1. */
  readonly span?: PixelSpan;
}

export type PixelSpan = readonly [from: number, to: number];

/** The area inside the axes, in pixels. */
export interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

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

/** The place after a key, from the one before it (-1 for none); undefined if the key moves nothing. Places without data are skipped. */
export function readingAfter({ count, at, stride = 1 }: Readings, before: number, key: string): number | undefined {
  const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: stride, ArrowUp: -stride };
  if (key === "Home") return nextWithData(-1, 1);
  if (key === "End") return nextWithData(count, -1);
  const step = steps[key];
  if (step === undefined || count === 0) return undefined;
  if (before < 0) return nextWithData(-1, 1);
  return nextWithData(before, step) ?? before;

  function nextWithData(from: number, by: number): number | undefined {
    for (let index = from + by; index >= 0 && index < count; index += by) if (at(index)) return index;
    return undefined;
  }
}
