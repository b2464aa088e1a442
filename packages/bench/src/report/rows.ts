/** A figure beside a peer or a limit of the same run. */
export interface Row {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** The peer's figure or the limit, in the same unit. */
  readonly reference: number;
  /** `value / reference`. */
  readonly ratio: number;
  /** The target in words, such as "at most 1.15 times bare ky". */
  readonly target: string;
  readonly met: boolean;
}

/** A value that must not exceed `times` the reference. */
export function atMost(
  name: string,
  value: number,
  unit: string,
  reference: number,
  times: number,
  target: string,
): Row {
  return { name, value, unit, reference, ratio: value / reference, target, met: value <= times * reference };
}

/** A value that must not exceed a limit. */
export function under(
  name: string,
  value: number,
  unit: string,
  limit: number,
  target = `under ${limit} ${unit}`,
): Row {
  return atMost(name, value, unit, limit, 1, target);
}

/** A value without a target. */
export function withoutTarget(name: string, value: number, unit: string, reference: number, target = "shown"): Row {
  return { name, value, unit, reference, ratio: value / reference, target, met: true };
}

/** The numbers of a row for people. */
export function rowText({ value, reference, unit, ratio }: Row) {
  return { value: `${number(value)} ${unit}`, reference: `${number(reference)} ${unit}`, ratio: ratio.toFixed(2) };
}

function number(value: number): string {
  return Math.abs(value) >= 100 ? Math.round(value).toLocaleString("en-US") : value.toPrecision(3);
}
