import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { lstat, readdir } from "node:fs/promises";
import path from "node:path";
import { type Manifest, readManifest } from "@analytics-engines/core/node";
import { systemReason } from "@analytics-engines/core/node/system-reason";

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
  /** How many results were held against their digests. */
  readonly results: number;
  readonly problems: readonly RunProblem[];
  /** Files of the folder that no digest covers, relative to it: the journal, tables and reports made from the results, and what was put there since. */
  readonly uncovered: readonly string[];
}

/** Holds every result of a run folder against the digest that the manifest has of it. Throws RunFolderError where it is no run folder. */
export async function checkRun(folder: string, onResult: (file: string) => void): Promise<CheckedRun> {
  const manifest = await readManifest(folder);
  const problems: RunProblem[] = [];
  const covered = new Set(["manifest.json"]);
  let results = 0;
  for (const { path: parameters, units } of manifest.files) {
    for (const { id: unit, status, file, bytes, sha256 } of units) {
      if (file === undefined) {
        const message = "the unit succeeded, and the manifest names no result";
        if (status === "success") problems.push({ parameters, unit, kind: "missing", message });
        continue;
      }
      results++;
      covered.add(file);
      onResult(file);
      const fault = await checkResult(folder, file, bytes, sha256);
      if (fault !== undefined) problems.push({ parameters, unit, file, ...fault });
    }
  }
  return { manifest, results, problems, uncovered: (await listFiles(folder)).filter((name) => !covered.has(name)) };
}

type Fault = Pick<RunProblem, "kind" | "message">;

async function checkResult(
  folder: string,
  file: string,
  bytes: number | undefined,
  sha256: string | undefined,
): Promise<Fault | undefined> {
  if (bytes === undefined || sha256 === undefined)
    return { kind: "altered", message: "the manifest has no size or digest of it" };
  // Whoever wrote the manifest may not choose what is read: a result is a file of the folder, and no link.
  if (!isBelow(file)) return { kind: "altered", message: "the manifest names a file outside of the run folder" };
  try {
    const stats = await lstatBelow(folder, file);
    if (!stats.isFile()) return { kind: "altered", message: "it is no file, or reached by a link" };
    if (stats.size !== bytes)
      return { kind: "altered", message: `it has ${stats.size} bytes; the manifest says ${bytes}` };
    const digest = await digestFile(path.join(folder, file));
    return digest === sha256 ? undefined : { kind: "altered", message: "its SHA-256 is not the manifest's" };
  } catch (error) {
    const isMissing =
      error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR");
    return isMissing
      ? { kind: "missing", message: "the file is missing" }
      : { kind: "unreadable", message: systemReason(error) };
  }
}

function isBelow(file: string): boolean {
  return file !== "" && !path.isAbsolute(file) && file.split(/[/\\]/).every((part) => part !== ".." && part !== "");
}

/** About a file below the folder; where a folder on the way is a link, about that link. */
async function lstatBelow(folder: string, file: string) {
  const parts = file.split("/");
  for (let depth = 1; depth < parts.length; depth++) {
    const stats = await lstat(path.join(folder, ...parts.slice(0, depth)));
    if (stats.isSymbolicLink()) return stats;
  }
  return lstat(path.join(folder, file));
}

async function digestFile(file: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(file)) hash.update(chunk);
  return hash.digest("hex");
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join("/"))
    .sort();
}
