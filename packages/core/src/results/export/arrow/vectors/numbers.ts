import { decimalOf, numberOf } from "../../../../json/exact-number.ts";
import { damaged } from "../flatbuffer.ts";
import type { ArrowType, TimeUnit } from "../schema.ts";
import { bitOf, bufferOf, type LoadContext, type Node, readNulls, type Vector, withNulls } from "./column.ts";

type TypeOf<K> = Extract<ArrowType, { kind: K }>;
type Reader = (view: DataView, row: number) => unknown;

/** The types whose values have one width each. */
type FixedType = TypeOf<"bool" | "int" | "float" | "decimal" | "date" | "time" | "timestamp" | "duration" | "interval">;

/** Loads a column of values of one width. */
export function loadFixed(type: FixedType, node: Node, context: LoadContext): Vector {
  const isNull = readNulls(context, node);
  if (type.kind === "bool") {
    const bits = bufferOf(context, Math.ceil(node.length / 8), 1);
    return withNulls(node.length, isNull, (row) => bitOf(bits, row) === 1);
  }
  const { width, read } = readerOf(type);
  const view = bufferOf(context, node.length, width);
  return withNulls(node.length, isNull, (row) => {
    const cell = read(view, row * width);
    if (cell === undefined) throw damaged(`${context.owner} has a ${type.kind} that no calendar has, in row ${row}`);
    return cell;
  });
}

/** The width of a value, and its reader at an offset, which returns undefined for an impossible date or time. */
function readerOf(type: Exclude<FixedType, { kind: "bool" }>): { readonly width: number; readonly read: Reader } {
  const bigAt = (view: DataView, at: number) => view.getBigInt64(at, true);
  switch (type.kind) {
    case "int":
      return { width: type.bits / 8, read: intReader(type) };
    case "float":
      return { width: type.bits / 8, read: floatReader(type) };
    case "decimal": {
      const width = type.bits / 8;
      return { width, read: (view, at) => decimalOf(decimalText(wholeAt(view, at, width), type.scale)) };
    }
    case "date":
      if (type.unit === "day") return { width: 4, read: (view, at) => arrowDay(view.getInt32(at, true)) };
      return { width: 8, read: (view, at) => dateText(bigAt(view, at)) };
    case "time": {
      const { unit } = type;
      if (unit === "s" || unit === "ms")
        return { width: 4, read: (view, at) => timeText(BigInt(view.getInt32(at, true)), unit) };
      return { width: 8, read: (view, at) => timeText(bigAt(view, at), unit) };
    }
    case "timestamp": {
      const { unit, zone } = type;
      return { width: 8, read: (view, at) => timestampText(bigAt(view, at), unit, zone === undefined ? "" : "Z") };
    }
    case "duration":
      return { width: 8, read: (view, at) => exactWhole(bigAt(view, at)) };
    case "interval":
      return intervalReader(type);
  }
}

function intReader({ bits, isSigned }: TypeOf<"int">): Reader {
  if (bits === 64) return (view, at) => exactWhole(isSigned ? view.getBigInt64(at, true) : view.getBigUint64(at, true));
  const method = `get${isSigned ? "Int" : "Uint"}${bits}` as const;
  return (view, at) => view[method](at, true);
}

function floatReader({ bits }: TypeOf<"float">): Reader {
  if (bits === 64) return (view, at) => view.getFloat64(at, true);
  return bits === 32 ? (view, at) => view.getFloat32(at, true) : (view, at) => halfOf(view.getUint16(at, true));
}

/** A float of 16 bits: one of sign, five of exponent, ten of fraction. */
function halfOf(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0x1f) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return sign * (exponent === 0 ? fraction * 2 ** -24 : (1024 + fraction) * 2 ** (exponent - 25));
}

function intervalReader({ unit }: TypeOf<"interval">): { readonly width: number; readonly read: Reader } {
  const at32 = (view: DataView, at: number) => view.getInt32(at, true);
  switch (unit) {
    case "month":
      return { width: 4, read: (view, at) => intervalText(at32(view, at), 0, 0n, "s") };
    case "day, ms":
      return { width: 8, read: (view, at) => intervalText(0, at32(view, at), BigInt(at32(view, at + 4)), "ms") };
    case "month, day, ns":
      return {
        width: 16,
        read: (view, at) => intervalText(at32(view, at), at32(view, at + 4), view.getBigInt64(at + 8, true), "ns"),
      };
  }
}

/** The text of a day that is stored in milliseconds. Some writers include a time, which the text then shows. */
function dateText(milliseconds: bigint): string | undefined {
  const text = timestampText(milliseconds, "ms");
  return text?.endsWith("T00:00:00.000") ? text.split("T")[0] : text;
}

function exactWhole(value: bigint): unknown {
  const near = Number(value);
  return Number.isSafeInteger(near) ? near : numberOf(String(value));
}

/** A whole number of 4, 8, 16 or 32 bytes with a sign. */
function wholeAt(view: DataView, at: number, width: number): bigint {
  if (width === 4) return BigInt(view.getInt32(at, true));
  let value = view.getBigInt64(at + width - 8, true);
  for (let part = width - 16; part >= 0; part -= 8) value = (value << 64n) | view.getBigUint64(at + part, true);
  return value;
}

/** A decimal as text, with as many digits after the point as its scale says: 110 with scale 2 is `1.10`. */
function decimalText(value: bigint, scale: number): string {
  if (scale <= 0) return value === 0n ? "0" : `${value}${"0".repeat(-scale)}`;
  const digits = String(value < 0n ? -value : value).padStart(scale + 1, "0");
  return `${value < 0n ? "-" : ""}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

const DAY_SECONDS = 86_400n;
/** The farthest from 1970 that a date of the platform can be. */
const MAX_MILLISECONDS = 8.64e15;

/** For each unit, how many make a second, and the number of digits after the point. */
const perSecond: Readonly<Record<TimeUnit, bigint>> = { s: 1n, ms: 1000n, us: 1_000_000n, ns: 1_000_000_000n };
const digits: Readonly<Record<TimeUnit, number>> = { s: 0, ms: 3, us: 6, ns: 9 };

/** `2024-01-31`; undefined beyond the calendar. */
function arrowDay(days: number): string | undefined {
  return isoText(days * 86_400_000)?.split("T")[0];
}

/**
 * `2024-01-31T09:30:00.000`, with all digits of the unit, so that texts sort as times do; undefined beyond the calendar.
 * @param zone what follows the time: `Z` for an instant in UTC
 */
function timestampText(value: bigint, unit: TimeUnit, zone: "" | "Z" = ""): string | undefined {
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
function intervalText(months: number, days: number, value: bigint, unit: TimeUnit): string {
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
