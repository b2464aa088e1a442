import type { TimeUnit } from "../types.ts";

const DAY_SECONDS = 86_400n;
/** The farthest from 1970 that a date of the platform can be. */
const MAX_MILLISECONDS = 8.64e15;

/** For each unit, how many make a second, and the number of digits after the point. */
const perSecond: Readonly<Record<TimeUnit, bigint>> = { s: 1n, ms: 1000n, us: 1_000_000n, ns: 1_000_000_000n };
const digits: Readonly<Record<TimeUnit, number>> = { s: 0, ms: 3, us: 6, ns: 9 };

/** `2024-01-31`; undefined beyond the calendar. */
export function arrowDay(days: number): string | undefined {
  return isoText(days * 86_400_000)?.split("T")[0];
}

/**
 * `2024-01-31T09:30:00.000`, with all digits of the unit, so that texts sort as times do; undefined beyond the calendar.
 * @param zone what follows the time: `Z` for an instant in UTC
 */
export function timestampText(value: bigint, unit: TimeUnit, zone: "" | "Z" = ""): string | undefined {
  const [seconds, fraction] = split(value, unit);
  const text = isoText(Number(seconds) * 1000)?.replace(".000Z", "");
  return text === undefined ? undefined : text + fraction + zone;
}

/** `09:30:00.000`; undefined if it is outside a day. */
export function timeText(value: bigint, unit: TimeUnit): string | undefined {
  if (value < 0n || value >= DAY_SECONDS * perSecond[unit]) return undefined;
  return timestampText(value, unit)?.split("T")[1];
}

/** An interval as ISO 8601 writes it, each part with its own sign: `P14M`, `P3DT0.5S`, `PT0S`. */
export function intervalText(months: number, days: number, value: bigint, unit: TimeUnit): string {
  const [seconds, fraction] = split(value < 0n ? -value : value, unit);
  const isFraction = /[1-9]/.test(fraction);
  const time =
    value === 0n ? "" : `T${value < 0n ? "-" : ""}${seconds}${isFraction ? fraction.replace(/0+$/, "") : ""}S`;
  const parts = `${months === 0 ? "" : `${months}M`}${days === 0 ? "" : `${days}D`}${time}`;
  return `P${parts === "" ? "T0S" : parts}`;
}

/** Whole seconds, rounded down, and the rest as digits after a point. */
function split(value: bigint, unit: TimeUnit): [seconds: bigint, fraction: string] {
  const rest = ((value % perSecond[unit]) + perSecond[unit]) % perSecond[unit];
  const fraction = digits[unit] === 0 ? "" : `.${String(rest).padStart(digits[unit], "0")}`;
  return [(value - rest) / perSecond[unit], fraction];
}

function isoText(milliseconds: number): string | undefined {
  return Math.abs(milliseconds) <= MAX_MILLISECONDS ? new Date(milliseconds).toISOString() : undefined;
}
