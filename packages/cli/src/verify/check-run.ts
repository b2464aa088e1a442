import { listInside, type Manifest, openStored, readManifest, type StoredEntry } from "@analytics-engines/core/node";

/** What is wrong with one result of a run folder. */
export interface RunProblem {
  /** The parameter file and the unit, as the manifest names them. */
  readonly parameters: string;
  readonly unit: string;
  /** The result's file, relative to the run folder; absent where the manifest names none. */
  readonly file?: string;
  readonly kind: "altered" | "missing" | "unreadable";
  readonly message: string;
}

export interface CheckedRun {
  readonly manifest: Manifest;
  /** How many results and info documents were compared with their digests. */
  readonly results: number;
  readonly problems: readonly RunProblem[];
  /** Files of the folder that no digest covers, relative to it: the journal, tables and reports made from the results, and what was put there since. */
  readonly uncovered: readonly string[];
}

/**
 * Compares every result and info document of a run folder with the digest that the manifest has of it. Throws RunFolderError where it is no
 * run folder, or its manifest names a file that no run writes.
 */
export async function checkRun(folder: string, onResult: (file: string) => void): Promise<CheckedRun> {
  const manifest = await readManifest(folder);
  const problems: RunProblem[] = [];
  const covered = new Set(["manifest.json"]);
  let results = 0;
  for (const { path: parameters, units } of manifest.files) {
    for (const { id: unit, status, file, bytes, sha256, info, infoBytes, infoSha256 } of units) {
      if (file === undefined && status === "success") {
        const message = "the unit succeeded, and the manifest names no result";
        problems.push({ parameters, unit, kind: "missing", message });
      }
      for (const entry of [
        { file, bytes, sha256 },
        { file: info, bytes: infoBytes, sha256: infoSha256 },
      ]) {
        if (entry.file === undefined) continue;
        results++;
        covered.add(entry.file);
        onResult(entry.file);
        const fault = await findFault(folder, entry);
        if (fault !== undefined) problems.push({ parameters, unit, file: entry.file, ...fault });
      }
    }
  }
  const uncovered = (await listInside(folder)).map(({ file }) => file).filter((file) => !covered.has(file));
  return { manifest, results, problems, uncovered };
}

async function findFault(
  folder: string,
  entry: StoredEntry,
): Promise<Pick<RunProblem, "kind" | "message"> | undefined> {
  const stored = await openStored(folder, entry);
  if ("reason" in stored) return { kind: stored.kind, message: stored.reason };
  await stored.close();
  return undefined;
}
