import { type Check, suggestChecks } from "@analytics-engines/core/files";
import type { Table } from "@analytics-engines/core/results";
import type { ComparedFolder } from "../review/compare-runs.ts";
import { UserError } from "../user-error.ts";
import { tablesToCheck } from "./check-results.ts";

/**
 * Proposes checks for each unit of past runs, which all of its results pass. It holds the tables of one unit at a time, of all runs.
 * @throws UserError if no run has a result with tables
 */
export async function suggestForRuns(runs: readonly ComparedFolder[]): Promise<{ readonly checks: readonly Check[] }> {
  const units = new Map<string, { readonly path: string; readonly unit: string }>();
  for (const { manifest } of runs)
    for (const { path, units: unitsOfFile } of manifest.files)
      for (const { id } of unitsOfFile) units.set(JSON.stringify([path, id]), { path, unit: id });
  const checks: Check[] = [];
  for (const { path, unit } of units.values()) {
    const results = await resultsOf(runs, path, unit);
    for (const check of suggestChecks(results)) checks.push({ files: path, units: unit, ...check });
  }
  if (checks.length === 0) throw new UserError("The runs have no results with tables. Name runs that succeeded.");
  return { checks };
}

async function resultsOf(runs: readonly ComparedFolder[], path: string, id: string): Promise<(readonly Table[])[]> {
  const results: (readonly Table[])[] = [];
  for (const run of runs) {
    const unit = run.manifest.files.find((file) => file.path === path)?.units.find((one) => one.id === id);
    const tables = unit && (await tablesToCheck(run, { unit }));
    if (tables !== undefined && !("reason" in tables)) results.push(tables);
  }
  return results;
}
