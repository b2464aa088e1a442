import { parseTolerance, tolerancesText } from "@analytics-engines/core/basics";
import { formText, namesOfRow, type Tolerance, unmatchedToleranceText } from "@analytics-engines/core/results";
import * as z from "zod";
import { compareFolders } from "../review/compare-runs.ts";
import type { ReviewOutcome, UnitReview } from "../review/unit-review.ts";
import { openRun } from "./open-run.ts";
import { defineTool, quotedInput, ToolInputError } from "./tool.ts";

const run = z.string().min(1).max(1000);

export const compareRunsTool = defineTool({
  name: "compareRuns",
  title: "Compare two runs",
  hasList: true,
  description:
    "Compares two runs unit by unit: which are the same within the tolerances, which numbers moved most and why, and which failed, are new or are gone. Failed units come first, then the largest moves.",
  input: z.strictObject({
    before: run.describe("The earlier run: its id, its title, or the path of a run folder in an open folder."),
    now: run.default("latest").describe("The later run, likewise. Default: the latest run."),
    tolerances: z
      .array(z.string().max(200))
      .max(20)
      .default([])
      .describe("How far numbers may be apart: PATTERN=ABS, PATTERN=REL% or PATTERN=ABS,REL%, such as *weight*=0.01."),
  }),
  async answer({ before, now, tolerances }, world) {
    const within = tolerances.map(toleranceOf);
    const [was, is] = [await openRun(world, before), await openRun(world, now)];
    const { units, unmatchedTolerances } = await compareFolders(was, is, within);
    if (unmatchedTolerances.length > 0)
      throw new ToolInputError(unmatchedTolerances.map(unmatchedToleranceText).join(" "));
    const counts = Object.fromEntries(
      [...Map.groupBy(units, ({ outcome }) => outcome.kind)].map(([kind, some]) => [kind, some.length]),
    );
    return {
      facts: {
        before: { run: was.name, startedAt: was.manifest.startedAt, status: was.manifest.status },
        now: { run: is.name, startedAt: is.manifest.startedAt, status: is.manifest.status },
        tolerances: tolerancesText(within) || "none",
        same: units.every(({ outcome }) => outcome.kind === "same"),
        counts,
      },
      list: { name: "units", items: units.map(unitFacts), rest: "Read the tables of these units with readTable." },
    };
  },
});

function toleranceOf(text: string): Tolerance {
  const tolerance = parseTolerance(text);
  if (tolerance !== undefined) return tolerance;
  throw new ToolInputError(
    `${quotedInput(text)} is no tolerance. Write PATTERN=ABS, PATTERN=REL% or PATTERN=ABS,REL%, such as *weight*=0.01,0.5%.`,
  );
}

function unitFacts({ path, unit, renamedFrom, outcome }: UnitReview): object {
  return { file: path, unit, ...(renamedFrom !== undefined && { renamedFrom }), ...outcomeFacts(outcome) };
}

/** An outcome with its five largest moves; a move as the column shows it, and with its exact numbers. */
function outcomeFacts(outcome: ReviewOutcome): object {
  if (outcome.kind !== "moved") return { ...outcome, kind: undefined, outcome: outcome.kind };
  const { cause, dates, form, moves, others, changedCells, comparedCells } = outcome;
  return {
    outcome: "moved",
    cause,
    dates,
    changedCells,
    comparedCells,
    form: form.map(formText),
    otherChanges: others.length,
    moves: moves.slice(0, 5).map(({ row, column, before, after, text }) => {
      return { row: namesOfRow(row), column, before, after, difference: text.difference, percent: text.percent };
    }),
  };
}
