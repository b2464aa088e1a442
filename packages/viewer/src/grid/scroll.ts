/** Browsers lay out no element higher than some 17 million pixels; above this the scroll bar stands for more rows than it has pixels. */
const HIGHEST = 12_000_000;

/** How the rows of a table of any length map to a scroll bar. */
export interface ScrollScale {
  /** What the scroll bar is given, in pixels. */
  readonly height: number;
  /** Pixels of rows for a pixel of the scroll bar: 1 for all but very long tables. */
  readonly ratio: number;
}

/** For `contentHeight` pixels of rows in a view of `viewHeight`. */
export function scrollScale(contentHeight: number, viewHeight: number): ScrollScale {
  if (contentHeight <= HIGHEST) return { height: contentHeight, ratio: 1 };
  return { height: HIGHEST, ratio: Math.max(1, (contentHeight - viewHeight) / (HIGHEST - viewHeight)) };
}

/** The rows to draw, from `first` up to `end`, for a view of `height` that begins at pixel `top` of the rows. */
export function visibleRows(
  top: number,
  height: number,
  rowHeight: number,
  count: number,
): { first: number; end: number } {
  const first = Math.max(0, Math.min(count, Math.floor(top / rowHeight)));
  const end = Math.max(first, Math.min(count, Math.ceil((top + height) / rowHeight)));
  return { first, end };
}

/** Where a view must begin so that a stretch of `size` pixels at `start` is inside: as near as possible to where it is. */
export function scrollInto(start: number, size: number, viewStart: number, viewSize: number): number {
  if (start < viewStart || size > viewSize) return start;
  return start + size > viewStart + viewSize ? start + size - viewSize : viewStart;
}
