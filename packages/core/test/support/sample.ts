import { seededRandom } from "../../src/testing/index.ts";

/** Whether the long suites try every case, as `npm run test:full` has it; else each tries a fixed sample. */
export const isFull = process.env["FULL"] === "1";

/** How many cases a property tries: all of these, or a tenth in the sample. */
export function sampleSize(cases: number): number {
  return isFull ? cases : Math.ceil(cases / 10);
}

/** Whether a case belongs to the sample of one case in `oneIn`. Only its name decides, so that no other case changes it. */
export function isSampled(name: string, oneIn: number): boolean {
  const seed = [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, 7);
  return isFull || seededRandom(seed)() < 1 / oneIn;
}
