// Apart from `tolerance.ts`, which reads tables: each program loads this file as it starts.
import type { Tolerance } from "./types.ts";

/** Reads a tolerance from text: `PATTERN=ABS`, `PATTERN=REL%` or `PATTERN=ABS,REL%`; undefined if the text has another form. */
export function parseTolerance(text: string): Tolerance | undefined {
  const at = text.lastIndexOf("=");
  const [, absolute, relative] = /^(?:([^,%]+))?(?:(?:^|,)([^,%]+)%)?$/.exec(text.slice(at + 1)) ?? [];
  const distances = [absolute, relative].map((part) => (part === undefined ? undefined : toDistance(part)));
  const [unit, percent] = distances;
  if (at < 1 || distances.some((distance) => Number.isNaN(distance)) || (unit === undefined && percent === undefined))
    return undefined;
  return {
    columns: text.slice(0, at),
    ...(unit === undefined ? {} : { absolute: unit }),
    ...(percent === undefined ? {} : { relative: percent / 100 }),
  };
}

/** The number of a text; NaN if the text is not a number of at least 0. */
function toDistance(text: string): number {
  const number = /^(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : Number.NaN;
  return Number.isFinite(number) ? number : Number.NaN;
}

/** Tolerances as text, in the form that `parseTolerance` reads: `*weight*=0.01; *=0.000001,0.0001%`. */
export function tolerancesText(tolerances: readonly Tolerance[]): string {
  return tolerances
    .map(({ columns, absolute, relative }) => {
      const share = relative === undefined ? [] : [`${Number((relative * 100).toPrecision(12))}%`];
      return `${columns}=${[...(absolute === undefined ? [] : [String(absolute)]), ...share].join(",")}`;
    })
    .join("; ");
}
