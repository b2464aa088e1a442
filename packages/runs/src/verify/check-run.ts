import { type ExpectedResult, expectedOfFamily } from "@analytics-engines/core";
import { findInside, listInside } from "../files/inside.ts";
import type { Manifest } from "../folder/manifest/manifest.ts";
import { readManifest } from "../folder/manifest/manifest-file.ts";
import { openStored, type StoredEntry, storedEntries } from "../folder/results/read-stored.ts";
import { systemReason } from "../user-error.ts";

/** A problem with one result of a run folder. */
interface RunProblem {
  /** The parameter file and the unit, as the manifest names them. */
  readonly parameters: string;
  readonly unit: string;
  /** The result's file, relative to the run folder; absent where the manifest names none. */
  readonly file?: string;
  readonly kind: "altered" | "missing" | "unreadable" | "no result";
  readonly message: string;
}

/** A result that is stored as it came, and may lack bytes at its end. */
interface UnprovedEnd {
  readonly parameters: string;
  readonly unit: string;
  readonly file: string;
}

/** The outcome of `checkRun`. */
export interface CheckedRun {
  readonly manifest: Manifest;
  /** The number of results, info documents and kept answers of failed units that were compared with their digests. */
  readonly results: number;
  readonly units: number;
  /** The number of units that succeeded, and whose result is the one that was stored. */
  readonly unitsWithResults: number;
  readonly problems: readonly RunProblem[];
  /** The results whose end neither their answer nor their format proved. They are no problems of the folder. */
  readonly unproved: readonly UnprovedEnd[];
  /** Files of the folder without a digest, relative to it: the journal, tables and reports made from the results, and files that were added since. */
  readonly uncovered: readonly string[];
}

/**
 * Compares every result and info document of a run folder with its digest in the manifest, and checks that the results of successful units
 * are results.
 *
 * @throws UserError for a folder that is not a run folder, or a manifest with a path that no run writes
 */
export async function checkRun(folder: string, onResult: (file: string) => void): Promise<CheckedRun> {
  const manifest = await readManifest(folder);
  const problems: RunProblem[] = [];
  const unproved: UnprovedEnd[] = [];
  const covered = new Set(["manifest.json"]);
  let results = 0;
  let unitsWithResults = 0;
  for (const { path: parameters, family, expects = expectedOfFamily(family), units } of manifest.files) {
    for (const unit of units) {
      const about = { parameters, unit: unit.id };
      const isResult = unit.status === "success";
      if (unit.file === undefined && isResult) {
        const message = "the unit succeeded, and the manifest names no result";
        problems.push({ ...about, kind: "missing", message });
      }
      if (unit.end !== undefined && unit.file !== undefined) unproved.push({ ...about, file: unit.file });
      for (const entry of storedEntries(unit)) {
        const { file } = entry;
        results++;
        covered.add(file);
        onResult(file);
        const must = isResult && file === unit.file ? { contentType: unit.contentType ?? "", expects } : undefined;
        const fault = (await findFault(folder, entry)) ?? (must && (await checkContent(folder, file, must)));
        if (fault !== undefined) problems.push({ ...about, file, ...fault });
        else if (must !== undefined) unitsWithResults++;
      }
    }
  }
  const uncovered = (await listInside(folder)).map(({ file }) => file).filter((file) => !covered.has(file));
  const units = manifest.files.reduce((sum, file) => sum + file.units.length, 0);
  return { manifest, results, units, unitsWithResults, problems, unproved, uncovered };
}

type Fault = Pick<RunProblem, "kind" | "message">;

async function findFault(folder: string, entry: StoredEntry): Promise<Fault | undefined> {
  const stored = await openStored(folder, entry);
  if ("reason" in stored) return { kind: stored.kind, message: stored.reason };
  await stored.close();
  return undefined;
}

/** Checks that unchanged bytes are a result of the right kind. */
async function checkContent(
  folder: string,
  file: string,
  { contentType, expects }: { readonly contentType: string; readonly expects: ExpectedResult },
): Promise<Fault | undefined> {
  try {
    const stored = await findInside(folder, file);
    if ("reason" in stored) return { kind: "unreadable", message: stored.reason };
    // Only this needs the formats of results.
    const { inspect } = await import("../folder/results/inspect.ts");
    const { defect } = await inspect({ path: stored.file, contentType, bytes: stored.bytes, expects });
    if (defect === undefined) return undefined;
    return { kind: "no result", message: `${defect.slice(0, 1).toLowerCase()}${defect.slice(1).replace(/\.$/, "")}` };
  } catch (error) {
    return { kind: "unreadable", message: systemReason(error) };
  }
}

/**
 * Checks that the manifest of a run states a commit.
 *
 * @param commit its id in lower case, or the beginning of it
 * @returns what is wrong and what to do, in sentences; `undefined` where the manifest states that commit for all parameter files
 */
export function commitProblem({ provenance }: Manifest, commit: string): string | undefined {
  const { commit: stated, uncommitted } = provenance ?? {};
  if (stated === undefined)
    return `The manifest states no commit, so the run cannot be checked against ${commit}. Run the files again in a clone of their git repository.`;
  if (!stated.startsWith(commit))
    return `The manifest states the commit ${stated}, not ${commit}. Name that commit, or get the run folder of ${commit}.`;
  if (uncommitted === true)
    return `The manifest states the commit ${stated}, and that a parameter file differed from it. Commit the parameter files, and run them again.`;
  return undefined;
}
