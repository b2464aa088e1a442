import { pathOfSource } from "@analytics-engines/core/basics";
import { type Check, checkMatcher } from "@analytics-engines/core/files";
import type { Table } from "@analytics-engines/core/results";
import { type ManifestFile, type ManifestUnit, readReadableManifest } from "@analytics-engines/runs";
import { readStored } from "@analytics-engines/runs/review";
import { createRecent } from "../../common/async.ts";
import type { Runs } from "../runs/runs.ts";
import { hasResults, type RunView } from "../store/run.ts";

/** Files whose results are read: the columns of more are seldom others. */
const MAX_RESULTS = 5;
/** The runs that are looked through for a result. */
const MAX_RUNS = 30;
/** A person waits for the list, and a result of this size is read in half a second. */
const MAX_RESULT_BYTES = 20_000_000;

/** The tables of the result of a unit. */
export interface UnitTables {
  readonly unit: string;
  readonly tables: readonly Table[];
}

const recentTables = createRecent<readonly Table[]>(MAX_RESULTS);

/** The tables of the last run that has results for a check: those of a unit of each of its files. Empty without such a run. */
export async function lastTables(runs: Runs, check: Pick<Check, "files" | "units">): Promise<readonly UnitTables[]> {
  const matches = checkMatcher(check);
  const hasUnit = ({ record }: RunView) =>
    record.files.some(({ path, units }) => units.some((unit) => matches(path, unit)));
  const candidates = (await runs.loadedStore()).runs.filter(
    (run) => run.state === "finished" && hasResults(run) && hasUnit(run),
  );
  for (const { record } of candidates.slice(0, MAX_RUNS)) {
    // A run folder that is gone has no results.
    const manifest = (await readReadableManifest(record.folder).catch(() => undefined))?.manifest;
    const firstReadable = ({ path, units: unitsOfFile }: ManifestFile) =>
      unitsOfFile.find(
        ({ id, file, bytes = 0 }) => file !== undefined && bytes <= MAX_RESULT_BYTES && matches(path, id),
      ) ?? [];
    // The jobs of a sweep have the same columns.
    const jobsBySource = Map.groupBy(manifest?.files ?? [], ({ path }) => pathOfSource(path));
    const units = [...jobsBySource.values()].flatMap((jobs) => jobs.flatMap(firstReadable).slice(0, 1));
    const results = await Promise.all(
      units.slice(0, MAX_RESULTS).map(async (unit) => ({ unit: unit.id, tables: await tablesOf(record.folder, unit) })),
    );
    const withTables = results.filter(({ tables }) => tables.length > 0);
    if (withTables.length > 0) return withTables;
  }
  return [];
}

function tablesOf(folder: string, unit: ManifestUnit): Promise<readonly Table[]> {
  return recentTables(`${folder} ${unit.file} ${unit.sha256}`, async () => {
    const stored = await readStored(folder, unit);
    return stored.kind === "tables" ? stored.tables : [];
  });
}
