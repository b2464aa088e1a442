/** Browsers limit an element to some 17 million pixels. Beyond this height, a pixel of the scroll bar is several pixels of rows. */
const MAX_HEIGHT = 12_000_000;

/** Maps the rows of a table of any length to a scroll bar. */
export interface ScrollScale {
  /** The height of the scrolled content, in pixels. */
  readonly height: number;
  /** Pixels of rows for a pixel of the scroll bar: 1 except for very long tables. */
  readonly ratio: number;
}

/** For `contentHeight` pixels of rows in a view of `viewHeight`. */
export function scrollScale(contentHeight: number, viewHeight: number): ScrollScale {
  if (contentHeight <= MAX_HEIGHT) return { height: contentHeight, ratio: 1 };
  return { height: MAX_HEIGHT, ratio: Math.max(1, (contentHeight - viewHeight) / (MAX_HEIGHT - viewHeight)) };
}

/** The rows to draw, from `first` up to and without `end`, in a view of `height` that begins at pixel `top` of the rows. */
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

/** The nearest start of a view that shows `size` pixels from `start`. */
export function scrollInto(start: number, size: number, viewStart: number, viewSize: number): number {
  if (start < viewStart || size > viewSize) return start;
  return start + size > viewStart + viewSize ? start + size - viewSize : viewStart;
}
