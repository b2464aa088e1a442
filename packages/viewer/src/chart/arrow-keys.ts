import type { Readings } from "./draw/drawing.ts";

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
    for (let place = from + by; place >= 0 && place < count; place += by) if (at(place)) return place;
    return undefined;
  }
}
