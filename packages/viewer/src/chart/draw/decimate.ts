/** A line of many points looks the same with the first, lowest, highest and last point of each pixel. */
const POINTS_PER_PIXEL = 4;

/**
 * The places of the points to draw between two places: all if there are few, else four of each column of pixels. The edges of a gap stay
 * where they are.
 */
export function decimate(
  values: ArrayLike<number>,
  from: number,
  to: number,
  columnOf: (place: number) => number,
  width: number,
): number[] {
  const places: number[] = [];
  if (to - from < width * POINTS_PER_PIXEL) {
    for (let place = from; place <= to; place++) places.push(place);
    return places;
  }
  let start = from;
  while (start <= to) {
    const column = columnOf(start);
    const wasGap = Number.isNaN(values[start] ?? Number.NaN);
    let [end, low, high] = [start, start, start];
    while (end < to && columnOf(end + 1) === column && Number.isNaN(values[end + 1] ?? Number.NaN) === wasGap) {
      end++;
      if ((values[end] ?? 0) < (values[low] ?? 0)) low = end;
      if ((values[end] ?? 0) > (values[high] ?? 0)) high = end;
    }
    for (const place of new Set([start, Math.min(low, high), Math.max(low, high), end])) places.push(place);
    start = end + 1;
  }
  return places;
}
