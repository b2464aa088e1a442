import { parseTolerance, tolerancesText } from "@analytics-engines/core/basics";
import { formText, namesOfRow, type Tolerance, unmatchedToleranceText } from "@analytics-engines/core/results";
import * as z from "zod";
import { checkResults } from "../checks/check-results.ts";
import { type ChecksOfFile, findChecks, readProjectFile } from "../checks/checks-files.ts";
import { checksHeadline, summarizeFindings } from "../checks/checks-report.ts";
import { findFiles } from "../files/find-files.ts";
import { compareFolders } from "../review/compare-runs.ts";
import type { ReviewOutcome, UnitReview } from "../review/unit-review.ts";
import { type OpenRun, openRun, resolveOpenPath, runInput } from "./open-files.ts";
import { defineTool, pageInput, quotedInput, ToolInputError } from "./tool.ts";

const run = z.string().min(1).max(1000);

export const compareRunsTool = defineTool({
  name: "compareRuns",
  title: "Compare two runs",
  description:
    "Compares two runs unit by unit: which are the same within the tolerances, which numbers moved most and why, and which failed, are new or are gone. Failed units come first, then the largest moves.",
  input: z.strictObject({
    ...pageInput,
    earlier: run.describe("The earlier run: its id, its title, or the path of a run folder in an open folder."),
    later: run.default("latest").describe("The later run, likewise. Default: the latest run."),
    tolerances: z
      .array(z.string().max(200))
      .max(20)
      .default([])
      .describe("How far numbers may be apart: PATTERN=ABS, PATTERN=REL% or PATTERN=ABS,REL%, such as *weight*=0.01."),
  }),
  async answer({ earlier, later, tolerances }, world) {
    const within = tolerances.map(toleranceOf);
    const [earlierRun, laterRun] = [await openRun(world, earlier), await openRun(world, later)];
    const { units, unmatchedTolerances } = await compareFolders(earlierRun, laterRun, within);
    if (unmatchedTolerances.length > 0)
      throw new ToolInputError(unmatchedTolerances.map(unmatchedToleranceText).join(" "));
    const counts = Object.fromEntries(
      [...Map.groupBy(units, ({ outcome }) => outcome.kind)].map(([kind, some]) => [kind, some.length]),
    );
    return {
      facts: {
        earlier: runFacts(earlierRun),
        later: runFacts(laterRun),
        tolerances: tolerancesText(within) || "none",
        same: units.every(({ outcome }) => outcome.kind === "same"),
        counts,
      },
      list: { name: "units", items: units.map(unitFacts), rest: "Read the tables of these units with readTable." },
    };
  },
});

function runFacts({ name, manifest: { startedAt, status } }: OpenRun): object {
  return { run: name, startedAt, status };
}

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

export const runChecks = defineTool({
  name: "runChecks",
  title: "Check the numbers of a run",
  description:
    "Checks the numbers of a run by the rules of checks files (NAME.checks.json): the counts, and each failed check with its unit, table, message and place. Checks that compared nothing are skipped. Reads stored results and writes nothing.",
  input: z.strictObject({
    ...pageInput,
    run: runInput,
    checks: z
      .array(z.string().min(1).max(300))
      .min(1)
      .max(20)
      .optional()
      .describe("Globs of checks files, relative to an open folder. Default: those of the project file, or all."),
    earlier: z.string().min(1).max(1000).optional().describe("The run that rules of moves compare with, likewise."),
  }),
  async answer({ run: name, checks, earlier: earlierName }, world) {
    const run = await openRun(world, name);
    const earlier = earlierName === undefined ? undefined : await openRun(world, earlierName);
    for (const pattern of checks ?? []) resolveOpenPath(world, pattern.replace(/^!/, ""));
    // A pattern can mean one of several open folders.
    const isMeant = (folder: string) =>
      checks === undefined || world.folders.length === 1 || findFiles(folder, { patterns: checks }).files.length > 0;
    const files: ChecksOfFile[] = [];
    for (const folder of world.folders.filter(isMeant))
      files.push(...(await findChecks(folder, checks ?? world.checks(folder), { root: folder })));
    if (files.length === 0)
      throw new ToolInputError(
        "No checks file matches in the open folders. Their names end in .checks.json: name other globs in checks.",
      );
    const report = await checkResults(run, files, {
      earlier,
      reads: world.folders.map((folder) => readProjectFile(folder, { root: folder })),
      now: world.today().getTime(),
    });
    const { counts } = report;
    return {
      facts: {
        run: run.name,
        checksFiles: files.map(({ path }) => path),
        earlier: earlier?.name,
        passed: counts.errors === 0,
        counts,
        headline: checksHeadline(report),
      },
      list: {
        name: "findings",
        items: summarizeFindings(report),
        rest: "Read the tables of these units with readTable.",
      },
    };
  },
});
