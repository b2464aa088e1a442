/** The smallest value that is above this share of the values: 0.5 for the median. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** A fifth of the values is below this one: the time on a machine that does little else. */
export function low(values: readonly number[]): number {
  return quantile(values, 0.2);
}

/** The item with the median value. */
export function middle<T>(items: readonly T[], by: (item: T) => number): T {
  const item = items.toSorted((a, b) => by(a) - by(b))[Math.floor(items.length / 2)];
  if (item === undefined) throw new Error("nothing was measured");
  return item;
}
