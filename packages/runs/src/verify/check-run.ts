import { type ExpectedResult, expectedOfFamily } from "@analytics-engines/core/jobs";
import { findInside, listInside } from "../find-inside.ts";
import { inspect } from "../inspect.ts";
import type { Manifest } from "../manifest.ts";
import { readManifest } from "../manifest-file.ts";
import { openStored, type StoredEntry } from "../open-stored.ts";
import { systemReason } from "../system-reason.ts";

/** What is wrong with one result of a run folder. */
export interface RunProblem {
  /** The parameter file and the unit, as the manifest names them. */
  readonly parameters: string;
  readonly unit: string;
  /** The result's file, relative to the run folder; absent where the manifest names none. */
  readonly file?: string;
  readonly kind: "altered" | "missing" | "unreadable" | "no result";
  readonly message: string;
}

export interface CheckedRun {
  readonly manifest: Manifest;
  /** How many results, info documents and commentaries were compared with their digests. */
  readonly results: number;
  readonly problems: readonly RunProblem[];
  /** Files of the folder that no digest covers, relative to it: the journal, tables and reports made from the results, and what was put there since. */
  readonly uncovered: readonly string[];
}

/**
 * Compares every result, info document and commentary of a run folder with the digest that the manifest has of it, and the results of units that
 * succeeded with what they must be. Throws RunFolderError where it is no run folder, or its manifest names a file that no run writes.
 */
export async function checkRun(folder: string, onResult: (file: string) => void): Promise<CheckedRun> {
  const manifest = await readManifest(folder);
  const problems: RunProblem[] = [];
  const covered = new Set(["manifest.json"]);
  let results = 0;
  for (const { path: parameters, family, expects = expectedOfFamily(family), units } of manifest.files) {
    for (const {
      id: unit,
      status,
      file,
      contentType = "",
      bytes,
      sha256,
      info,
      infoBytes,
      infoSha256,
      ...more
    } of units) {
      const { commentary, commentaryBytes, commentarySha256 } = more;
      if (file === undefined && status === "success") {
        const message = "the unit succeeded, and the manifest names no result";
        problems.push({ parameters, unit, kind: "missing", message });
      }
      const asResult = status === "success" ? { contentType, expects } : undefined;
      for (const { must, ...entry } of [
        { file, bytes, sha256, must: asResult },
        { file: info, bytes: infoBytes, sha256: infoSha256, must: undefined },
        { file: commentary, bytes: commentaryBytes, sha256: commentarySha256, must: undefined },
      ]) {
        if (entry.file === undefined) continue;
        results++;
        covered.add(entry.file);
        onResult(entry.file);
        const fault = (await findFault(folder, entry)) ?? (must && (await checkContent(folder, entry.file, must)));
        if (fault !== undefined) problems.push({ parameters, unit, file: entry.file, ...fault });
      }
    }
  }
  const uncovered = (await listInside(folder)).map(({ file }) => file).filter((file) => !covered.has(file));
  return { manifest, results, problems, uncovered };
}

type Fault = Pick<RunProblem, "kind" | "message">;

async function findFault(folder: string, entry: StoredEntry): Promise<Fault | undefined> {
  const stored = await openStored(folder, entry);
  if ("reason" in stored) return { kind: stored.kind, message: stored.reason };
  await stored.close();
  return undefined;
}

/** Whether a result whose bytes are the manifest's is a result at all. */
async function checkContent(
  folder: string,
  file: string,
  { contentType, expects }: { readonly contentType: string; readonly expects: ExpectedResult },
): Promise<Fault | undefined> {
  try {
    const found = await findInside(folder, file);
    if ("reason" in found) return { kind: "unreadable", message: found.reason };
    const { defect } = await inspect({ path: found.file, contentType, bytes: found.bytes, expects });
    if (defect === undefined) return undefined;
    return { kind: "no result", message: `${defect.slice(0, 1).toLowerCase()}${defect.slice(1).replace(/\.$/, "")}` };
  } catch (error) {
    return { kind: "unreadable", message: systemReason(error) };
  }
}
