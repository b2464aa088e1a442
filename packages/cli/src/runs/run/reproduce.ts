import { printable } from "@analytics-engines/core/basics";
import type { ManifestReproduction } from "@analytics-engines/runs";
import { differenceLines, reproductionHeadline } from "@analytics-engines/runs/review";
import type { Paint } from "../../terminal/paint.ts";

/** The outcome of a run that was computed again: one line, and another for each unit that is not the same. */
export function reproductionReport({ compared, startedAt }: ManifestReproduction, paint: Paint): string {
  if (compared === undefined) return "";
  const [verdict = "", ...rest] = reproductionHeadline(compared).split(":");
  return [
    `${paint(compared.reproduced ? "green" : "red", verdict)}:${rest.join(":")}, against the run of ${printable(startedAt)}\n`,
    ...differenceLines(compared).map((line) => `  ${printable(line)}\n`),
  ].join("");
}
